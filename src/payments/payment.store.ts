// Payment store: payments and refunds that people of the studio note, remove as noted by mistake, and put back.
//
// Each is a change of its order, written with its entry in the history. Triggers keep the order's sums
// (migrations/0023_word_counter_and_money.sql).

import { and, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { isAsRead } from "../db/as-read.ts";
import type { OrderChanges } from "../db/column-types.ts";
import { orderChanges, orders, payments } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { ChangedMeanwhile, NotFound } from "../domain/errors.ts";
import type { PersonId } from "../domain/ids.ts";
import type { SeenOrder } from "../orders/change-order.ts";
import { writeChanges } from "../orders/order-history.store.ts";

type Order = typeof orders.$inferSelect;
type Payment = typeof payments.$inferSelect;
type PaymentEvent = NonNullable<OrderChanges["payments"]>[number]["event"];

export interface NewPayment extends Pick<Payment, "kind" | "method" | "amountMinor" | "paidOn" | "note"> {
  /** Names the form: the same form sent twice notes it once. */
  readonly requestKey: string;
}

type NoteOutcome =
  | { readonly outcome: "noted"; readonly order: Order; readonly payment: Payment }
  /** A refund of more than the studio has of the order. */
  | { readonly outcome: "more_than_paid"; readonly order: Order };

/**
 * Notes a payment or a refund. A form that was sent before notes nothing more.
 *
 * @throws NotFound; ChangedMeanwhile if the person has not seen the payments of the order as they are
 */
export async function notePayment(db: StudioDb, seen: SeenOrder, noted: NewPayment): Promise<NoteOutcome> {
  const { orderId, version, personId } = seen;
  const [[order], since, [earlier]] = await db.batch([
    db.select(orders, eq(orders.id, orderId)),
    db.select(orderChanges, and(eq(orderChanges.orderId, orderId), gt(orderChanges.version, version))),
    ofRequest(db, noted),
  ]);
  if (order === undefined) throw new NotFound();
  if (earlier !== undefined) return { outcome: "noted", order, payment: requireSame(earlier, orderId, noted) };
  if (since.some(({ changes }) => changes?.payments !== undefined)) throw new ChangedMeanwhile();
  if (noted.kind === "refund" && noted.amountMinor > (order.paidMinor ?? 0))
    return { outcome: "more_than_paid", order };
  try {
    const writes = [db.insert(payments, { ...noted, orderId, personId, createdAt: Date.now() })];
    const reads = [db.select(orders, eq(orders.id, orderId)), ofRequest(db, noted)] as const;
    const [[after], [payment]] = await write(db, { order, personId }, noted, "noted", writes, reads);
    if (after === undefined || payment === undefined) throw new Error("a payment that was noted cannot be read");
    return { outcome: "noted", order: after, payment };
  } catch (error) {
    // The same form, sent twice at once.
    const [payment] = error instanceof ChangedMeanwhile ? await ofRequest(db, noted) : [];
    if (payment === undefined) throw error;
    return { outcome: "noted", order, payment: requireSame(payment, orderId, noted) };
  }
}

interface NamedPayment {
  readonly orderId: number;
  readonly paymentId: number;
  readonly personId: PersonId;
}

type RemovalOutcome =
  | { readonly outcome: "done"; readonly order: Order; readonly payment: Payment }
  /** Refunds would be more than payments. */
  | { readonly outcome: "more_refunded" };

/**
 * Removes a payment as noted by mistake, or puts it back.
 *
 * @throws NotFound; ChangedMeanwhile if the order's payments changed at this very moment
 */
export async function setRemoved(db: StudioDb, named: NamedPayment, isRemoved: boolean): Promise<RemovalOutcome> {
  const { orderId, paymentId, personId } = named;
  const ofPayment = and(eq(payments.id, paymentId), eq(payments.orderId, orderId));
  const [[order], [payment]] = await db.batch([
    db.select(orders, eq(orders.id, orderId)),
    db.select(payments, ofPayment),
  ]);
  if (order === undefined || payment === undefined) throw new NotFound();
  if ((payment.removedAt !== null) === isRemoved) return { outcome: "done", order, payment };
  const adds = (payment.kind === "payment") !== isRemoved;
  if ((order.paidMinor ?? 0) + (adds ? payment.amountMinor : -payment.amountMinor) < 0) {
    return { outcome: "more_refunded" };
  }
  const isAsBefore = isRemoved ? isNull(payments.removedAt) : isNotNull(payments.removedAt);
  const removedAt = isRemoved ? Date.now() : null;
  const writes = [db.update(payments, { removedAt }, ofPayment)];
  const condition = sql`EXISTS ${db.valuesOf(sql`1`, payments, and(ofPayment, isAsBefore))}`;
  await write(db, { order, personId }, payment, isRemoved ? "removed" : "restored", writes, [], [condition]);
  return { outcome: "done", order, payment };
}

function ofRequest(db: StudioDb, { requestKey }: Pick<NewPayment, "requestKey">) {
  return db.select(payments, eq(payments.requestKey, requestKey));
}

/** @throws ChangedMeanwhile if the form was sent again with something else, or after a removal: its person has not seen the first payment */
function requireSame(payment: Payment, orderId: number, noted: NewPayment): Payment {
  const { kind, method, amountMinor, paidOn, note } = noted;
  const isSame =
    payment.removedAt === null &&
    payment.orderId === orderId &&
    payment.kind === kind &&
    payment.method === method &&
    payment.amountMinor === amountMinor &&
    payment.paidOn === paidOn &&
    payment.note === note;
  if (!isSame) throw new ChangedMeanwhile();
  return payment;
}

/** A print or a note meanwhile overwrites nothing, so the order's sums count, and not its version. */
function write<const Reads extends Parameters<typeof writeChanges>[3]>(
  db: StudioDb,
  { order, personId }: { readonly order: Order; readonly personId: PersonId },
  { kind, method, amountMinor, paidOn }: Pick<Payment, "kind" | "method" | "amountMinor" | "paidOn">,
  event: PaymentEvent,
  writes: Parameters<typeof writeChanges>[2],
  reads: Reads,
  conditions: readonly SQL[] = [],
) {
  const { paidMinor, refundedMinor } = order;
  const change = {
    orderId: order.id,
    seenVersion: undefined,
    provided: isAsRead(orders, { paidMinor, refundedMinor }, order),
    conditions,
    comment: null,
    changes: { payments: [{ event, kind, method, amountMinor, paidOn }] },
    personId,
  };
  return writeChanges(db, [change], writes, reads);
}
