// Unfinished work of all studios, for the operator: the slices that wait or run, with their studios and jobs.

import { findSlugs, findWaitingJobs } from "../db/operating-queries.ts";
import type { UnfinishedWork } from "../domain/print/slicing.ts";
import type { Env } from "../env.ts";
import { primaryOf } from "../platform/d1.ts";

/** As many as a person reads through. */
const MAX_LISTED = 100;

/** @throws the platform's error if the slicer or the database does not answer */
export async function readUnfinishedWork(env: Env): Promise<UnfinishedWork> {
  const [{ engine }, { total, slices }] = await Promise.all([env.SLICER.health(), env.SLICER.unfinished(MAX_LISTED)]);
  const [oldest] = slices;
  if (oldest === undefined) return { engine, total, slices: [] };
  const database = primaryOf(env.DB);
  const sliceKeys = slices.map(({ sliceKey }) => sliceKey);
  const studioIds = [...new Set(slices.map(({ studioId }) => studioId))];
  const [jobs, slugs] = await Promise.all([
    findWaitingJobs(database, sliceKeys, oldest.queuedAt),
    findSlugs(database, studioIds),
  ]);
  const listed = slices.map((slice) => {
    const own = jobs.filter(({ sliceKey, studioId }) => sliceKey === slice.sliceKey && studioId === slice.studioId);
    return { ...slice, studio: slugs.get(slice.studioId) ?? null, jobIds: own.map(({ jobId }) => jobId) };
  });
  return { engine, total, slices: listed };
}
