// Fields of the forms for a studio's settings: its prices, its title and its locale.

import { z } from "zod";
import { CURRENCIES, currencyOfCode } from "../domain/currency.ts";
import { localeOf, MAX_LOCALE_CHARACTERS } from "../domain/customer.ts";
import { customIssue } from "../http/request/custom-issues.ts";
import { amountField, electricityPriceField, percentageField } from "../http/request/decimal-fields.ts";
import { nameField } from "../http/request/name-field.ts";
import { MINIMUM_PRICE_SCOPES } from "../pricing/price-rules.ts";
import type { StudioDetails, StudioPrices } from "./studio-settings.store.ts";

/** The fields of `pricing` in GET /me, the currency by its code, the minimum's scope, and the price of electricity. */
export const studioPricesSchema = z.object({
  currency: z.enum(CURRENCIES.map(({ code }) => code)),
  hourlyRate: amountField,
  setupCost: amountField,
  markupPercentage: percentageField,
  minimumPrice: amountField,
  minimumPricePer: z.enum(MINIMUM_PRICE_SCOPES).default("item"),
  /** For one kWh; not sent: a machine's power costs nothing by itself. */
  electricityPrice: electricityPriceField.optional(),
});

export function toStudioPrices(fields: z.output<typeof studioPricesSchema>): StudioPrices {
  return {
    currencyId: currencyOfCode(fields.currency).id,
    hourlyRateMinor: fields.hourlyRate,
    setupCostMinor: fields.setupCost,
    markupBasisPoints: fields.markupPercentage,
    minimumPriceMinor: fields.minimumPrice,
    minimumPricePer: fields.minimumPricePer,
    electricityPriceMinor: fields.electricityPrice ?? null,
  };
}

const MAX_TITLE_CHARACTERS = 100;

export const studioDetailsSchema = z.object({
  title: nameField(MAX_TITLE_CHARACTERS),
  /** A language tag, such as uk or en-GB. */
  locale: z
    .string()
    .max(MAX_LOCALE_CHARACTERS)
    .transform((tag, check): string => {
      const locale = localeOf(tag);
      if (locale !== undefined) return locale;
      check.addIssue({ ...customIssue("oneOf"), input: tag });
      return z.NEVER;
    }),
}) satisfies z.ZodType<StudioDetails>;
