// Prices of the platform in US dollars, beyond the included use, and an operation's price by its counts.
//
// Each price stands with the page of Cloudflare's documentation that states it. All pages were read in stored copies of
// cloudflare/cloudflare-docs on 2026-11-23; look at the pages for today's.

import type { Counts } from "../workers/counts.ts";

/** For a million of each. */
const DOLLARS_PER_MILLION = {
  /** https://developers.cloudflare.com/workers/platform/pricing/: static files and calls of other Workers are free. */
  requests: 0.3,
  /** https://developers.cloudflare.com/workers/platform/pricing/ */
  processorMilliseconds: 0.02,
  /** https://developers.cloudflare.com/d1/platform/pricing/, and the same for SQLite in objects. */
  rowsRead: 0.001,
  /** https://developers.cloudflare.com/d1/platform/pricing/: a row of an index counts as one of a table. */
  rowsWritten: 1,
  /** https://developers.cloudflare.com/kv/platform/pricing/: by key, also within a bulk read. */
  kvKeysRead: 0.5,
  kvKeysWritten: 5,
  /** https://developers.cloudflare.com/r2/pricing/, class A: put, and each step of a multipart upload. */
  r2Writes: 4.5,
  /** https://developers.cloudflare.com/r2/pricing/, class B: get and head. Deletion is free. */
  r2Reads: 0.36,
  /** https://developers.cloudflare.com/durable-objects/platform/pricing/: each call, and each alarm. */
  objectCalls: 0.15,
  /** https://developers.cloudflare.com/durable-objects/platform/pricing/: 128 MB for each second of an active object. */
  objectGigabyteSeconds: 12.5,
} as const;

/** For a gigabyte and month. https://developers.cloudflare.com/workers/platform/pricing/ lists all four. */
export const DOLLARS_PER_GIGABYTE_MONTH = { d1: 0.75, objects: 0.2, kv: 0.5, r2: 0.015 } as const;

/** Assumed: an object is active for this long at each call. */
const ASSUMED_OBJECT_MILLISECONDS = 10;
const OBJECT_GIGABYTES = 0.128;

/** R2's methods by class; those that are free are in neither. */
const R2_WRITES = ["put", "createMultipartUpload", "uploadPart", "complete", "list"];
const R2_READS = ["get", "head"];

/** The counts of an operation that are billed. */
export interface BilledCounts {
  readonly rowsRead: number;
  readonly rowsWritten: number;
  readonly kvKeysRead: number;
  readonly r2Writes: number;
  readonly r2Reads: number;
  readonly objectCalls: number;
  readonly objectRowsRead: number;
  readonly objectRowsWritten: number;
}

export function billed({ r2, ...counts }: Counts): BilledCounts {
  const { rowsRead, rowsWritten, kvKeysRead, objectCalls, objectRowsRead, objectRowsWritten } = counts;
  const callsOf = (methods: readonly string[]) => methods.reduce((sum, method) => sum + (r2[method] ?? 0), 0);
  return {
    rowsRead,
    rowsWritten,
    kvKeysRead,
    r2Writes: callsOf(R2_WRITES),
    r2Reads: callsOf(R2_READS),
    objectCalls,
    objectRowsRead,
    objectRowsWritten,
  };
}

/** US dollars for a million operations with these counts, each one request. */
export function dollarsPerMillion(counts: BilledCounts, processorMilliseconds: number): number {
  const prices = DOLLARS_PER_MILLION;
  const objectSeconds = (counts.objectCalls * ASSUMED_OBJECT_MILLISECONDS) / 1000;
  return (
    prices.requests +
    processorMilliseconds * prices.processorMilliseconds +
    (counts.rowsRead + counts.objectRowsRead) * prices.rowsRead +
    (counts.rowsWritten + counts.objectRowsWritten) * prices.rowsWritten +
    counts.kvKeysRead * prices.kvKeysRead +
    counts.r2Writes * prices.r2Writes +
    counts.r2Reads * prices.r2Reads +
    counts.objectCalls * prices.objectCalls +
    objectSeconds * OBJECT_GIGABYTES * prices.objectGigabyteSeconds
  );
}
