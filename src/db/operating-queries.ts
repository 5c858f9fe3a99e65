// Operating queries, across studios: whether the database answers, the list of studios, jobs that wait for slices.

import { and, count, eq, sql } from "drizzle-orm";
import type { CurrencyId } from "../domain/currency.ts";
import type { Plan } from "../domain/plan.ts";
import type { Region } from "../domain/studio.ts";
import { areKeysInUse } from "./api-key-conditions.ts";
import { openDatabase } from "./database.ts";
import { apiKeys, slicingJobs, studios } from "./schema.ts";

/** A job that waits for a slice. Several jobs may wait for one slice. */
export interface WaitingJob {
  readonly jobId: string;
  readonly studioId: number;
  readonly sliceKey: string;
}

/** The possible difference between the clocks of two machines. */
const CLOCK_SKEW_MILLISECONDS = 60_000;

/** Reads a row of the database. @throws if it does not answer, or has no tables */
export async function askDatabase(binding: D1Database): Promise<void> {
  await openDatabase(binding).select({ id: studios.id }).from(studios).limit(1);
}

/** @param since the request time of the oldest of these slices, in milliseconds since 1970: none of their jobs is older */
export async function findWaitingJobs(
  binding: D1Database,
  sliceKeys: readonly string[],
  since: number,
): Promise<WaitingJob[]> {
  return openDatabase(binding).all<WaitingJob>(sql`
    SELECT ${slicingJobs.id} AS "jobId", ${slicingJobs.studioId} AS "studioId", item.value ->> 'sliceKey' AS "sliceKey"
    FROM ${slicingJobs}, json_each(${slicingJobs.items}) AS item
    WHERE ${slicingJobs.lastUsedAt} >= ${since - CLOCK_SKEW_MILLISECONDS}
      AND item.value ->> 'sliceKey' IN (SELECT value FROM json_each(${JSON.stringify(sliceKeys)}))`);
}

/** The slugs of these studios, by their ids. */
export async function findSlugs(
  binding: D1Database,
  studioIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const wanted = sql`${studios.id} IN (SELECT value FROM json_each(${JSON.stringify(studioIds)}))`;
  const rows = await openDatabase(binding).select({ id: studios.id, slug: studios.slug }).from(studios).where(wanted);
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

export interface ListedStudio {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly plan: Plan;
  readonly region: Region;
  readonly hourlyRateMinor: number;
  readonly currencyId: CurrencyId;
  /** Keys that are neither revoked nor ended. */
  readonly activeKeys: number;
}

/** All studios, the oldest first. */
export async function selectStudios(binding: D1Database): Promise<ListedStudio[]> {
  const { id, slug, title, plan, region, hourlyRateMinor, currencyId } = studios;
  return openDatabase(binding)
    .select({
      ...{ id, slug, title, plan, region, hourlyRateMinor, currencyId },
      activeKeys: count(apiKeys.id).as("active_keys"),
    })
    .from(studios)
    .leftJoin(apiKeys, and(eq(apiKeys.studioId, studios.id), areKeysInUse(Date.now())))
    .groupBy(studios.id)
    .orderBy(studios.id);
}

/** Undefined if another studio has the slug. */
export async function insertStudio(
  binding: D1Database,
  row: typeof studios.$inferInsert,
): Promise<typeof studios.$inferSelect | undefined> {
  const [studio] = await openDatabase(binding)
    .insert(studios)
    .values(row)
    .onConflictDoNothing({ target: studios.slug })
    .returning();
  return studio;
}
