// Inbox store: a studio's price requests of one status, newest first, and the number of each.

import { and, eq, lt, sql } from "drizzle-orm";
import { attachments, priceRequestItems, priceRequests } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { PRICE_REQUEST_STATUSES, type PriceRequestStatus } from "../domain/price-request.ts";
import { attachmentsOf } from "./attachments.store.ts";
import type { PriceRequest } from "./price-request.store.ts";

const PAGE_REQUESTS = 50;
/** Counting ends here: the requests of many years are not read for a number. */
export const MAX_COUNTED_REQUESTS = 99;

export interface Inbox {
  readonly requests: readonly { readonly request: PriceRequest; readonly fileNames: readonly string[] }[];
  readonly counts: ReadonlyMap<PriceRequestStatus, number>;
  /** The id before which the next, older page begins; null on the last one. */
  readonly olderThan: number | null;
}

/** @param before an id: only older requests; undefined: from the newest on */
export async function readInbox(db: StudioDb, status: PriceRequestStatus, before: number | undefined): Promise<Inbox> {
  const wanted = and(eq(priceRequests.status, status), before === undefined ? undefined : lt(priceRequests.id, before));
  const newestFirst = sql`${priceRequests.id} DESC`;
  // One more than a page shows tells whether there is another.
  const ids = db.firstIds(priceRequests, wanted, newestFirst, PAGE_REQUESTS + 1);
  const [found, items, attached, [counted]] = await db.batch([
    db.select(priceRequests, wanted, newestFirst, PAGE_REQUESTS + 1),
    db.select(priceRequestItems, sql`${priceRequestItems.requestId} IN ${ids}`, priceRequestItems.position),
    attachmentsOf(db, sql`${attachments.requestId} IN ${ids}`),
    db.countsUpTo(
      MAX_COUNTED_REQUESTS + 1,
      priceRequests,
      Object.fromEntries(PRICE_REQUEST_STATUSES.map((one) => [one, eq(priceRequests.status, one)])),
    ),
  ]);
  const shown = found.slice(0, PAGE_REQUESTS);
  return {
    requests: shown.map((request) => ({
      request,
      fileNames: [
        ...items.filter(({ requestId }) => requestId === request.id).map(({ originalFileName }) => originalFileName),
        ...attached.filter(({ requestId }) => requestId === request.id).map(({ fileName }) => fileName),
      ],
    })),
    counts: new Map(PRICE_REQUEST_STATUSES.map((one) => [one, counted?.[one] ?? 0])),
    olderThan: found.length > PAGE_REQUESTS ? (shown.at(-1)?.id ?? null) : null,
  };
}
