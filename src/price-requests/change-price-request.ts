// Changing a price request: the studio answers, withdraws a price, closes or reopens it.
//
// A change to an older version is refused, and any change once the customer has accepted the price.

import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { NamedPrice } from "../db/column-types.ts";
import { priceRequests } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { ChangedMeanwhile, NotFound } from "../domain/errors.ts";
import type { PersonId } from "../domain/ids.ts";
import type { PriceRequestStatus } from "../domain/price-request.ts";
import { answerMessages, requestMessages } from "../outbox/outbox.store.ts";
import { sumOfNamedPrice } from "./named-price.ts";
import type { PriceRequest } from "./price-request.store.ts";

/** The request that a person changes, and the version that they saw. */
export interface SeenRequest {
  readonly requestId: number;
  readonly version: number;
  readonly personId: PersonId;
}

/** Either is null if it is not given, but not both. */
export interface RequestAnswer {
  readonly answer: string | null;
  readonly namedPrice: NamedPrice | null;
}

/**
 * Writes the answer that the customer sees, in place of an earlier one. A closed request is open again by it.
 *
 * @throws NotFound, ChangedMeanwhile
 */
export function answerRequest(
  db: StudioDb,
  seen: SeenRequest,
  { answer, namedPrice }: RequestAnswer,
): Promise<PriceRequest> {
  return change(db, seen, () => ({ status: "answered", answer, ...priceColumns(namedPrice) }));
}

/** Takes the price back. Without another answer, the request is new again. @throws NotFound, ChangedMeanwhile */
export function withdrawPrice(db: StudioDb, seen: SeenRequest): Promise<PriceRequest> {
  return change(db, seen, ({ answer, status }) => ({
    status: answer === null && status === "answered" ? "new" : status,
    ...priceColumns(null),
  }));
}

function priceColumns(namedPrice: NamedPrice | null) {
  return { namedPrice, priceMinor: namedPrice === null ? null : sumOfNamedPrice(namedPrice) };
}

/** @throws NotFound, ChangedMeanwhile */
export function closeRequest(db: StudioDb, seen: SeenRequest): Promise<PriceRequest> {
  return change(db, seen, () => ({ status: "closed" }));
}

/** Opens it again: as answered if it has an answer. @throws NotFound, ChangedMeanwhile */
export function reopenRequest(db: StudioDb, seen: SeenRequest): Promise<PriceRequest> {
  return change(db, seen, ({ answer, namedPrice }) => ({
    status: answer === null && namedPrice === null ? "new" : "answered",
  }));
}

/**
 * Asks the studio for a price once more: the request is new again, with the earlier answer and price in it, and staff are told as of a
 * new one.
 *
 * @returns undefined if it is no longer as it was seen
 */
export async function askPriceAnew(
  db: StudioDb,
  { requestId, version }: Omit<SeenRequest, "personId">,
): Promise<PriceRequest | undefined> {
  // Person and time of the last change stay those of the studio's own.
  const anew = { status: "new", version: version + 1 } as const;
  const isRequest = eq(priceRequests.id, requestId);
  const written = await db.batchIf(
    [isAsSeen(db, { requestId, version })],
    [db.update(priceRequests, anew, isRequest), requestMessages(db, isRequest, Date.now())],
  );
  return written?.[0][0];
}

/** The request has this version, and has become no order. */
export function isAsSeen(db: StudioDb, { requestId, version }: Omit<SeenRequest, "personId">): SQL {
  const { id, version: current, orderId } = priceRequests;
  const isSeen = and(eq(id, requestId), eq(current, version), isNull(orderId));
  return sql`EXISTS ${db.valuesOf(sql`1`, priceRequests, isSeen)}`;
}

async function change(
  db: StudioDb,
  { requestId, version, personId }: SeenRequest,
  toBe: (
    request: PriceRequest,
  ) => Partial<RequestAnswer> & { readonly status: PriceRequestStatus; readonly priceMinor?: number | null },
): Promise<PriceRequest> {
  const [request] = await db.select(priceRequests, eq(priceRequests.id, requestId));
  if (request === undefined) throw new NotFound();
  const now = Date.now();
  const to = toBe(request);
  const isRequest = eq(priceRequests.id, requestId);
  const update = db.update(priceRequests, { ...to, version: version + 1, personId, updatedAt: now }, isRequest);
  // The batch compares the version: another change may come between, of which the customer must not be told as of this one.
  const written = await db.batchIf(
    [isAsSeen(db, { requestId, version })],
    [update, ...(to.answer === undefined ? [] : [answerMessages(db, isRequest, now)])],
  );
  const changed = written?.[0][0];
  if (changed === undefined) throw new ChangedMeanwhile();
  return changed;
}
