// Idempotency keys: one row per key in use, claimed while its request runs, then holding the response to replay.
//
// Retention finds the old rows by their rowids, which grow with the time of the claim. An index of that time would be one more row
// written for each keyed request.

import { check, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { jsonOf, moment, studioId } from "../db/schema.ts";

/** The response that a key replays. */
export interface KeptResponse {
  readonly status: number;
  readonly location: string | null;
  readonly body: string;
}

export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    studioId: studioId(),
    key: text().notNull(),
    /** Hash of method, path, fields and file hashes: equal for repetitions of a request. */
    fingerprint: text().notNull(),
    /** Stands in the rows that the request writes: their presence after a crash tells whether the work was done. */
    requestKey: text().notNull(),
    claimedAt: moment().notNull(),
    /** The request that holds the key is certain to live until then; it renews this while it runs. */
    heldUntil: moment().notNull().default(0),
    /** Null while the request runs. */
    response: text({ mode: "json" }).$type<KeptResponse>(),
  },
  (table) => [
    primaryKey({ columns: [table.studioId, table.key] }),
    check("idempotency_keys_response", jsonOf(table.response, "object")),
  ],
);
