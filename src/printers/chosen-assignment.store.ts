// Chosen assignment store: puts the waiting copies of several orders on one printer, and takes the same copies off again.
//
// Each is one batch with conditions on every order and item. If one changed meanwhile, nothing takes place, and the whole is tried
// again as the orders are then.

import { eq, type SQL, sql } from "drizzle-orm";
import type { SliceResult } from "../../slicer-service/src/contract/slices.ts";
import { orders } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import type { Studio } from "../db/studio-record.ts";
import { ChangedMeanwhile } from "../domain/errors.ts";
import type { PersonId } from "../domain/ids.ts";
import { PRINTABLE_STATUSES } from "../domain/order.ts";
import { itemName } from "../orders/item-name.ts";
import { type OrderChange, writeChanges } from "../orders/order-history.store.ts";
import { isActivePrinter, queueCopies } from "../orders/print-copies.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { type AssignmentRefusal, assignmentRefusal } from "./assignment.store.ts";
import { slicesOfItems } from "./item-slices.ts";
import { copiesWait, orderHasPrints, printIs, takeFrom } from "./print-event.ts";
import {
  type Printer,
  type PrintItem,
  type PrintOnPrinter,
  type QueuedOrder,
  readItemsOfOrders,
  waitingCopies,
} from "./printing-queue.store.ts";

/** Items that are put on a printer at once: each takes two statements. */
export const MAX_ASSIGNED_ITEMS = 100;

/** Another person may change an order between reading and writing. */
const TRIES = 3;

/** Chosen orders before they are put on a printer. */
interface ChosenPrints {
  /** Those with copies that wait, by due day; orders without one come last. */
  readonly waiting: readonly PrintItem[];
  /** Chosen orders of which nothing can be put on any printer. */
  readonly unprintable: readonly UnprintableOrder[];
  readonly printers: readonly Printer[];
}

/** A working printer, and the waiting items that it takes and refuses. */
export interface ChosenForPrinter {
  readonly printer: Printer;
  readonly taken: readonly PrintItem[];
  readonly refused: readonly RefusedItem[];
  /** More are left than are put on it at once. Their sizes are not read. */
  readonly isTooMany: boolean;
}

interface RefusedItem {
  readonly item: PrintItem;
  readonly reason: AssignmentRefusal;
}

async function readChosenPrints(db: StudioDb, orderIds: readonly number[]): Promise<ChosenPrints> {
  const { items, orders: found, printers } = await readItemsOfOrders(db, orderIds);
  const waiting = items.filter((item) => PRINTABLE_STATUSES.includes(item.order.status) && waitingCopies(item) > 0);
  const unprintable = orderIds.flatMap((orderId): UnprintableOrder[] => {
    const order = found.find(({ id }) => id === orderId);
    if (order === undefined) return [{ number: orderId, reason: "missing" }];
    if (!PRINTABLE_STATUSES.includes(order.status))
      return [{ number: order.number, reason: order.status === "pending" ? "not_confirmed" : "printing_over" }];
    return waiting.some((item) => item.order.id === orderId) ? [] : [{ number: order.number, reason: "nothing_waits" }];
  });
  const noDay = "9999-12-31";
  return {
    waiting: waiting.toSorted(
      ({ order: a }, { order: b }) => (a.dueOn ?? noDay).localeCompare(b.dueOn ?? noDay) || a.id - b.id,
    ),
    unprintable,
    printers,
  };
}

/** Chosen orders, and their waiting items for each working printer. */
export async function readChosenForPrinters(
  tenant: Tenant,
  studio: Studio,
  orderIds: readonly number[],
): Promise<Pick<ChosenPrints, "waiting" | "unprintable"> & { readonly forPrinters: readonly ChosenForPrinter[] }> {
  const { waiting, unprintable, printers } = await readChosenPrints(tenant.db, orderIds);
  const working = printers.filter(({ status }) => status === "active");
  return { waiting, unprintable, forPrinters: await judgedFor(tenant, studio, working, waiting) };
}

/** A printer with too many items is refused, so their sizes are not read. */
async function judgedFor(
  tenant: Tenant,
  studio: Studio,
  printers: readonly Printer[],
  waiting: readonly PrintItem[],
): Promise<readonly ChosenForPrinter[]> {
  const unsized = printers.map((printer): ChosenForPrinter => {
    const judged = takenBy(printer, waiting, new Map());
    return { printer, ...judged, isTooMany: judged.taken.length > MAX_ASSIGNED_ITEMS };
  });
  const sized = new Set(unsized.flatMap(({ taken, isTooMany }) => (isTooMany ? [] : taken)));
  const slices = await slicesOfItems(tenant, studio, [...sized], "cache");
  return unsized.map((one) => (one.isTooMany ? one : { ...one, ...takenBy(one.printer, waiting, slices) }));
}

function takenBy(printer: Printer, waiting: readonly PrintItem[], slices: ReadonlyMap<number, SliceResult>) {
  const judged = waiting.map((item) => ({ item, reason: assignmentRefusal(item, printer, slices.get(item.item.id)) }));
  return {
    taken: judged.flatMap(({ item, reason }) => (reason === undefined ? [item] : [])),
    refused: judged.flatMap(({ item, reason }): RefusedItem[] => (reason === undefined ? [] : [{ item, reason }])),
  };
}

export interface UnprintableOrder {
  /** The order's number for people; the id if there is no such order. */
  readonly number: number;
  readonly reason: "missing" | "not_confirmed" | "printing_over" | "nothing_waits";
}

/** Copies of an item as an assignment put them on its printer. */
export interface AssignedCopies {
  readonly itemId: number;
  readonly copies: number;
  /** The item's copies on the printer after the assignment. */
  readonly onPrinter: number;
}

export interface ChosenAssigned {
  readonly printer: Printer;
  readonly assigned: readonly AssignedCopies[];
  /** The orders of these copies. */
  readonly orderIds: readonly number[];
  /** Orders that began to be printed. */
  readonly begun: readonly QueuedOrder[];
  readonly refused: readonly { readonly number: number; readonly label: string; readonly reason: AssignmentRefusal }[];
  readonly unprintable: readonly UnprintableOrder[];
}

type ChosenOutcome =
  | { readonly refusal: "no_such_printer" | "printer_does_not_work" | "too_many_items" }
  | ({ readonly refusal: undefined } & ChosenAssigned);

/**
 * Puts all waiting copies of the orders' items on a printer, as far as it takes them. Confirmed orders begin to be printed.
 *
 * @throws ChangedMeanwhile if the orders keep changing
 */
export async function assignChosen(
  tenant: Tenant,
  studio: Studio,
  chosen: { readonly orderIds: readonly number[]; readonly printerId: number; readonly personId: PersonId },
): Promise<ChosenOutcome> {
  const { db } = tenant;
  return tried(async () => {
    const read = await readChosenPrints(db, chosen.orderIds);
    const printer = read.printers.find(({ id }) => id === chosen.printerId);
    if (printer === undefined) return { refusal: "no_such_printer" };
    if (printer.status !== "active") return { refusal: "printer_does_not_work" };
    const [judged] = await judgedFor(tenant, studio, [printer], read.waiting);
    if (judged === undefined || judged.isTooMany) return { refusal: "too_many_items" };
    const { taken, refused } = judged;
    const ofOrders = byOrder(taken);
    const begun = ofOrders.map(([{ order }]) => order).filter(({ status }) => status === "confirmed");
    const changes = ofOrders.map((items) =>
      changeOf(items, {
        event: "assigned",
        printer,
        personId: chosen.personId,
        copiesOf: waitingCopies,
        status: begun.includes(items[0].order) ? "printing" : undefined,
        conditions: [
          isActivePrinter(db, printer.id),
          ...items.map((item) => copiesWait(db, item, waitingCopies(item))),
        ],
      }),
    );
    const assigned = taken.map((item): AssignedCopies => {
      const before = item.queued.find(({ printerId }) => printerId === printer.id)?.copies ?? 0;
      const copies = waitingCopies(item);
      return { itemId: item.item.id, copies, onPrinter: before + copies };
    });
    await writeChanges(
      db,
      changes,
      assigned.map(({ itemId, copies }) => queueCopies(db, { itemId, printerId: printer.id, copies })),
      [],
    );
    return {
      refusal: undefined,
      printer,
      assigned,
      orderIds: changes.map(({ orderId }) => orderId),
      begun,
      refused: refused.map(({ item, reason }) => ({ number: item.order.number, label: itemName(item.item), reason })),
      unprintable: read.unprintable,
    };
  });
}

/**
 * Takes the copies off their printer again, and puts the begun orders back to confirmed of which nothing else is printed or on a printer.
 * An item with more or fewer copies on the printer than after the assignment is left alone: a second undo takes no earlier copies.
 *
 * @returns the numbers of the orders of the copies, and of the orders without these copies on the printer
 * @throws ChangedMeanwhile if the orders keep changing
 */
export async function takeBackAssigned(
  db: StudioDb,
  {
    printerId,
    prints,
    orderIds,
    begun,
    personId,
  }: {
    readonly printerId: number;
    readonly prints: readonly AssignedCopies[];
    /** The orders of these copies. */
    readonly orderIds: readonly number[];
    readonly begun: readonly number[];
    readonly personId: PersonId;
  },
): Promise<{ readonly takenOff: readonly number[]; readonly left: readonly number[] }> {
  return tried(async () => {
    const { items, printers } = await readItemsOfOrders(db, orderIds);
    const taken = prints.flatMap((print): TakenOff[] => {
      const item = items.find((candidate) => candidate.item.id === print.itemId);
      const queued = item?.queued.find((candidate) => candidate.printerId === printerId);
      const isThere = item !== undefined && queued?.copies === print.onPrinter && print.copies <= print.onPrinter;
      return isThere ? [{ ...item, print: queued, copies: print.copies }] : [];
    });
    const gone = taken.filter(({ print, copies }) => print.copies === copies).map(({ print }) => print.id);
    const ofOrders = byOrder(taken);
    const changes = ofOrders.map((own) => {
      const [{ order }] = own;
      const isUntouched = items
        .filter((item) => item.order.id === order.id)
        .every(
          ({ queued, lastEndedId, goodCopies }) =>
            lastEndedId === 0 && goodCopies === 0 && queued.every(({ id }) => gone.includes(id)),
        );
      const unbegins = begun.includes(order.id) && order.status === "printing" && isUntouched;
      return changeOf(own, {
        event: "taken_off",
        printer: printers.find(({ id }) => id === printerId),
        personId,
        copiesOf: (item) => item.copies,
        status: unbegins ? "confirmed" : undefined,
        conditions: [
          ...own.map((item) => printIs(db, item.print)),
          ...(unbegins ? [sql`NOT ${orderHasPrints(db, order.id, gone)}`] : []),
        ],
      });
    });
    await writeChanges(
      db,
      changes,
      taken.map(({ print, copies }) => takeFrom(db, print, copies)),
      [],
    );
    const takenIds = new Set(taken.map(({ item }) => item.id));
    const left = items.filter(({ item }) => prints.some(({ itemId }) => itemId === item.id) && !takenIds.has(item.id));
    return {
      takenOff: ofOrders.map(([{ order }]) => order.number),
      left: [...new Set(left.map(({ order }) => order.number))],
    };
  });
}

/** Copies of an item to take off their printer. */
interface TakenOff extends PrintOnPrinter {
  readonly copies: number;
}

function byOrder<Item extends PrintItem>(items: readonly Item[]): (readonly [Item, ...Item[]])[] {
  // A group has the item that made it.
  return [...Map.groupBy(items, ({ order }) => order.id).values()] as [Item, ...Item[]][];
}

interface ChangeOfItems<Item> {
  readonly event: "assigned" | "taken_off";
  /** Undefined: it was removed. */
  readonly printer: Printer | undefined;
  readonly personId: PersonId;
  readonly copiesOf: (item: Item) => number;
  /** Undefined: it stays. */
  readonly status: OrderChange["status"];
  readonly conditions: readonly SQL[];
}

/** One entry in an order's history for all these items of it. */
function changeOf<Item extends PrintItem>(
  items: readonly [Item, ...Item[]],
  { event, printer, personId, copiesOf, status, conditions }: ChangeOfItems<Item>,
): OrderChange {
  const [{ order }] = items;
  return {
    orderId: order.id,
    // Other items of the order may change meanwhile; these, and the order's status, may not.
    seenVersion: undefined,
    provided: eq(orders.status, order.status),
    conditions,
    status,
    comment: null,
    changes: {
      items: items.map((item) => {
        return { itemId: item.item.id, event, printer: printer?.name ?? null, copies: copiesOf(item) };
      }),
    },
    personId,
  };
}

async function tried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || tries === TRIES) throw error;
    }
  }
}
