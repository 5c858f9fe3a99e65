// Quotes that a visitor keeps by a link, for 14 days.
//
// The database has the link's token as its SHA-256 only.

import { and, eq, gt, sql } from "drizzle-orm";
import type { KeptQuote } from "../db/column-types.ts";
import { keptQuotes, models } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { keepForVisitors } from "../models/model-use.ts";
import { tokenHashOf } from "../platform/secret-token.ts";
import { sha256Hex } from "../platform/sha256.ts";

const KEPT_MILLISECONDS = 14 * 86_400_000;

/** Keeps a quote, and its models as long. One that is kept already stays as it was. Returns the end of its keeping. */
export async function keepQuote(db: StudioDb, token: string, quote: KeptQuote): Promise<number> {
  const tokenHash = await sha256Hex(token);
  const now = Date.now();
  const expiresAt = now + KEPT_MILLISECONDS;
  const { items, products = [], totalMinor, currencyId, priority = null } = quote;
  const kept = { items, ...(products.length === 0 ? {} : { products }), totalMinor, currencyId, priority };
  const row = { tokenHash, quote: kept, createdAt: now, expiresAt };
  const contents = [...new Set(items.map(({ sha256 }) => sha256))];
  const [[standing]] = await db.batch([
    // Setting the hash to itself changes nothing, but answers the row that is there already.
    db.insert(keptQuotes, row, { target: [keptQuotes.tokenHash], set: { tokenHash } }),
    keepForVisitors(db, contents, expiresAt),
  ]);
  return standing?.expiresAt ?? expiresAt;
}

/**
 * The statements that read the quote of a link's token, and its models: no row if it was never kept at this studio, or has
 * expired.
 */
export async function keptQuoteReads(token: string) {
  // No row has an empty hash.
  const tokenHash = (await tokenHashOf(token)) ?? "";
  const now = Date.now();
  return (db: StudioDb) => {
    const isOfLink = and(eq(keptQuotes.tokenHash, tokenHash), gt(keptQuotes.expiresAt, now));
    const quote = db.valuesOf(keptQuotes.quote, keptQuotes, isOfLink);
    const contents = sql`(SELECT item.value ->> 'sha256' FROM json_each(${quote}, '$.items') AS item)`;
    return { kept: db.select(keptQuotes, isOfLink), models: db.select(models, sql`${models.sha256} IN ${contents}`) };
  };
}
