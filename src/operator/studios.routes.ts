// The operator's commands on studios: create, list, plan, and one-time links for owners and forgotten passwords.

import { Hono } from "hono";
import { z } from "zod";
import type { DataPlace, JURISDICTIONS } from "../../slicer-service/src/contract/place.ts";
import type { Studio } from "../db/studio-record.ts";
import { CURRENCIES, type CurrencyId, currencyOf } from "../domain/currency.ts";
import { localeOf } from "../domain/customer.ts";
import { formatDecimal } from "../domain/decimal.ts";
import type { StudioId } from "../domain/ids.ts";
import { asStudioId } from "../domain/ids.ts";
import { formatMinorUnits, minorUnits } from "../domain/money.ts";
import { PLANS, type Plan } from "../domain/plan.ts";
import { canBeStudioSlug, MAX_SLUG_CHARACTERS, REGIONS, RESERVED_SLUGS, type Region } from "../domain/studio.ts";
import type { ApiContext, ApiEnv } from "../http/context.ts";
import { nameField } from "../http/request/name-field.ts";
import { type Forgetting, forgetPerson } from "../people/forget-person.ts";
import { INVITATION_DAYS, linkPath } from "../people/new-link.ts";
import { createPasswordLink, inviteIntoStudio } from "../people/one-time-link.store.ts";
import { openPeopleDatabase } from "../people/people-database.ts";
import { personEmailField } from "../people/person.request.ts";
import { normalizedEmail } from "../people/person.ts";
import { changePlan, createStudio, readStudios } from "../studios/all-studios.store.ts";
import {
  jsonBody,
  openStudioOfSlug,
  option,
  readStudio,
  studioSlugOf,
  tellStudioGate,
  toldOrRefused,
} from "./operator-context.ts";
import { CommandRefused } from "./refused.ts";
import { table } from "./text-table.ts";

const MAX_NAME_CHARACTERS = 100;
/** Far above any studio's settings, and low enough that a price stays an exact number of minor units. */
const MAX_AMOUNT = 1_000_000;
const MAX_MARKUP_PERCENT = 1000;

/** The options of `create`, by their names. Amounts are in the studio's currency, the markup in percent. */
const newStudioSchema = z.object({
  slug: option(readSlug),
  title: option((typed) => readName("--title", typed)),
  plan: option(readPlan),
  /** Without it, the environment's own. */
  region: z.string().optional(),
  currency: option(readCurrency),
  locale: option(readLocale),
  "hourly-rate": option((typed) => readHundredths("--hourly-rate", "an amount", typed, MAX_AMOUNT)),
  "setup-cost": option((typed) => readHundredths("--setup-cost", "an amount", typed, MAX_AMOUNT)),
  "minimum-price": option((typed) => readHundredths("--minimum-price", "an amount", typed, MAX_AMOUNT)),
  markup: option((typed) => readHundredths("--markup", "a percentage", typed, MAX_MARKUP_PERCENT)),
  email: option(readEmail).optional(),
});

const ownerSchema = z.object({ email: option(readEmail).optional() });
const personSchema = z.object({ email: option(readEmail) });
const planSchema = z.object({ plan: option(readPlan) });

export const studioCommands = new Hono<ApiEnv>()
  .get("/studios", async (context) => context.json({ said: listInWords(await readStudios(context.env)) }))
  .post("/studios", jsonBody(newStudioSchema), async (context) => {
    const { email, region, ...typed } = context.req.valid("json");
    const studio = await createStudio(context.env, {
      slug: typed.slug,
      title: typed.title,
      plan: typed.plan,
      region: readRegion(region, context.env.PLACE),
      locale: typed.locale,
      currencyId: typed.currency,
      hourlyRateMinor: typed["hourly-rate"],
      setupCostMinor: typed["setup-cost"],
      minimumPriceMinor: typed["minimum-price"],
      markupBasisPoints: typed.markup,
    });
    if (studio === "slug_taken") {
      throw new CommandRefused(`There is a studio with the slug "${typed.slug}" already: choose another --slug.`);
    }
    return context.json({ said: createdInWords(studio, await ownerLink(context, asStudioId(studio.id), email)) });
  })
  .post("/password-links", jsonBody(personSchema), async (context) => {
    const { email } = context.req.valid("json");
    const link = await createPasswordLink(openPeopleDatabase(context.env), email);
    if (link === undefined) throw new CommandRefused(`No person has the e-mail ${email}.`);
    const used = `${email} sets a new password with this link, once, within a day. It is shown only now:`;
    return context.json({ said: `${used}\n\n${addressLine(context, link.token)}` });
  })
  .post("/forgotten-people", jsonBody(personSchema), async (context) => {
    const { email } = context.req.valid("json");
    return context.json({ said: forgottenInWords(await forgetPerson(openPeopleDatabase(context.env), email), email) });
  })
  .use("/studios/:slug/*", openStudioOfSlug)
  .post("/studios/:slug/owner-links", jsonBody(ownerSchema), async (context) => {
    const { email } = context.req.valid("json");
    return context.json({ said: await ownerLink(context, context.var.tenant.studioId, email) });
  })
  .put("/studios/:slug/plan", jsonBody(planSchema), async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    const { plan } = context.req.valid("json");
    const studio = await changePlan(tenant.db, plan);
    return context.json({
      said: toldOrRefused(`${slug} now has the plan ${plan}.`, await tellStudioGate(context, studio), slug),
    });
  })
  .post("/studios/:slug/access-changed", async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    const holds = await tellStudioGate(context, await readStudio(tenant));
    return context.json({
      said: toldOrRefused(`Plan and keys of ${slug} are as "list" and "keys list" show them.`, holds, slug),
    });
  });

/** @param email of the only person who may use it; without one, the first who opens it gives their own */
async function ownerLink(context: ApiContext, studioId: StudioId, email: string | undefined): Promise<string> {
  const invited = { role: "owner", email: email ?? null } as const;
  const token = await inviteIntoStudio(openPeopleDatabase(context.env), studioId, invited);
  return `${email ?? "The studio's owner"} opens this link once, within ${INVITATION_DAYS} days. It is shown only now:\n
${addressLine(context, token)}`;
}

function forgottenInWords(forgetting: Forgetting, email: string): string {
  switch (forgetting) {
    case "forgotten":
      return `${email} is forgotten: name, e-mail, password, sessions and links are gone for good.`;
    case "is_member":
      throw new CommandRefused(
        `${email} belongs to a studio: its owner removes the person first, on the page "People".`,
      );
    case "unknown":
      throw new CommandRefused(`No person has the e-mail ${email}.`);
    default:
      return forgetting satisfies never;
  }
}

function addressLine({ req }: ApiContext, token: string): string {
  return `  ${new URL(linkPath(token), req.url).href}`;
}

function createdInWords(studio: Studio, link: string): string {
  const { id, slug, title, plan, region } = studio;
  return `Studio ${id}, "${title}" (${slug}), was created on the plan ${plan} in the region ${region}, with these prices:

${pricesInWords(studio)}

${link}

Its order page is /${slug}, below the service's address: it is open, and sells once the catalog has a material and a quality.

In the panel the owner changes the prices, enters the catalog, sets up the order page and creates API keys. To create one from here:
npm run studio -- keys create ${slug} --name "Website"`;
}

function pricesInWords(studio: Studio): string {
  const amount = (minor: number) => `${formatMinorUnits(minorUnits(minor))} ${currencyOf(studio.currencyId).code}`;
  return table([
    ["  hourly rate", amount(studio.hourlyRateMinor)],
    ["  set-up cost", amount(studio.setupCostMinor)],
    ["  minimum price", amount(studio.minimumPriceMinor)],
    ["  markup", `${formatDecimal(studio.markupBasisPoints, 2)} %`],
  ]);
}

function listInWords(studios: Awaited<ReturnType<typeof readStudios>>): string {
  if (studios.length === 0) return "There are no studios yet.";
  return table([
    ["ID", "SLUG", "PLAN", "REGION", "ACTIVE KEYS", "HOURLY RATE", "TITLE"],
    ...studios.map(({ id, slug, plan, region, activeKeys, hourlyRateMinor, currencyId, title }) => [
      String(id),
      slug,
      plan,
      region,
      String(activeKeys),
      `${formatMinorUnits(minorUnits(hourlyRateMinor))} ${currencyOf(currencyId).code}`,
      title,
    ]),
  ]);
}

/** A name by the rule of the panel's forms. @throws CommandRefused */
export function readName(name: string, typed: string): string {
  const read = nameField(MAX_NAME_CHARACTERS).safeParse(typed);
  if (read.success) return read.data;
  throw new CommandRefused(
    `${name} must be one line of 1 to ${MAX_NAME_CHARACTERS} characters that can be seen, not ${JSON.stringify(typed)}.`,
  );
}

function readSlug(typed: string): string {
  if (RESERVED_SLUGS.includes(typed)) {
    throw new CommandRefused(
      `--slug "${typed}" is an address of the service itself: choose another, since the order page is /{slug}.`,
    );
  }
  if (canBeStudioSlug(typed)) return typed;
  throw new CommandRefused(
    `--slug must be at most ${MAX_SLUG_CHARACTERS} small letters (a to z), digits and single hyphens between them, not "${typed}".`,
  );
}

function readEmail(typed: string): string {
  const { data } = personEmailField.safeParse(typed.trim());
  if (data === undefined) throw new CommandRefused(`An e-mail address is such as name@example.com, not "${typed}".`);
  return normalizedEmail(data);
}

function readPlan(typed: string): Plan {
  const plan = PLANS.find((known) => known === typed);
  if (plan === undefined) throw new CommandRefused(`There is no plan "${typed}". There are: ${PLANS.join(", ")}.`);
  return plan;
}

/** A region of each jurisdiction, for the studio's record: its gate lives in the jurisdiction, wherever that puts it. */
const REGION_INSIDE: Record<(typeof JURISDICTIONS)[number], Region> = { eu: "eeur", fedramp: "enam" };

function readRegion(typed: string | undefined, place: DataPlace): Region {
  if ("jurisdiction" in place) {
    if (typed === undefined) return REGION_INSIDE[place.jurisdiction];
    throw new CommandRefused(
      `Leave out --region: here every studio's requests are admitted in the jurisdiction ${place.jurisdiction}.`,
    );
  }
  if (typed === undefined) return place.location;
  const region = REGIONS.find((known) => known === typed);
  if (region === undefined) throw new CommandRefused(`--region must be one of ${REGIONS.join(", ")}, not "${typed}".`);
  return region;
}

function readCurrency(typed: string): CurrencyId {
  const currency = CURRENCIES.find(({ code }) => code === typed.toUpperCase());
  if (currency !== undefined) return currency.id;
  throw new CommandRefused(
    `--currency must be one of ${CURRENCIES.map(({ code }) => code).join(", ")}, not "${typed}".`,
  );
}

function readLocale(typed: string): string {
  const locale = localeOf(typed);
  if (locale === undefined) {
    throw new CommandRefused(`--locale must be a language tag such as uk or en-GB, not "${typed}".`);
  }
  return locale;
}

/** A decimal with at most two fraction digits, as hundredths: minor units of an amount, basis points of a percentage. */
function readHundredths(name: string, kind: "an amount" | "a percentage", typed: string, max: number): number {
  const [, whole, fraction = ""] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed) ?? [];
  const hundredths = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  if (whole === undefined || hundredths > max * 100) {
    throw new CommandRefused(
      `${name} must be ${kind} from 0 to ${max} with at most two decimals, such as 60 or 12.50, not "${typed}".`,
    );
  }
  return hundredths;
}
