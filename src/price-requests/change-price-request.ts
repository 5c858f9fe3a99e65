// Changing a price request: the studio answers, closes or reopens it. A change to an older version is refused.

import { and, eq } from "drizzle-orm";
import { priceRequests } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { ChangedMeanwhile, NotFound } from "../domain/errors.ts";
import type { PersonId } from "../domain/ids.ts";
import type { PriceRequestStatus } from "../domain/price-request.ts";
import type { PriceRequest } from "./price-request.store.ts";

/** The request that a person changes, and the version that they saw. */
export interface SeenRequest {
  readonly requestId: number;
  readonly version: number;
  readonly personId: PersonId;
}

/**
 * Writes the answer that the customer sees, in place of an earlier one. A closed request is open again by it.
 *
 * @throws NotFound, ChangedMeanwhile
 */
export function answerRequest(db: StudioDb, seen: SeenRequest, answer: string): Promise<PriceRequest> {
  return change(db, seen, () => ({ status: "answered", answer }));
}

/** @throws NotFound, ChangedMeanwhile */
export function closeRequest(db: StudioDb, seen: SeenRequest): Promise<PriceRequest> {
  return change(db, seen, () => ({ status: "closed" }));
}

/** Opens it again: as answered if it has an answer. @throws NotFound, ChangedMeanwhile */
export function reopenRequest(db: StudioDb, seen: SeenRequest): Promise<PriceRequest> {
  return change(db, seen, ({ answer }) => ({ status: answer === null ? "new" : "answered" }));
}

async function change(
  db: StudioDb,
  { requestId, version, personId }: SeenRequest,
  toBe: (request: PriceRequest) => { readonly status: PriceRequestStatus; readonly answer?: string },
): Promise<PriceRequest> {
  const [request] = await db.select(priceRequests, eq(priceRequests.id, requestId));
  if (request === undefined) throw new NotFound();
  // The write compares the version: another change may come between.
  const [changed] = await db.update(
    priceRequests,
    { ...toBe(request), version: version + 1, personId, updatedAt: Date.now() },
    and(eq(priceRequests.id, requestId), eq(priceRequests.version, version)),
  );
  if (changed === undefined) throw new ChangedMeanwhile();
  return changed;
}
