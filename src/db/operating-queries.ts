// Operating queries, across studios: whether the database answers, and which jobs wait for which slices.

import { sql } from "drizzle-orm";
import { openDatabase } from "./database.ts";
import { slicingJobs, studios } from "./schema.ts";

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
