// Idempotency keys: one row per key in use, claimed while its request runs, then holding the response to replay.

import { check, index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
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
    /** Hash of method, path, fields and file hashes: what makes two requests the same. */
    fingerprint: text().notNull(),
    /** Kept by the rows that the request writes: tells after a crash whether they were written. */
    requestKey: text().notNull(),
    claimedAt: moment().notNull(),
    /** Until when the request that holds the key lives for certain; it renews this while it runs. */
    heldUntil: moment().notNull().default(0),
    /** Null while the request runs. */
    response: text({ mode: "json" }).$type<KeptResponse>(),
  },
  (table) => [
    primaryKey({ columns: [table.studioId, table.key] }),
    index("idempotency_keys_by_age").on(table.claimedAt),
    check("idempotency_keys_response", jsonOf(table.response, "object")),
  ],
);
