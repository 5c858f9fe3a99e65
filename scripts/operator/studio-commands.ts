// What the operator can do to studios and keys. Each command checks what it was given, changes the database in one
// statement and answers what is to be printed.

import { and, count, eq, isNull, sql } from "drizzle-orm";
import { apiKeys, studios } from "../../src/db/schema.ts";
import { CURRENCIES, type CurrencyId, currencyOf } from "../../src/domain/currency.ts";
import { formatMinorUnits, minorUnits } from "../../src/domain/money.ts";
import { hourlyLimitOf, PLANS, type Plan } from "../../src/domain/plan.ts";
import { createApiKey } from "../../src/gate/api-key.ts";
import { sha256Hex } from "../../src/platform/sha256.ts";
import { table } from "../text-table.ts";
import { UserError } from "../user-error.ts";
import type { OperatorDatabase } from "./d1-execute.ts";
import { type RunningService, tellAccessChanged } from "./running-service.ts";

export interface Operator {
  readonly database: OperatorDatabase;
  /** The service that works on this database, if it is known where it runs. */
  readonly service: () => Promise<RunningService | undefined>;
}

/** A studio as it was typed. */
export interface TypedStudio {
  readonly slug: string;
  readonly title: string;
  readonly plan: string;
  readonly currency: string;
  readonly locale: string;
  readonly hourlyRate: string;
  readonly setupCost: string;
  readonly minimumPrice: string;
  readonly markup: string;
}

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export async function createStudio({ database }: Operator, typed: TypedStudio): Promise<string> {
  const { slug, title } = typed;
  if (!SLUG.test(slug) || slug.length > 63) {
    throw new UserError(`--slug must be small letters, digits and single hyphens, at most 63 of them: not "${slug}".`);
  }
  const rows = await database
    .insert(studios)
    .values({
      slug,
      title,
      plan: readPlan(typed.plan),
      locale: readLocale(typed.locale),
      currencyId: readCurrency(typed.currency),
      hourlyRateMinor: readHundredths(typed.hourlyRate, "--hourly-rate"),
      setupCostMinor: readHundredths(typed.setupCost, "--setup-cost"),
      minimumPriceMinor: readHundredths(typed.minimumPrice, "--minimum-price"),
      markupBasisPoints: readHundredths(typed.markup, "--markup"),
      createdAt: Date.now(),
    })
    .onConflictDoNothing({ target: studios.slug })
    .returning({ id: studios.id });
  const [studio] = rows;
  if (studio === undefined) throw new UserError(`There is a studio with the slug "${slug}" already.`);
  return `Studio ${studio.id}, "${title}" (${slug}), was created. A key for it: npm run studio -- keys create ${slug} --name …`;
}

export async function listStudios({ database }: Operator): Promise<string> {
  const rows = await database
    .select({
      id: studios.id,
      slug: studios.slug,
      plan: studios.plan,
      hourlyRate: studios.hourlyRateMinor,
      currencyId: studios.currencyId,
      title: studios.title,
      keys: count(apiKeys.id).as("keys_in_force"),
    })
    .from(studios)
    .leftJoin(apiKeys, and(eq(apiKeys.studioId, studios.id), isNull(apiKeys.revokedAt)))
    .groupBy(studios.id)
    .orderBy(studios.id);
  if (rows.length === 0) return "There are no studios yet.";
  return table([
    ["ID", "SLUG", "PLAN", "KEYS", "HOURLY RATE", "TITLE"],
    ...rows.map(({ id, slug, plan, keys, hourlyRate, currencyId, title }) => [
      String(id),
      slug,
      plan,
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
  return `${slug} has the plan ${plan} now. ${await tellService(operator, studio.id)}`;
}

export async function createKey({ database }: Operator, slug: string, name: string): Promise<string> {
  const studio = await requireStudio(database, slug);
  if (hourlyLimitOf(studio.plan) === null) {
    throw new UserError(`${slug} has the plan ${studio.plan}, which includes no API access: change the plan first.`);
  }
  const key = createApiKey();
  const rows = await database
    .insert(apiKeys)
    .values({ studioId: studio.id, name, hash: await sha256Hex(key), createdAt: Date.now() })
    .returning({ id: apiKeys.id });
  return `Key ${rows[0]?.id}, "${name}", of ${slug}. It is shown this once:\n\n  ${key}\n`;
}

export async function listKeys({ database }: Operator, slug: string): Promise<string> {
  const studio = await requireStudio(database, slug);
  const rows = await database.select().from(apiKeys).where(eq(apiKeys.studioId, studio.id)).orderBy(apiKeys.id);
  if (rows.length === 0) return `${slug} has no keys yet.`;
  return table([
    ["ID", "CREATED", "REVOKED", "NAME"],
    ...rows.map(({ id, createdAt, revokedAt, name }) => [
      String(id),
      readableMoment(createdAt),
      revokedAt === null ? "-" : readableMoment(revokedAt),
      name,
    ]),
  ]);
}

export async function revokeKey(operator: Operator, slug: string, typedId: string): Promise<string> {
  if (!/^[1-9]\d{0,14}$/.test(typedId)) throw new UserError(`A key id is a number, not "${typedId}".`);
  const id = Number(typedId);
  const { database } = operator;
  const studioId = sql<number>`(SELECT ${studios.id} FROM ${studios} WHERE ${studios.slug} = ${slug})`;
  const [key] = await database
    .update(apiKeys)
    .set({ revokedAt: Date.now() })
    .where(and(eq(apiKeys.id, id), eq(apiKeys.studioId, studioId), isNull(apiKeys.revokedAt)))
    .returning({ name: apiKeys.name, studioId: apiKeys.studioId });
  if (key !== undefined) {
    return `Key ${id}, "${key.name}", of ${slug} is revoked. ${await tellService(operator, key.studioId)}`;
  }
  const [found] = await database
    .select({ slug: studios.slug, keyName: apiKeys.name })
    .from(studios)
    .leftJoin(apiKeys, and(eq(apiKeys.studioId, studios.id), eq(apiKeys.id, id)))
    .where(eq(studios.slug, slug));
  if (found === undefined) throw unknownStudio(slug);
  throw new UserError(
    found.keyName === null ? `${slug} has no key ${id}.` : `Key ${id} of ${slug} is revoked already.`,
  );
}

async function requireStudio(database: OperatorDatabase, slug: string): Promise<{ id: number; plan: Plan }> {
  const [studio] = await database
    .select({ id: studios.id, plan: studios.plan })
    .from(studios)
    .where(eq(studios.slug, slug));
  if (studio === undefined) throw unknownStudio(slug);
  return studio;
}

export function unknownStudio(slug: string): UserError {
  return new UserError(`There is no studio "${slug}". npm run studio -- list shows those there are.`);
}

async function tellService({ service }: Operator, studioId: number): Promise<string> {
  const running = await service();
  const told = running !== undefined && (await tellAccessChanged(running, studioId));
  return told
    ? "The running service has been told: it holds from the next request on."
    : "No running service could be told: one that runs learns of it by itself within 60 seconds.";
}

function readPlan(typed: string): Plan {
  const plan = PLANS.find((known) => known === typed);
  if (plan === undefined) throw new UserError(`There is no plan "${typed}". There are: ${PLANS.join(", ")}.`);
  return plan;
}

function readCurrency(typed: string): CurrencyId {
  const currency = CURRENCIES.find(({ code }) => code === typed.toUpperCase());
  if (currency === undefined) {
    throw new UserError(
      `There is no currency "${typed}". There are: ${CURRENCIES.map(({ code }) => code).join(", ")}.`,
    );
  }
  return currency.id;
}

function readLocale(typed: string): string {
  try {
    return new Intl.Locale(typed).toString();
  } catch {
    throw new UserError(`--locale must be a language such as uk or en-GB, not "${typed}".`);
  }
}

/** An amount or a percentage with up to two decimals, as hundredths. */
function readHundredths(typed: string, option: string): number {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed);
  if (match === null) throw new UserError(`${option} must be a number such as 60 or 12.50, not "${typed}".`);
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

function readableMoment(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ");
}
