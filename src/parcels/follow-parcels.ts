// Following a studio's parcels: the carrier's statuses by batches, written into the orders, which they complete.

import { and, eq, sql } from "drizzle-orm";
import { inValues } from "../db/in-values.ts";
import { orders, parcels } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import type { CarrierFault } from "../domain/carrier/carriers.ts";
import { ENDED_PARCEL_STATES, type ParcelState } from "../domain/carrier/parcel.ts";
import { trackingAddress } from "../domain/carrier/tracking-address.ts";
import type { StoredDelivery } from "../domain/delivery.ts";
import { ChangedMeanwhile } from "../domain/errors.ts";
import { movesFrom } from "../domain/order.ts";
import { deliveryDifferences } from "../orders/delivery.ts";
import { writeChanges } from "../orders/order-history.store.ts";
import { returnMessages } from "../outbox/outbox.store.ts";
import { MAX_STATUSES, type ParcelStatus } from "../platform/carrier/carrier.ts";
import { nextLook } from "./look-pause.ts";
import { type AskCarrier, reconcileNotes } from "./make-note.ts";
import { dueParcels, isOfParcel, type Parcel, type ParcelOrder } from "./parcel.store.ts";

export interface Followed {
  /** Parcels that the carrier was asked about. */
  readonly asked: number;
  /** Orders that its answer has changed. */
  readonly changed: number;
  /** The fault that ended the run; undefined: the carrier has answered, or was not asked. */
  readonly fault: CarrierFault | undefined;
}

/**
 * Asks the carrier about the parcels that are due, and for the notes of which no answer came.
 *
 * @param completesReceived a parcel that was received completes its order
 * @param limit of parcels; the next run takes the rest
 */
export async function followParcels(
  db: StudioDb,
  ask: AskCarrier,
  completesReceived: boolean,
  limit: number,
): Promise<Followed> {
  const due = await dueParcels(db, Date.now(), limit);
  const notes = due.filter(({ trackingNumber }) => trackingNumber === null);
  let changed = 0;
  for (const result of (await reconcileNotes(db, ask, notes)).values()) {
    // A list that is refused says nothing of the parcels under way.
    if (typeof result === "object" && result.fault.reason !== "refused") {
      return { asked: 0, changed, fault: result.fault };
    }
    if (result === "found") changed++;
  }
  const numbered = await withoutForeign(db, due);
  let asked = 0;
  for (let first = 0; first < numbered.length; first += MAX_STATUSES) {
    const batch = numbered.slice(first, first + MAX_STATUSES);
    const orderRows = await db.select(
      orders,
      inValues(
        orders.id,
        batch.map(({ orderId }) => orderId),
      ),
    );
    const orderOf = new Map(orderRows.map((order) => [order.id, order]));
    const phoneOf = ({ orderId }: Parcel) => orderOf.get(orderId)?.contact.phoneNumber || null;
    const answer = await ask((carrier) =>
      carrier.statuses(
        batch.map((parcel) => ({ trackingNumber: parcel.trackingNumber, phoneNumber: phoneOf(parcel) })),
      ),
    );
    if (!answer.answered && answer.fault.reason !== "refused") return { asked, changed, fault: answer.fault };
    asked += batch.length;
    const unchanged: Parcel[] = [];
    for (const parcel of batch) {
      const order = orderOf.get(parcel.orderId);
      // A refused batch waits for its next look: asked for again at once, it would hold up those behind it.
      const status = answer.answered ? answer.value.get(parcel.trackingNumber) : undefined;
      const written =
        order === undefined || status === undefined
          ? "later"
          : await report(db, parcel, order, status, completesReceived);
      if (written === "changed") changed++;
      if (written === "later") unchanged.push(parcel);
    }
    await lookLater(db, unchanged, Date.now());
  }
  return { asked, changed, fault: undefined };
}

type NumberedParcel = Parcel & { readonly trackingNumber: string };

/** Parcels with a number of this carrier, as it writes it. A number of another carrier is followed no more. */
async function withoutForeign(db: StudioDb, due: readonly Parcel[]): Promise<NumberedParcel[]> {
  const numbered = due.flatMap((parcel) =>
    parcel.trackingNumber === null ? [] : [{ ...parcel, trackingNumber: bareNumber(parcel.trackingNumber) }],
  );
  const foreign = numbered.filter(({ trackingNumber }) => trackingAddress(trackingNumber) === undefined);
  if (foreign.length > 0) {
    const ids = foreign.map(({ id }) => id);
    await db.update(parcels, { nextLookAt: null }, inValues(parcels.id, ids));
  }
  return numbered.filter((parcel) => !foreign.includes(parcel));
}

/** People write the digits in groups. */
function bareNumber(typed: string): string {
  return typed.replace(/\s/g, "");
}

/**
 * Writes the carrier's report into the order. `looked`: only into the parcel. `later`: it tells nothing new, or the order was changed at this
 * very moment, and the next look writes it.
 */
async function report(
  db: StudioDb,
  parcel: NumberedParcel,
  order: ParcelOrder,
  status: ParcelStatus,
  completesReceived: boolean,
): Promise<"changed" | "looked" | "later"> {
  const { state } = status;
  const { delivery } = order;
  // Staff has typed another number meanwhile: the report is not of the order's parcel.
  const isOfOrder = delivery?.trackingNumber != null && bareNumber(delivery.trackingNumber) === parcel.trackingNumber;
  const reported = isOfOrder ? withReport(delivery, parcel, status) : delivery;
  const differences = deliveryDifferences(delivery, reported);
  const isDifferent = Object.keys(differences).length > 0;
  const completes = isOfOrder && completesReceived && state === "received" && order.status === "shipped";
  const returns = isOfOrder && state === "refused" && parcel.state !== "refused";
  const now = Date.now();
  const isAsRead = and(isOfParcel(parcel), sql`${parcels.state} IS ${parcel.state}`);
  const waitsForShipping = isOfOrder && completesReceived && state === "received" && movesFrom(order.status).length > 0;
  const ends = (ENDED_PARCEL_STATES as readonly ParcelState[]).includes(state) && (completes || !waitsForShipping);
  if (!isDifferent && !completes && !returns && state === parcel.state && !ends) return "later";
  const looked = db.update(
    parcels,
    {
      state,
      trackingNumber: parcel.trackingNumber,
      lookedAt: now,
      nextLookAt: ends ? null : nextLook(parcel.createdAt, now),
    },
    isAsRead,
  );
  if (!isDifferent && !completes && !returns) {
    await looked;
    return "looked";
  }
  const change = {
    orderId: order.id,
    seenVersion: order.version,
    conditions: [sql`EXISTS ${db.valuesOf(sql`1`, parcels, isAsRead)}`],
    status: completes ? ("completed" as const) : undefined,
    delivery: isDifferent ? reported : undefined,
    comment: null,
    changes: {
      ...(isDifferent ? { delivery: differences } : {}),
      parcel: completes ? ("received" as const) : returns ? ("returning" as const) : ("reported" as const),
    },
    personId: null,
  };
  const told = returns ? [returnMessages(db, eq(orders.id, order.id), now)] : [];
  try {
    await writeChanges(db, [change], [looked, ...told], []);
    return "changed";
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return "later";
    throw error;
  }
}

/** A day that the carrier no longer names stays. */
function withReport(delivery: StoredDelivery, parcel: NumberedParcel, status: ParcelStatus): StoredDelivery {
  return {
    ...delivery,
    trackingNumber: parcel.trackingNumber,
    deliveryStatus: status.said || delivery.deliveryStatus,
    scheduledDeliveryDate: status.scheduledOn ?? delivery.scheduledDeliveryDate,
    actualDeliveryDate: status.deliveredOn ?? delivery.actualDeliveryDate,
  };
}

/** Parcels of one age are one statement. A note that was deleted while the carrier answered is followed no more. */
async function lookLater(db: StudioDb, unchanged: readonly Parcel[], now: number): Promise<void> {
  // With the plus, the parcels are found by their ids.
  const isFollowed = sql`+${parcels.nextLookAt} IS NOT NULL`;
  for (const [nextLookAt, same] of Map.groupBy(unchanged, ({ createdAt }) => nextLook(createdAt, now))) {
    const ids = inValues(
      parcels.id,
      same.map(({ id }) => id),
    );
    await db.update(parcels, { lookedAt: now, nextLookAt }, and(ids, isFollowed));
  }
}
