// Clearing the inbox of a sender: closes new requests of one network, e-mail or phone, and opens them again.

import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { priceRequests } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import type { PersonId } from "../domain/ids.ts";

/** Traits by which requests are of one sender. */
export const SENDER_TRAITS = ["network", "email", "phone"] as const;
export type SenderTrait = (typeof SENDER_TRAITS)[number];

/** The number of new requests, by trait, that share it with one request, itself included. */
export type NewOfSender = Readonly<Record<SenderTrait, number>>;

const VALUE_OF: Readonly<Record<SenderTrait, SQL>> = {
  network: sql`${priceRequests.senderHash}`,
  email: sql`lower(json_extract(${priceRequests.contact}, '$.email'))`,
  phone: sql`json_extract(${priceRequests.contact}, '$.phoneNumber')`,
};

/** @param request finds the one request of the sender */
export function countNewOfSender(db: StudioDb, request: SQL): Statement<NewOfSender[]> {
  const count = (trait: SenderTrait) => sql<number>`coalesce(sum(${isOfSender(db, trait, request)}), 0)`;
  const counts = { network: count("network"), email: count("email"), phone: count("phone") };
  return db.selectFields(counts, priceRequests, eq(priceRequests.status, "new"));
}

export interface Cleared {
  readonly requests: number;
  /** By this, and the person, the closed requests are found again. */
  readonly closedAt: number;
}

/** Closes every new request that has the trait in common with this one. */
export async function clearSender(
  db: StudioDb,
  {
    requestId,
    personId,
    trait,
  }: { readonly requestId: number; readonly personId: PersonId; readonly trait: SenderTrait },
): Promise<Cleared> {
  const closedAt = Date.now();
  const closed = await db.update(
    priceRequests,
    { status: "closed", version: sql`${priceRequests.version} + 1`, personId, updatedAt: closedAt },
    and(eq(priceRequests.status, "new"), isOfSender(db, trait, eq(priceRequests.id, requestId))),
  );
  return { requests: closed.length, closedAt };
}

/** Makes requests new again that this person cleared at that moment, unless changed since. Answers their number. */
export async function restoreCleared(db: StudioDb, closedAt: number, personId: PersonId): Promise<number> {
  const restored = await db.update(
    priceRequests,
    { status: "new", version: sql`${priceRequests.version} + 1`, updatedAt: Date.now() },
    and(
      // As the index states it, which has closed requests only.
      sql`${priceRequests.status} = 'closed'`,
      isNull(priceRequests.answer),
      isNull(priceRequests.priceMinor),
      eq(priceRequests.personId, personId),
      eq(priceRequests.updatedAt, closedAt),
    ),
  );
  return restored.length;
}

/** An unknown trait, such as the network, is in common with no other request. */
function isOfSender(db: StudioDb, trait: SenderTrait, request: SQL): SQL {
  return sql`${VALUE_OF[trait]} = ${db.valuesOf(VALUE_OF[trait], priceRequests, request)}`;
}
