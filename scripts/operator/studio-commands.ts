// Operator's commands on studios and API keys: each validates its arguments, changes the database and returns the output.
//
// A change is one statement, because `wrangler d1 execute` has no transaction over several calls.

import { setTimeout as delay } from "node:timers/promises";
import { and, count, eq, isNull, sql } from "drizzle-orm";
import type { DataPlace, JURISDICTIONS } from "../../slicer-service/src/contract/place.ts";
import { apiKeys, studios } from "../../src/db/schema.ts";
import { CURRENCIES, type CurrencyId, currencyOf } from "../../src/domain/currency.ts";
import { localeOf } from "../../src/domain/customer.ts";
import { formatDecimal } from "../../src/domain/decimal.ts";
import { formatMinorUnits, minorUnits } from "../../src/domain/money.ts";
import { hourlyLimitOf, PLANS, type Plan } from "../../src/domain/plan.ts";
import { canBeStudioSlug, MAX_SLUG_CHARACTERS, REGIONS, RESERVED_SLUGS, type Region } from "../../src/domain/studio.ts";
import { createApiKey, createNamelessApiKey, firstCharactersOf } from "../../src/gate/api-key.ts";
import { nameField } from "../../src/http/request/name-field.ts";
import { sha256Hex } from "../../src/platform/sha256.ts";
import { type RunningService, tellAccessChanged } from "../local/running-service.ts";
import { table } from "../text-table.ts";
import { UserError } from "../user-error.ts";
import type { OperatorDatabase } from "./d1-execute.ts";
import { createOwnerLink, type PeopleOperator, readEmail } from "./people-commands.ts";

export interface Operator extends PeopleOperator {
  /** Where the data of the service's environment lives. */
  readonly place: DataPlace;
  /** The service that uses this database; undefined if none is running or its address is unknown. */
  readonly findService: () => Promise<RunningService | undefined>;
  /** The service's LINK_SECRET; undefined where this machine does not know it. */
  readonly findLinkSecret: () => Promise<string | undefined>;
}

/** A studio's settings as typed: not validated yet. Amounts are in the studio's currency, the markup in percent. */
export interface TypedStudio {
  readonly slug: string;
  readonly title: string;
  readonly plan: string;
  /** Without it, the environment's own. */
  readonly region: string | undefined;
  readonly currency: string;
  readonly locale: string;
  readonly hourlyRate: string;
  readonly setupCost: string;
  readonly minimumPrice: string;
  readonly markup: string;
  /** Whose the owner's link is; without it, whoever has the link gives their own. */
  readonly email: string | undefined;
}

const MAX_NAME_CHARACTERS = 100;
/** Far above any studio's settings, and low enough that a price stays an exact number of minor units. */
const MAX_AMOUNT = 1_000_000;
const MAX_MARKUP_PERCENT = 1000;

/** A name by the rule of the panel's forms. @throws UserError */
function readName(option: string, typed: string): string {
  const read = nameField(MAX_NAME_CHARACTERS).safeParse(typed);
  if (read.success) return read.data;
  throw new UserError(
    `${option} must be one line of 1 to ${MAX_NAME_CHARACTERS} characters that can be seen, not ${JSON.stringify(typed)}.`,
  );
}

/** The studio, and then the link for its owner: where the second fails, `createStudioOwnerLink` makes another. */
export async function createStudio(operator: Operator, typed: TypedStudio): Promise<string> {
  const { slug, title, email } = typed;
  if (email !== undefined) readEmail(email);
  if (RESERVED_SLUGS.includes(slug)) {
    throw new UserError(
      `--slug "${slug}" is an address of the service itself: choose another, since the order page is /{slug}.`,
    );
  }
  if (!canBeStudioSlug(slug)) {
    throw new UserError(
      `--slug must be at most ${MAX_SLUG_CHARACTERS} small letters (a to z), digits and single hyphens between them, not "${slug}".`,
    );
  }
  const rows = await operator.database
    .insert(studios)
    .values({
      slug,
      title: readName("--title", title),
      plan: readPlan(typed.plan),
      region: readRegion(typed.region, operator.place),
      locale: readLocale(typed.locale),
      currencyId: readCurrency(typed.currency),
      hourlyRateMinor: readHundredths("--hourly-rate", "an amount", typed.hourlyRate, MAX_AMOUNT),
      setupCostMinor: readHundredths("--setup-cost", "an amount", typed.setupCost, MAX_AMOUNT),
      minimumPriceMinor: readHundredths("--minimum-price", "an amount", typed.minimumPrice, MAX_AMOUNT),
      markupBasisPoints: readHundredths("--markup", "a percentage", typed.markup, MAX_MARKUP_PERCENT),
      createdAt: Date.now(),
    })
    .onConflictDoNothing({ target: studios.slug })
    .returning();
  const [studio] = rows;
  if (studio === undefined)
    throw new UserError(`There is a studio with the slug "${slug}" already: choose another --slug.`);
  return `Studio ${studio.id}, "${title}" (${slug}), was created on the plan ${studio.plan} in the region ${studio.region}, with these prices:

${describePrices(studio)}

${await createStudioOwnerLink(operator, slug, email)}

Its order page is /${slug}, below the service's address: it is open, and sells once the catalog has a material and a quality.

In the panel the owner changes the prices, enters the catalog, sets up the order page and creates API keys. To create one from here:
npm run studio -- keys create ${slug} --name "Website"`;
}

function describePrices(studio: typeof studios.$inferSelect): string {
  const amount = (minor: number) => `${formatMinorUnits(minorUnits(minor))} ${currencyOf(studio.currencyId).code}`;
  return table([
    ["  hourly rate", amount(studio.hourlyRateMinor)],
    ["  set-up cost", amount(studio.setupCostMinor)],
    ["  minimum price", amount(studio.minimumPriceMinor)],
    ["  markup", `${formatDecimal(studio.markupBasisPoints, 2)} %`],
  ]);
}

/** @throws UserError if there is no studio with this slug */
export async function createStudioOwnerLink(
  operator: Operator,
  slug: string,
  email: string | undefined,
): Promise<string> {
  const link = await createOwnerLink(operator, slug, email);
  if (link === undefined) throw unknownStudio(slug);
  return link;
}

export async function listStudios({ database }: Operator): Promise<string> {
  const rows = await database
    .select({
      id: studios.id,
      slug: studios.slug,
      plan: studios.plan,
      region: studios.region,
      hourlyRate: studios.hourlyRateMinor,
      currencyId: studios.currencyId,
      title: studios.title,
      keys: count(apiKeys.id).as("active_keys"),
    })
    .from(studios)
    .leftJoin(apiKeys, and(eq(apiKeys.studioId, studios.id), isNull(apiKeys.revokedAt)))
    .groupBy(studios.id)
    .orderBy(studios.id);
  if (rows.length === 0) return "There are no studios yet.";
  return table([
    ["ID", "SLUG", "PLAN", "REGION", "ACTIVE KEYS", "HOURLY RATE", "TITLE"],
    ...rows.map(({ id, slug, plan, region, keys, hourlyRate, currencyId, title }) => [
      String(id),
      slug,
      plan,
      region,
      String(keys),
      `${formatMinorUnits(minorUnits(hourlyRate))} ${currencyOf(currencyId).code}`,
      title,
    ]),
  ]);
}

export async function changePlan(operator: Operator, slug: string, typedPlan: string): Promise<string> {
  const plan = readPlan(typedPlan);
  const rows = await operator.database
    .update(studios)
    .set({ plan })
    .where(eq(studios.slug, slug))
    .returning({ id: studios.id });
  const [studio] = rows;
  if (studio === undefined) throw unknownStudio(slug);
  return toldOrFailed(operator, { id: studio.id, slug }, `${slug} now has the plan ${plan}.`);
}

/** Repeats the word of a change that did not reach the service. */
export async function tellService(operator: Operator, slug: string): Promise<string> {
  const { id } = await studioBySlug(operator.database, slug);
  return toldOrFailed(operator, { id, slug }, `Plan and keys of ${slug} are as "list" and "keys list" show them.`);
}

export async function createKey(operator: Operator, slug: string, name: string): Promise<string> {
  const { database } = operator;
  const studio = await studioBySlug(database, slug);
  if (hourlyLimitOf(studio.plan) === null) {
    throw new UserError(
      `${slug} has the plan ${studio.plan}, which has no API access. Change the plan first: npm run studio -- plan ${slug} pro`,
    );
  }
  const linkSecret = await operator.findLinkSecret();
  const key =
    linkSecret === undefined ? createNamelessApiKey() : await createApiKey(linkSecret, studio.id, studio.region);
  const rows = await database
    .insert(apiKeys)
    .values({
      studioId: studio.id,
      name: readName("--name", name),
      hash: await sha256Hex(key),
      firstCharacters: firstCharactersOf(key),
      createdAt: Date.now(),
    })
    .returning({ id: apiKeys.id });
  // Nothing failed where nobody hears of it: a gate looks a key up that it does not know.
  const isLate = (await tellWithPauses(operator, studio.id)) === "failed";
  const late =
    "\nThe running service could not be told: it may refuse the key for some seconds when it is first used.\n";
  const nameless =
    "\nThe service's LINK_SECRET is not known here: the key works, but the service asks the database whose it is.\n";
  return `Key ${rows[0]?.id}, "${name}", of ${slug}. It is shown only now:\n\n  ${key}
${linkSecret === undefined ? nameless : ""}${isLate ? late : ""}`;
}

export async function listKeys({ database }: Operator, slug: string): Promise<string> {
  const studio = await studioBySlug(database, slug);
  const rows = await database.select().from(apiKeys).where(eq(apiKeys.studioId, studio.id)).orderBy(apiKeys.id);
  if (rows.length === 0) return `${slug} has no keys yet.`;
  return table([
    ["ID", "CREATED (UTC)", "REVOKED (UTC)", "NAME"],
    ...rows.map(({ id, createdAt, revokedAt, name }) => [
      String(id),
      formatUtcMinute(createdAt),
      revokedAt === null ? "-" : formatUtcMinute(revokedAt),
      name,
    ]),
  ]);
}

export async function revokeKey(operator: Operator, slug: string, typedId: string): Promise<string> {
  if (!/^[1-9]\d{0,14}$/.test(typedId)) {
    throw new UserError(
      `A key's id is a number, not "${typedId}". npm run studio -- keys list ${slug} shows the keys of ${slug}.`,
    );
  }
  const id = Number(typedId);
  const { database } = operator;
  const studioId = sql<number>`(SELECT ${studios.id} FROM ${studios} WHERE ${studios.slug} = ${slug})`;
  const [key] = await database
    .update(apiKeys)
    .set({ revokedAt: Date.now() })
    .where(and(eq(apiKeys.id, id), eq(apiKeys.studioId, studioId), isNull(apiKeys.revokedAt)))
    .returning({ name: apiKeys.name, studioId: apiKeys.studioId });
  if (key !== undefined) {
    return toldOrFailed(operator, { id: key.studioId, slug }, `Key ${id}, "${key.name}", of ${slug} is revoked.`);
  }
  const [found] = await database
    .select({ slug: studios.slug, keyName: apiKeys.name })
    .from(studios)
    .leftJoin(apiKeys, and(eq(apiKeys.studioId, studios.id), eq(apiKeys.id, id)))
    .where(eq(studios.slug, slug));
  if (found === undefined) throw unknownStudio(slug);
  throw new UserError(
    found.keyName === null
      ? `${slug} has no key ${id}. npm run studio -- keys list ${slug} shows its keys.`
      : `Key ${id} of ${slug} is revoked already.`,
  );
}

/** @throws UserError if there is no studio with this slug */
export async function studioBySlug(
  database: OperatorDatabase,
  slug: string,
): Promise<{ id: number; plan: Plan; region: Region }> {
  const [studio] = await database
    .select({ id: studios.id, plan: studios.plan, region: studios.region })
    .from(studios)
    .where(eq(studios.slug, slug));
  if (studio === undefined) throw unknownStudio(slug);
  return studio;
}

export function unknownStudio(slug: string): UserError {
  return new UserError(`There is no studio "${slug}". npm run studio -- list shows all studios.`);
}

/**
 * Tells the service of a change that is in the database, and answers so.
 *
 * @param done what the command has done
 * @throws UserError where the service could not be told: the change does not hold yet
 */
async function toldOrFailed(
  operator: Operator,
  studio: { readonly id: number; readonly slug: string },
  done: string,
): Promise<string> {
  switch (await tellWithPauses(operator, studio.id)) {
    case "told":
      return `${done} The running service has been told: this holds from the next request on.`;
    case "no_service":
      throw new UserError(`${done} No running service was found to be told, so this does not hold yet for one that has \
served the studio before. Tell it once it runs: npm run studio -- tell ${studio.slug}`);
    case "failed":
      throw new UserError(`${done} The running service could not be told, so this does not hold yet: requests are \
admitted as before. Tell it again: npm run studio -- tell ${studio.slug}`);
  }
}

/** Before each try. */
const PAUSES_MILLISECONDS = [0, 500, 2000];

async function tellWithPauses({ findService }: Operator, studioId: number): Promise<"told" | "no_service" | "failed"> {
  const service = await findService();
  if (service === undefined) return "no_service";
  for (const pause of PAUSES_MILLISECONDS) {
    await delay(pause);
    if (await tellAccessChanged(service, studioId)) return "told";
  }
  return "failed";
}

function readPlan(typed: string): Plan {
  const plan = PLANS.find((known) => known === typed);
  if (plan === undefined) throw new UserError(`There is no plan "${typed}". There are: ${PLANS.join(", ")}.`);
  return plan;
}

/** A region of each jurisdiction, for the studio's record: its gate lives in the jurisdiction, wherever that puts it. */
const REGION_INSIDE: Record<(typeof JURISDICTIONS)[number], Region> = { eu: "eeur", fedramp: "enam" };

function readRegion(typed: string | undefined, place: DataPlace): Region {
  if ("jurisdiction" in place) {
    if (typed === undefined) return REGION_INSIDE[place.jurisdiction];
    throw new UserError(
      `Leave out --region: here every studio's requests are admitted in the jurisdiction ${place.jurisdiction}.`,
    );
  }
  if (typed === undefined) return place.location;
  const region = REGIONS.find((known) => known === typed);
  if (region === undefined) throw new UserError(`--region must be one of ${REGIONS.join(", ")}, not "${typed}".`);
  return region;
}

function readCurrency(typed: string): CurrencyId {
  const currency = CURRENCIES.find(({ code }) => code === typed.toUpperCase());
  if (currency === undefined) {
    throw new UserError(`--currency must be one of ${CURRENCIES.map(({ code }) => code).join(", ")}, not "${typed}".`);
  }
  return currency.id;
}

function readLocale(typed: string): string {
  const locale = localeOf(typed);
  if (locale === undefined) {
    throw new UserError(`--locale must be a language tag such as uk or en-GB, not "${typed}".`);
  }
  return locale;
}

/** A decimal with at most two fraction digits, as hundredths: minor units of an amount, basis points of a percentage. */
function readHundredths(option: string, kind: "an amount" | "a percentage", typed: string, max: number): number {
  const [, whole, fraction = ""] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed) ?? [];
  const hundredths = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  if (whole === undefined || hundredths > max * 100) {
    throw new UserError(
      `${option} must be ${kind} from 0 to ${max} with at most two decimals, such as 60 or 12.50, not "${typed}".`,
    );
  }
  return hundredths;
}

function formatUtcMinute(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ");
}
