// Changing an order: moves between statuses, delivery and notes, each written together with its entry in the history.

import { and, eq, gte, type SQL, sql } from "drizzle-orm";
import { orderChanges, orderItems, orders, printers, queuedPrints } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import type { DeliveryDetails } from "../domain/delivery.ts";
import { ChangedMeanwhile, NotFound } from "../domain/errors.ts";
import type { PersonId } from "../domain/ids.ts";
import { AFTER_PRINTING, movesFrom, type OrderStatus } from "../domain/order.ts";
import { deliveryDifferences, detailsBefore, detailsOf, storedDelivery } from "./delivery.ts";
import { itemName } from "./item-name.ts";
import { type OrderChange, writeChanges } from "./order-history.store.ts";
import { type CopiesOnPrinter, isActivePrinter, queueCopies, waitingCopiesOf } from "./print-copies.ts";

type Order = typeof orders.$inferSelect;
type HistoryRow = typeof orderChanges.$inferSelect;

/** The order that a person changes, and the version that they saw. */
export interface SeenOrder {
  readonly orderId: number;
  /** The version that the person saw. */
  readonly version: number;
  readonly personId: PersonId;
}

/** An order cannot go from this status to that one. */
export class MoveRefused extends Error {
  readonly from: OrderStatus;
  readonly to: OrderStatus;

  constructor(from: OrderStatus, to: OrderStatus) {
    super(`an order that is ${from} cannot become ${to}`);
    this.from = from;
    this.to = to;
  }
}

export interface OrderMove {
  readonly status: OrderStatus;
  /** The reason; null only for moves that need none, which the form knows. */
  readonly comment: string | null;
  /** Undefined: it stays. */
  readonly trackingNumber?: string | undefined;
  /** The person knows that the move takes copies off their printers. */
  readonly takesOff?: boolean;
  /** Copies to put on printers again: undoes a move that took them off. */
  readonly putBack?: readonly CopiesOnPrinter[] | undefined;
}

/** The move would take copies off their printers, and the person was not asked yet. */
export class TakesCopiesOff extends Error {
  readonly prints: readonly { readonly item: string; readonly printer: string; readonly copies: number }[];

  constructor(prints: TakesCopiesOff["prints"]) {
    super("the move takes copies off their printers");
    this.prints = prints;
  }
}

/** True for a move after which unprinted items are no longer asked for. */
export function passesPrinting(to: OrderStatus): boolean {
  return AFTER_PRINTING.includes(to);
}

export interface Moved {
  /** The order's number for people. */
  readonly number: number;
  readonly from: OrderStatus;
  /** The order's version after the move. */
  readonly version: number;
  readonly items: number;
  /** The items that are not marked as printed. */
  readonly unprinted: number;
  /** The copies that the move took off their printers. */
  readonly takenOff: readonly CopiesOnPrinter[];
}

/**
 * Moves an order to another status. Every move takes the order's copies off their printers: printers hold only copies of orders in
 * printing, and an order that goes back to printing is assigned anew.
 *
 * @throws NotFound; ChangedMeanwhile; MoveRefused; TakesCopiesOff
 */
export async function moveOrder(db: StudioDb, seen: SeenOrder, move: OrderMove): Promise<Moved> {
  const { status, comment, trackingNumber, takesOff, putBack = [] } = move;
  const ofOrder = eq(orderItems.orderId, seen.orderId);
  const onPrinters = sql`${queuedPrints.orderItemId} IN ${db.valuesOf(orderItems.id, orderItems, ofOrder)}`;
  const [orderRows, since, items, prints, printerRows] = await db.batch([
    ...readsSince(db, seen),
    db.select(orderItems, ofOrder, orderItems.position),
    db.select(queuedPrints, onPrinters, queuedPrints.id),
    db.select(printers),
  ]);
  const order = requireAsSeen(orderRows, since, seen);
  if (!movesFrom(order.status).includes(status)) throw new MoveRefused(order.status, status);

  const leaving = prints.map((print) => ({
    print,
    item: items.find(({ id }) => id === print.orderItemId),
    printer: printerRows.find(({ id }) => id === print.printerId)?.name ?? "",
  }));
  if (leaving.length > 0 && takesOff !== true) {
    throw new TakesCopiesOff(
      leaving.map(({ print, item, printer }) => ({
        item: item === undefined ? "" : itemName(item),
        printer,
        copies: print.copies,
      })),
    );
  }
  const returning = status === "printing" ? putBack.filter(({ itemId }) => items.some(({ id }) => id === itemId)) : [];
  const events = [
    ...leaving.map(({ print: { orderItemId, copies }, printer }) => ({
      itemId: orderItemId,
      event: "taken_off" as const,
      printer,
      copies,
    })),
    ...returning.map(({ itemId, printerId, copies }) => ({
      itemId,
      event: "assigned" as const,
      printer: printerRows.find(({ id }) => id === printerId)?.name ?? null,
      copies,
    })),
  ];
  const tracked = trackingNumber === undefined ? order.delivery : withTracking(order, trackingNumber);
  const differences = deliveryDifferences(order.delivery, tracked);
  const isTracked = Object.keys(differences).length > 0;
  const changes = {
    ...(isTracked ? { delivery: differences } : {}),
    ...(events.length > 0 ? { items: events } : {}),
  };
  await write(
    db,
    { ...seen, version: order.version },
    {
      status,
      delivery: isTracked ? tracked : undefined,
      comment,
      changes: isTracked || events.length > 0 ? changes : null,
      conditions: [
        sameCopies(db, prints, onPrinters),
        ...[...copiesByItem(returning)].map(([itemId, copies]) => sql`${waitingCopiesOf(db, itemId)} >= ${copies}`),
        ...returning.map(({ printerId }) => isActivePrinter(db, printerId)),
      ],
    },
    [
      ...(leaving.length > 0 ? [db.delete(queuedPrints, onPrinters)] : []),
      ...returning.map((copies) => queueCopies(db, copies)),
    ],
  );
  return {
    number: order.number,
    from: order.status,
    version: order.version + 1,
    items: items.length,
    unprinted: items.filter(({ printedAt }) => printedAt === null).length,
    takenOff: prints.map(({ orderItemId, printerId, copies }) => ({ itemId: orderItemId, printerId, copies })),
  };
}

/**
 * Cancels the order for its customer, who may do so until the studio has confirmed it. The status counts and not the
 * version: a note of the studio's own, which the customer cannot see, must not stand in their way.
 *
 * @throws ChangedMeanwhile if it is pending no more
 */
export async function cancelAsCustomer(db: StudioDb, orderId: number, comment: string | null): Promise<void> {
  const cancellation: OrderChange = {
    orderId,
    seenVersion: undefined,
    provided: eq(orders.status, "pending"),
    status: "cancelled",
    comment,
    changes: null,
    personId: null,
    isByCustomer: true,
  };
  await writeChanges(db, [cancellation], [], []);
}

/**
 * Fills in the delivery. Answers the order's version after that; undefined if it is so already, and then nothing is written.
 *
 * @throws NotFound, ChangedMeanwhile
 */
export async function changeDelivery(
  db: StudioDb,
  seen: SeenOrder,
  details: DeliveryDetails,
): Promise<number | undefined> {
  const order = requireAsSeen(...(await db.batch(readsSince(db, seen))), seen, "delivery");
  const delivery = storedDelivery(details);
  const differences = deliveryDifferences(order.delivery, delivery);
  if (Object.keys(differences).length === 0) return undefined;
  const { version } = order;
  await write(db, { ...seen, version }, { delivery, comment: null, changes: { delivery: differences } });
  return version + 1;
}

/**
 * Changes the day by which the order is to be ready. A day that was promised is changed with a reason only.
 *
 * @throws NotFound, ChangedMeanwhile
 */
export async function changeDueDay(
  db: StudioDb,
  seen: SeenOrder,
  { dueOn, reason }: { readonly dueOn: string | null; readonly reason: string | null },
): Promise<
  | { readonly outcome: "unchanged" }
  | { readonly outcome: "needs_reason" }
  | { readonly outcome: "changed"; readonly version: number; readonly before: string | null }
> {
  const order = requireAsSeen(...(await db.batch(readsSince(db, seen))), seen);
  const { version, dueOn: before } = order;
  if (dueOn === before) return { outcome: "unchanged" };
  if (before !== null && reason === null) return { outcome: "needs_reason" };
  await write(db, { ...seen, version }, { dueOn, comment: reason, changes: { dueOn: [before, dueOn] } });
  return { outcome: "changed", version: version + 1, before };
}

/**
 * Changes the delivery's price, as after another method was agreed on. The sums owed and asked for follow it; the advance stays.
 *
 * @param price null: it is not agreed
 * @returns undefined if it is so already, and then nothing is written
 * @throws NotFound, ChangedMeanwhile
 */
export async function changeDeliveryPrice(
  db: StudioDb,
  seen: SeenOrder,
  { price, reason }: { readonly price: number | null; readonly reason: string },
): Promise<{ readonly version: number; readonly before: number | null } | undefined> {
  const order = requireAsSeen(...(await db.batch(readsSince(db, seen))), seen);
  const { version, deliveryPriceMinor: before } = order;
  if (price === before) return undefined;
  const changes = { deliveryPrice: [before, price] as const };
  await write(db, { ...seen, version }, { deliveryPriceMinor: price, comment: reason, changes });
  return { version: version + 1, before };
}

/**
 * Puts the delivery back as it was before the order's last change, which the history tells. A change that was not of the
 * delivery is left alone.
 *
 * @param seen its version is that of the change to undo
 * @throws NotFound, ChangedMeanwhile
 */
export async function undoDelivery(db: StudioDb, seen: SeenOrder): Promise<void> {
  const [orderRows, since] = await db.batch(readsSince(db, seen));
  const order = requireAsSeen(orderRows, since, seen, "delivery");
  const change = since.find(({ version }) => version === seen.version);
  await changeDelivery(db, seen, detailsBefore(order.delivery, change?.changes?.delivery ?? {}));
}

/**
 * Appends a note to the order's history. It overwrites nothing, so the seen version does not matter.
 *
 * @throws NotFound
 */
export async function addNote(
  db: StudioDb,
  { orderId, personId, note }: { readonly orderId: number; readonly personId: PersonId; readonly note: string },
): Promise<void> {
  const appended: OrderChange = { orderId, seenVersion: undefined, comment: note, changes: null, personId };
  try {
    await writeChanges(db, [appended], [], []);
  } catch (error) {
    // With no version demanded, only an order that is not there refuses a note.
    throw error instanceof ChangedMeanwhile ? new NotFound() : error;
  }
}

async function write(
  db: StudioDb,
  { orderId, version, personId }: SeenOrder,
  change: Pick<
    OrderChange,
    "status" | "delivery" | "deliveryPriceMinor" | "dueOn" | "comment" | "changes" | "conditions"
  >,
  others: readonly Statement<unknown>[] = [],
): Promise<void> {
  await writeChanges(db, [{ orderId, seenVersion: version, personId, ...change }], others, []);
}

/** The order, and its history from the seen version on. */
function readsSince(db: StudioDb, { orderId, version }: SeenOrder) {
  const since = and(eq(orderChanges.orderId, orderId), gte(orderChanges.version, version));
  return [db.select(orders, eq(orders.id, orderId)), db.select(orderChanges, since)] as const;
}

/**
 * Notes and payments since then are overwritten by nothing, and the carrier's reports by a delivery only. The write compares the version read
 * once more: another change may come between.
 */
function requireAsSeen(
  [order]: readonly Order[],
  since: readonly HistoryRow[],
  { version }: SeenOrder,
  writes?: "delivery",
): Order {
  if (order === undefined) throw new NotFound();
  const isHarmless = (entry: HistoryRow) => isOnlyOfPayments(entry) || (writes !== "delivery" && isReport(entry));
  if (order.version !== version && !overwriteNothing(order, since, version, isHarmless)) throw new ChangedMeanwhile();
  return order;
}

/**
 * Whether the order has only harmless changes after the version, and its status stayed. A version without a row of the history is the
 * erasure of the customer's data, but for the first one of an order of the API, which is pending (order-details.store.ts).
 */
function overwriteNothing(
  order: Order,
  since: readonly HistoryRow[],
  seenVersion: number,
  isHarmless: (entry: HistoryRow) => boolean,
): boolean {
  const isPlacedByApi = seenVersion === 1 && since.every(({ version }) => version !== 1);
  const known = since.length + Number(isPlacedByApi);
  return (
    known > 0 &&
    known === order.version - seenVersion + 1 &&
    (!isPlacedByApi || order.status === "pending") &&
    since.every((entry) => entry.status === order.status && (entry.version === seenVersion || isHarmless(entry)))
  );
}

function isOnlyOfPayments({ changes }: HistoryRow): boolean {
  return Object.keys(changes ?? {}).every((name) => name === "payments");
}

function isReport({ changes }: HistoryRow): boolean {
  const parcel = changes?.parcel;
  return parcel === "reported" || parcel === "returning";
}

function withTracking({ delivery }: Order, trackingNumber: string) {
  return storedDelivery({ ...detailsOf(delivery), trackingNumber });
}

function copiesByItem(prints: readonly CopiesOnPrinter[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const { itemId, copies } of prints) sums.set(itemId, (sums.get(itemId) ?? 0) + copies);
  return sums;
}

/** The order's copies on printers are those that were read: others would leave without an entry in the history. */
function sameCopies(db: StudioDb, prints: readonly (typeof queuedPrints.$inferSelect)[], onPrinters: SQL): SQL {
  const sums = prints.reduce((sum, { copies }) => sum + copies, 0);
  return sql`${db.valuesOf(sql`coalesce(sum(${queuedPrints.copies}), 0)`, queuedPrints, onPrinters)} = ${sums}`;
}
