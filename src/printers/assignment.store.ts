// Assignment store: puts items on printers, takes them off, and counts them as printed, each with its order's history.
//
// Each is one batch with conditions on item, order and printer: if another person was first, nothing of it
// takes place.

import { and, eq, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { SliceResult } from "../../slicer-service/src/contract/slices.ts";
import type { OrderChanges } from "../db/column-types.ts";
import { materials, orderItems, orders, printers } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import type { Studio } from "../db/studio-record.ts";
import { fitOf } from "../domain/build-volume.ts";
import { NotFound } from "../domain/errors.ts";
import type { PersonId } from "../domain/ids.ts";
import { type OrderStatus, PRINTABLE_STATUSES } from "../domain/order.ts";
import { printedBoxes } from "../items/fits-printers.ts";
import { type RealFigures, recordStatement } from "../machine-profiles/real-figures.store.ts";
import { itemName } from "../orders/item-name.ts";
import { type OrderChange, writeChanges } from "../orders/order-history.store.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { slicesOfItems } from "./item-slices.ts";
import {
  type Printer,
  type PrintItem,
  type QueuedMaterial,
  readItemsOn,
  readPrintItem,
  technologyOfItem,
} from "./printing-queue.store.ts";

/** The reason why an item is not put on a printer, or not counted. */
export type AssignmentRefusal =
  | "printed"
  | "on_a_printer"
  | "not_on_this_printer"
  | "not_printed"
  | "order_not_in_print"
  | "no_such_printer"
  | "printer_does_not_work"
  | "other_technology"
  | "too_large";

export type Assignment<Done> =
  | { readonly refusal: AssignmentRefusal }
  | ({ readonly refusal: undefined; readonly label: string } & Done);

interface ItemAction {
  readonly itemId: number;
  readonly personId: PersonId;
}

/**
 * Puts a waiting item on a printer. A confirmed order begins to be printed.
 *
 * @throws NotFound; ChangedMeanwhile
 */
export async function assignItem(
  tenant: Tenant,
  studio: Studio,
  { itemId, printerId, personId }: ItemAction & { readonly printerId: number },
): Promise<Assignment<{ readonly printer: string; readonly beganOrder: boolean }>> {
  const { db } = tenant;
  const found = await readPrintItem(db, itemId);
  const printer = found.printers.find(({ id }) => id === printerId);
  const refusal = waitingRefusal(found) ?? (await printerRefusal(tenant, studio, found, printer));
  if (refusal !== undefined) return { refusal };
  if (printer === undefined) return { refusal: "no_such_printer" };
  const beganOrder = found.order.status === "confirmed";
  await writeEvent(
    db,
    found,
    { itemId, event: "assigned", printer: printer.name },
    {
      personId,
      status: beganOrder ? "printing" : undefined,
      provided: and(
        itemIs(db, itemId, and(isNull(orderItems.printerId), isNull(orderItems.printedAt))),
        isActive(db, printerId),
      ),
    },
    [db.update(orderItems, { printerId }, eq(orderItems.id, itemId))],
  );
  return { refusal: undefined, label: itemName(found.item), printer: printer.name, beganOrder };
}

/**
 * Takes an item off the printer, back to those that wait.
 *
 * @param unbegin puts the order back to confirmed too, if nothing else of it is printed or on a printer: undoes an assignment
 *   that began the order
 * @throws NotFound; ChangedMeanwhile
 */
export async function takeOff(
  db: StudioDb,
  { itemId, printerId, personId, unbegin }: ItemAction & { readonly printerId: number; readonly unbegin: boolean },
): Promise<Assignment<{ readonly printer: string }>> {
  const found = await readPrintItem(db, itemId);
  const refusal = onPrinterRefusal(found, printerId);
  if (refusal !== undefined) return { refusal };
  const printer = nameOf(found.printers, printerId);
  const isUntouched = found.siblings.every((item) => item.printerId === null && item.printedAt === null);
  const unbegins = unbegin && isUntouched && found.order.status === "printing";
  const touched = sql`(${orderItems.printerId} IS NOT NULL OR ${orderItems.printedAt} IS NOT NULL)`;
  const others = and(eq(orderItems.orderId, found.order.id), ne(orderItems.id, itemId), touched);
  await writeEvent(
    db,
    found,
    { itemId, event: "taken_off", printer },
    {
      personId,
      status: unbegins ? "confirmed" : undefined,
      provided: and(
        itemIs(db, itemId, and(eq(orderItems.printerId, printerId), isNull(orderItems.printedAt))),
        unbegins ? sql`NOT ${exists(db.valuesOf(sql`1`, orderItems, others))}` : undefined,
      ),
    },
    [db.update(orderItems, { printerId: null }, eq(orderItems.id, itemId))],
  );
  return { refusal: undefined, label: itemName(found.item), printer };
}

/**
 * Counts an item as printed: it leaves its printer, and the material's stock falls by its weight, never below 0. The
 * item keeps the amount taken, and its real minutes and grams, if they are told.
 *
 * @throws NotFound; ChangedMeanwhile
 */
export async function markPrinted(
  db: StudioDb,
  { itemId, printerId, personId, real }: ItemAction & { readonly printerId: number; readonly real: RealFigures },
): Promise<
  Assignment<{ readonly orderId: number; readonly wasLast: boolean; readonly material: QueuedMaterial | undefined }>
> {
  const found = await readPrintItem(db, itemId);
  const refusal = onPrinterRefusal(found, printerId);
  if (refusal !== undefined) return { refusal };
  if (found.order.status !== "printing") return { refusal: "order_not_in_print" };
  const materialId = found.item.materialId ?? 0;
  const stock = materials.stockHundredthsOfGram;
  const ofItem = eq(orderItems.id, itemId);
  // null if the studio does not count this stock: min() of null is null.
  const taken = sql`max(0, min(${stock}, ${found.item.weightHundredthsOfGram}))`;
  const [material] = await writeEvent(
    db,
    found,
    { itemId, event: "printed", printer: nameOf(found.printers, printerId) },
    {
      personId,
      provided: itemIs(db, itemId, and(eq(orderItems.printerId, printerId), isNull(orderItems.printedAt))),
    },
    [
      db.update(
        orderItems,
        {
          printedAt: Date.now(),
          printerId: null,
          stockTakenHundredthsOfGram: db.valuesOf(taken, materials, eq(materials.id, materialId)),
        },
        ofItem,
      ),
      db.update(
        materials,
        { stockHundredthsOfGram: sql`${stock} - ${takenBy(db, ofItem)}` },
        and(eq(materials.id, materialId), isNotNull(stock)),
      ),
      recordStatement(db, itemId, real),
    ],
    eq(materials.id, materialId),
  );
  const wasLast = found.siblings.every(({ printedAt }) => printedAt !== null);
  return { refusal: undefined, label: itemName(found.item), orderId: found.order.id, wasLast, material };
}

/**
 * The item was not printed after all: exactly the amount that printing took goes back to the stock, and the item goes back to the
 * printer, if that still takes it.
 *
 * @throws NotFound; ChangedMeanwhile
 */
export async function undoPrinted(
  tenant: Tenant,
  studio: Studio,
  { itemId, printerId, personId }: ItemAction & { readonly printerId: number | undefined },
): Promise<Assignment<{ readonly printer: string | undefined }>> {
  const { db } = tenant;
  const found = await readPrintItem(db, itemId);
  if (found.item.printedAt === null) return { refusal: "not_printed" };
  if (found.order.status !== "printing") return { refusal: "order_not_in_print" };
  const former = found.printers.find(({ id }) => id === printerId);
  const printer = (await printerRefusal(tenant, studio, found, former)) === undefined ? former : undefined;
  const stock = materials.stockHundredthsOfGram;
  const ofItem = eq(orderItems.id, itemId);
  await writeEvent(
    db,
    found,
    { itemId, event: "not_printed", printer: printer?.name ?? null },
    {
      personId,
      provided: and(
        itemIs(db, itemId, isNotNull(orderItems.printedAt)),
        printer === undefined ? undefined : isActive(db, printer.id),
      ),
    },
    [
      db.update(
        materials,
        { stockHundredthsOfGram: sql`${stock} + ${takenBy(db, ofItem)}` },
        and(eq(materials.id, found.item.materialId ?? 0), isNotNull(stock)),
      ),
      db.update(
        orderItems,
        { printedAt: null, printerId: printer?.id ?? null, stockTakenHundredthsOfGram: null },
        ofItem,
      ),
      recordStatement(db, itemId, { minutes: null, hundredthsOfGram: null }),
    ],
  );
  return { refusal: undefined, label: itemName(found.item), printer: printer?.name };
}

/** Names of the items that their printer would not take now. They stay there: they may be half printed. */
export async function unsuitedItems(tenant: Tenant, studio: Studio, printer: Printer): Promise<string[]> {
  const items = await readItemsOn(tenant.db, printer.id);
  const slices = await slicesOfItems(tenant, studio, items, "cache");
  const isRefused = (found: PrintItem) => assignmentRefusal(found, printer, slices.get(found.item.id)) !== undefined;
  return items.filter(isRefused).map(({ item }) => itemName(item));
}

/** The reason why a printer does not take an item; undefined if it does. An unknown size is no reason. */
export function assignmentRefusal(
  item: PrintItem,
  printer: Printer,
  slice: SliceResult | undefined,
): AssignmentRefusal | undefined {
  const technology = technologyOfItem(item);
  if (technology !== undefined && technology !== printer.technologyId) return "other_technology";
  if (printer.status !== "active") return "printer_does_not_work";
  return fitOf(slice && printedBoxes(slice), printer.buildVolume) === "too_large" ? "too_large" : undefined;
}

function waitingRefusal({ item, order }: PrintItem): AssignmentRefusal | undefined {
  if (item.printedAt !== null) return "printed";
  if (item.printerId !== null) return "on_a_printer";
  return isPrintable(order.status) ? undefined : "order_not_in_print";
}

async function printerRefusal(
  tenant: Tenant,
  studio: Studio,
  item: PrintItem,
  printer: Printer | undefined,
): Promise<AssignmentRefusal | undefined> {
  if (printer === undefined) return "no_such_printer";
  const slices = await slicesOfItems(tenant, studio, [item], "cache");
  return assignmentRefusal(item, printer, slices.get(item.item.id));
}

function onPrinterRefusal({ item }: PrintItem, printerId: number): AssignmentRefusal | undefined {
  if (item.printedAt !== null) return "printed";
  return item.printerId === printerId ? undefined : "not_on_this_printer";
}

function isPrintable(status: OrderStatus): boolean {
  return PRINTABLE_STATUSES.includes(status);
}

type ItemEvent = NonNullable<OrderChanges["items"]>[number];

/** Writes the event into the order's history with all that belongs to it. Answers the materials that the condition finds. */
async function writeEvent(
  db: StudioDb,
  { order }: PrintItem,
  event: ItemEvent,
  change: Pick<OrderChange, "personId" | "provided" | "status">,
  writes: readonly Statement<unknown>[],
  materialsToRead: SQL = sql`0`,
): Promise<QueuedMaterial[]> {
  const written: OrderChange = {
    orderId: order.id,
    // Another item of the order may change meanwhile; this one, and the order's status, may not.
    seenVersion: undefined,
    comment: null,
    changes: { items: [event] },
    ...change,
    provided: and(eq(orders.status, order.status), change.provided),
  };
  const [found] = await writeChanges(db, [written], writes, [db.select(materials, materialsToRead)]);
  return found;
}

function itemIs(db: StudioDb, itemId: number, state: SQL | undefined): SQL {
  return exists(db.valuesOf(sql`1`, orderItems, and(eq(orderItems.id, itemId), state)));
}

function isActive(db: StudioDb, printerId: number): SQL {
  return exists(db.valuesOf(sql`1`, printers, and(eq(printers.id, printerId), eq(printers.status, "active"))));
}

function exists(rows: SQL): SQL {
  return sql`EXISTS ${rows}`;
}

function takenBy(db: StudioDb, ofItem: SQL): SQL {
  const taken: SQLiteColumn = orderItems.stockTakenHundredthsOfGram;
  return sql`coalesce(${db.valuesOf(taken, orderItems, ofItem)}, 0)`;
}

/** @throws NotFound if it was deleted, which takes its items off */
function nameOf(all: readonly Printer[], printerId: number): string {
  const printer = all.find(({ id }) => id === printerId);
  if (printer === undefined) throw new NotFound();
  return printer.name;
}
