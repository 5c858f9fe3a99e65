// Parcel store: an order's one parcel, from the note asked for to its number and its deletion.
//
// A note has a row before the carrier is asked for it, so that an answer that is lost makes no second note.

import { and, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { StoredNote } from "../db/column-types.ts";
import { orders, parcels } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import type { StoredDelivery } from "../domain/delivery.ts";
import { ChangedMeanwhile, NotFound } from "../domain/errors.ts";
import type { PersonId } from "../domain/ids.ts";
import { type DeliveryDifferences, deliveryDifferences, detailsOf, storedDelivery } from "../orders/delivery.ts";
import { writeChanges } from "../orders/order-history.store.ts";
import type { MadeNote } from "../platform/carrier/carrier.ts";

export type Parcel = typeof parcels.$inferSelect;
export type ParcelOrder = typeof orders.$inferSelect;

/** A note is looked for at the carrier this long after it was asked for: until then its answer may come. Milliseconds. */
export const ANSWER_MILLISECONDS = 120_000;

/** A write that another change came before is tried again with the order as it then is. */
const MAX_TRIES = 3;

export function isOfParcel({ id }: Pick<Parcel, "id">): SQL {
  // Never undefined: both conditions are given.
  return and(eq(parcels.id, id), isNull(parcels.removedAt)) as SQL;
}

/** @throws NotFound for another studio's order, or one that is not there */
export async function readParcel(
  db: StudioDb,
  orderId: number,
): Promise<{ readonly order: ParcelOrder; readonly parcel: Parcel | undefined }> {
  const [[order], [parcel]] = await db.batch([
    db.select(orders, eq(orders.id, orderId)),
    db.select(parcels, and(eq(parcels.orderId, orderId), isNull(parcels.removedAt))),
  ]);
  if (order === undefined) throw new NotFound();
  return { order, parcel };
}

export interface NoteToAsk {
  readonly orderId: number;
  /** The order's version that the person saw. */
  readonly version: number;
  readonly personId: PersonId;
  readonly reference: string;
  readonly note: StoredNote;
  /** The order's delivery with the address of the note. */
  readonly delivery: StoredDelivery;
}

/**
 * Writes the note that the carrier is asked for next, and its address into the order. A typed number that is followed gives way to it.
 *
 * @throws ChangedMeanwhile if the order has a note already, or is no longer as the person saw it
 */
export async function beginNote(db: StudioDb, asked: NoteToAsk, order: ParcelOrder): Promise<Parcel> {
  const { orderId, version, personId, reference, note, delivery } = asked;
  const now = Date.now();
  const ofOrder = and(eq(parcels.orderId, orderId), isNull(parcels.removedAt));
  const isFree = sql`NOT EXISTS ${db.valuesOf(sql`1`, parcels, and(ofOrder, sql`${parcels.note} IS NOT NULL`))}`;
  const isAsSeen = sql`EXISTS ${db.valuesOf(sql`1`, orders, and(eq(orders.id, orderId), eq(orders.version, version)))}`;
  const writes = [
    db.delete(parcels, ofOrder),
    db.insert(parcels, { orderId, reference, note, nextLookAt: now + ANSWER_MILLISECONDS, createdAt: now }),
  ];
  const differences = deliveryDifferences(order.delivery, delivery);
  if (Object.keys(differences).length === 0) {
    if ((await db.batchIf([isFree, isAsSeen], writes)) === undefined) throw new ChangedMeanwhile();
  } else {
    const change = { orderId, seenVersion: version, personId, delivery, comment: null, conditions: [isFree] };
    await writeChanges(db, [{ ...change, changes: { delivery: differences } }], writes, []);
  }
  const [parcel] = await db.select(parcels, ofOrder);
  if (parcel === undefined) throw new Error("a note that was begun cannot be read");
  return parcel;
}

/** Writes the note that the carrier has made, into the order too. A note that another call has written is left as it is. */
export async function endNote(db: StudioDb, parcel: Parcel, made: MadeNote, personId: PersonId | null): Promise<void> {
  const { ref: noteRef, trackingNumber, costMinor, deliveredOn } = made;
  const now = Date.now();
  const isOpen = and(isOfParcel(parcel), isNull(parcels.trackingNumber));
  await changeOrderOf(db, parcel, (order) => ({
    condition: sql`EXISTS ${db.valuesOf(sql`1`, parcels, isOpen)}`,
    delivery: storedDelivery({
      ...detailsOf(order.delivery),
      ...{ trackingNumber, deliveryStatus: null, scheduledDeliveryDate: deliveredOn, actualDeliveryDate: null },
    }),
    event: "note_made",
    personId,
    writes: [db.update(parcels, { noteRef, trackingNumber, costMinor, nextLookAt: now }, isOpen)],
  }));
}

/** Forgets the note that the carrier has refused, or never made: the order may have another. */
export async function dropNote(db: StudioDb, parcel: Parcel): Promise<void> {
  const isOpen = and(isOfParcel(parcel), isNull(parcels.trackingNumber));
  await db.batch([db.delete(parcels, isOpen), followTyped(db, parcel)]);
}

/** A number of the order that was typed is followed, unless the order has a note. */
function followTyped(db: StudioDb, { orderId }: Parcel) {
  const typed = sql`(${orders.delivery} ->> 'trackingNumber')`;
  const now = Date.now();
  return db.insertFrom(
    parcels,
    {
      orderId: sql`${orders.id}`,
      reference: sql`lower(hex(randomblob(16)))`,
      trackingNumber: typed,
      nextLookAt: now,
      createdAt: now,
    },
    sql`${orders} WHERE ${orders.studioId} = ${db.studioId} AND ${orders.id} = ${orderId} AND ${typed} <> ''`,
  );
}

/** Takes away the note that the carrier has deleted, and its number from the order. */
export async function removeDeletedNote(db: StudioDb, parcel: Parcel, personId: PersonId): Promise<void> {
  await changeOrderOf(db, parcel, (order) => ({
    condition: sql`EXISTS ${db.valuesOf(sql`1`, parcels, isOfParcel(parcel))}`,
    delivery:
      order.delivery?.trackingNumber === parcel.trackingNumber
        ? storedDelivery({
            ...detailsOf(order.delivery),
            ...{ trackingNumber: null, deliveryStatus: null, scheduledDeliveryDate: null, actualDeliveryDate: null },
          })
        : order.delivery,
    event: "note_deleted",
    personId,
    writes: [
      db.update(parcels, { removedAt: Date.now(), nextLookAt: null }, isOfParcel(parcel)),
      followTyped(db, parcel),
    ],
  }));
}

interface ChangeOfOrder {
  readonly condition: SQL;
  readonly delivery: StoredDelivery | null;
  readonly event: "note_made" | "note_deleted";
  readonly personId: PersonId | null;
  readonly writes: Parameters<typeof writeChanges>[2];
}

/** A change that came between is no hindrance: the delivery is taken from the order as it then is. */
async function changeOrderOf(
  db: StudioDb,
  { orderId, id }: Parcel,
  changeOf: (order: ParcelOrder) => ChangeOfOrder,
): Promise<void> {
  for (let left = MAX_TRIES; ; left--) {
    const { order, parcel } = await readParcel(db, orderId);
    const { condition, delivery, event, personId, writes } = changeOf(order);
    // Another call has written it.
    if (parcel?.id !== id || (event === "note_made" && parcel.trackingNumber !== null)) return;
    const differences: DeliveryDifferences = deliveryDifferences(order.delivery, delivery);
    const hasDifferences = Object.keys(differences).length > 0;
    const change = {
      orderId,
      seenVersion: order.version,
      conditions: [condition],
      delivery: hasDifferences ? delivery : undefined,
      comment: null,
      changes: { ...(hasDifferences ? { delivery: differences } : {}), parcel: event },
      personId,
    };
    try {
      await writeChanges(db, [change], writes, []);
      return;
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || left === 1) throw error;
    }
  }
}

/** The parcels to look at, the longest due first. */
export async function dueParcels(db: StudioDb, now: number, limit: number): Promise<Parcel[]> {
  return db.select(parcels, lte(parcels.nextLookAt, now), parcels.nextLookAt, limit);
}
