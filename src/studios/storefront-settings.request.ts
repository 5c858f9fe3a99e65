// Fields of the forms that set up a studio's order page.

import { z } from "zod";
import { readSiteOrigin } from "../domain/studio.ts";
import { customIssue } from "../http/request/custom-issues.ts";
import { amountField, positiveAmountField, wholeNumberField } from "../http/request/decimal-fields.ts";
import { linesField, nameField } from "../http/request/name-field.ts";
import { ibanOf } from "./iban.ts";
import type {
  StorefrontPayment,
  StorefrontRules,
  StorefrontTexts,
  TurnstileKeys,
} from "./storefront-settings.store.ts";

export const MAX_ALLOWED_SITES = 20;
/** A host's name has at most 253 characters. */
const MAX_SITES_CHARACTERS = MAX_ALLOWED_SITES * 300;
/** The part of a site that a fault repeats. */
const MAX_SHOWN_CHARACTERS = 80;

const MAX_WELCOME_CHARACTERS = 1000;
const MAX_TERMS_CHARACTERS = 8000;
const MAX_REQUISITES_CHARACTERS = 2000;

/** Sites, one in a line, as distinct origins. */
export const allowedSitesSchema = z.object({
  allowedSites: z
    .string()
    .max(MAX_SITES_CHARACTERS)
    .default("")
    .transform((text, check): string[] => {
      const origins = new Set<string>();
      const refuse = (...fault: Parameters<typeof customIssue>) =>
        check.addIssue({ ...customIssue(...fault), input: text });
      for (const typed of text.split(/[\s,]+/)) {
        if (typed === "") continue;
        const read = readSiteOrigin(typed);
        const site = typed.slice(0, MAX_SHOWN_CHARACTERS);
        if ("origin" in read) origins.add(read.origin);
        else refuse(...faultOf(site, read.fault));
      }
      if (origins.size > MAX_ALLOWED_SITES) refuse("siteCount", { max: MAX_ALLOWED_SITES });
      return [...origins];
    }),
});

function faultOf(
  site: string,
  fault: Extract<ReturnType<typeof readSiteOrigin>, { fault: unknown }>["fault"],
): Parameters<typeof customIssue> {
  switch (fault.kind) {
    case "scheme":
      return ["siteScheme", { site, right: fault.right }];
    case "more_than_origin":
      return ["sitePath", { site, right: fault.right }];
    case "wildcard":
      return ["siteWildcard", { site }];
    case "unreadable":
      return ["siteTypo", { site }];
  }
}

/** Plain text in lines. Browsers send a form's lines with a carriage return each. */
function paragraphsField(maxLength: number) {
  return z
    .string()
    .transform((text) => text.replace(/\r\n?/g, "\n"))
    .pipe(linesField(maxLength))
    .optional();
}

export const storefrontTextsSchema = z
  .object({
    welcome: paragraphsField(MAX_WELCOME_CHARACTERS),
    terms: paragraphsField(MAX_TERMS_CHARACTERS),
    requisites: paragraphsField(MAX_REQUISITES_CHARACTERS),
    welcomeInSecondLanguage: paragraphsField(MAX_WELCOME_CHARACTERS),
    termsInSecondLanguage: paragraphsField(MAX_TERMS_CHARACTERS),
  })
  .transform(
    ({ welcome, terms, requisites, welcomeInSecondLanguage, termsInSecondLanguage }): StorefrontTexts => ({
      welcome: welcome || null,
      terms: terms || null,
      requisites: requisites || null,
      welcomeInSecondLanguage: welcomeInSecondLanguage || null,
      termsInSecondLanguage: termsInSecondLanguage || null,
    }),
  );

export const storefrontRulesSchema = z
  .object({
    minimumOrder: amountField.optional(),
    maximumOrder: positiveAmountField.optional(),
    takesPriceRequests: z.literal("true").optional(),
    printHoursPerDay: wholeNumberField({ min: 1, max: 24 }),
    handlingDays: wholeNumberField({ min: 0, max: 90 }),
  })
  .refine(({ minimumOrder = 0, maximumOrder = minimumOrder }) => maximumOrder >= minimumOrder, {
    ...customIssue("maximumBelowMinimum"),
    path: ["maximumOrder"],
  })
  .transform(
    ({ minimumOrder, maximumOrder, takesPriceRequests, ...days }): StorefrontRules => ({
      // A least price of nothing is none.
      minimumOrderMinor: minimumOrder || null,
      maximumOrderMinor: maximumOrder ?? null,
      takesPriceRequests: takesPriceRequests !== undefined,
      ...days,
    }),
  );

/** A name of more characters does not fit into a bank's QR code. */
const MAX_PAYEE_CHARACTERS = 70;

const ibanField = z
  .string()
  .max(100)
  .transform((typed, check): string => {
    const iban = ibanOf(typed);
    if (iban !== undefined) return iban;
    check.addIssue({ ...customIssue("iban"), input: typed });
    return z.NEVER;
  });

export const storefrontPaymentSchema = z
  .object({
    advancePercent: wholeNumberField({ min: 0, max: 100, unit: " %" }).optional(),
    payeeName: nameField(MAX_PAYEE_CHARACTERS).optional(),
    payeeIban: ibanField.optional(),
    payeeCode: z
      .string()
      .refine((code) => /^(\d{8}|\d{10})$/.test(code), customIssue("taxCode"))
      .optional(),
  })
  .refine(({ payeeName, payeeIban }) => (payeeName === undefined) === (payeeIban === undefined), {
    ...customIssue("payeeOfIban"),
    path: ["payeeIban"],
  })
  .transform(
    ({ advancePercent, payeeName, payeeIban, payeeCode }): StorefrontPayment => ({
      // A share of nothing is none.
      advancePercent: advancePercent || null,
      payeeName: payeeName ?? null,
      payeeIban: payeeIban ?? null,
      payeeCode: payeeCode ?? null,
    }),
  );

const turnstileKeyField = z
  .string()
  .max(100)
  .refine((key) => /^[\w.-]+$/.test(key), customIssue("turnstileKey"));

/** A pair: Cloudflare shows both beside each other. */
export const turnstileKeysSchema = z
  .object({ turnstileSiteKey: turnstileKeyField, turnstileSecret: turnstileKeyField })
  // The site key is public: the secret must not be typed into its field.
  .refine(({ turnstileSiteKey, turnstileSecret }) => turnstileSiteKey !== turnstileSecret, {
    ...customIssue("turnstileSame"),
    path: ["turnstileSecret"],
  }) satisfies z.ZodType<TurnstileKeys>;
