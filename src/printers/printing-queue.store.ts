// Printing queue store: the waiting items and the prints of each printer, in one round trip.

import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { TechnologyId } from "../../slicer-service/src/contract/technologies.ts";
import { inValues } from "../db/in-values.ts";
import type { MachineProfile } from "../db/machine-profile-record.ts";
import {
  endedPrints,
  itemFigures,
  machineProfiles,
  materials,
  models,
  orderItems,
  orders,
  printers,
  printingQualities,
  queuedPrints,
} from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { NotFound } from "../domain/errors.ts";
import { PRINTABLE_STATUSES } from "../domain/order.ts";
import { machineOfQuality } from "../items/slice-profile.ts";
import type { ItemFigures } from "../machine-profiles/real-figures.store.ts";

export type Printer = typeof printers.$inferSelect;
export type QueuedMaterial = typeof materials.$inferSelect;
export type QueuedOrder = typeof orders.$inferSelect;
export type QueuedPrint = typeof queuedPrints.$inferSelect;

/** An item of an order with everything that printing it takes. */
export interface PrintItem {
  readonly item: typeof orderItems.$inferSelect;
  readonly order: QueuedOrder;
  readonly material: QueuedMaterial | undefined;
  readonly quality: typeof printingQualities.$inferSelect | undefined;
  /** The machine profile that the quality names; undefined: the defaults apply. */
  readonly machine: MachineProfile | undefined;
  readonly model: typeof models.$inferSelect | undefined;
  /** Slicing's figures at the time of the order; undefined: real figures correct nothing. */
  readonly figures: ItemFigures | undefined;
  /** Its copies on printers. */
  readonly queued: readonly QueuedPrint[];
  /** Its copies that were printed well, or came from the shelf. Those of an item that an older version marked as printed have no rows. */
  readonly goodCopies: number;
  /** The id of its print that ended last, well or not; 0 if none has. */
  readonly lastEndedId: number;
}

/** Copies of an item on one printer. */
export interface PrintOnPrinter extends PrintItem {
  readonly print: QueuedPrint;
}

/** The copies of an item that are neither printed well nor on a printer. */
export function waitingCopies({ item, queued, goodCopies }: Pick<PrintItem, "item" | "queued" | "goodCopies">): number {
  return item.quantity - goodCopies - queued.reduce((sum, { copies }) => sum + copies, 0);
}

/** Minutes and material of some of an item's copies, by their share of the whole. */
export function shareOfCopies({ item }: Pick<PrintItem, "item">, copies: number) {
  const share = copies / item.quantity;
  return {
    minutes: Math.round(item.printMinutes * share),
    hundredthsOfGram: Math.round(item.weightHundredthsOfGram * share),
  };
}

export interface PrintingQueue {
  /** Items with copies on no printer; the oldest order first. */
  readonly waiting: readonly PrintItem[];
  /** By name; a printer's queue is in the order of its places. */
  readonly printers: readonly { readonly printer: Printer; readonly queue: readonly PrintOnPrinter[] }[];
  /** Orders in printing of which nothing is left to print. */
  readonly printedOrders: readonly QueuedOrder[];
}

const IN_PRINT = inArray(orders.status, [...PRINTABLE_STATUSES]);

function ofOrdersInPrint(db: StudioDb): SQL {
  return sql`${orderItems.orderId} IN ${db.valuesOf(orders.id, orders, IN_PRINT)}`;
}

export async function readPrintingQueue(db: StudioDb): Promise<PrintingQueue> {
  const unprinted = and(isNull(orderItems.printedAt), ofOrdersInPrint(db));
  const [printerRows, orderRows, ...rows] = await db.batch([
    db.select(printers, undefined, sql`${printers.name}, ${printers.id}`),
    // The unary plus disables the index by id, which would read every order.
    db.select(orders, IN_PRINT, sql`+${orders.id}`),
    ...itemReads(db, unprinted),
  ]);
  const items = joinItems(orderRows, rows);
  const onPrinters = printsOf(items);
  const unfinished = new Set(items.map(({ order }) => order.id));
  return {
    waiting: items.filter((item) => waitingCopies(item) > 0),
    printers: printerRows.map((printer) => ({
      printer,
      queue: onPrinters.filter(({ print }) => print.printerId === printer.id),
    })),
    printedOrders: orderRows.filter(({ id, status }) => status === "printing" && !unfinished.has(id)),
  };
}

/** In the order of their places. */
function printsOf(items: readonly PrintItem[]): PrintOnPrinter[] {
  return items
    .flatMap((item) => item.queued.map((print) => ({ ...item, print })))
    .sort((a, b) => a.print.place - b.print.place || a.print.id - b.print.id);
}

/** An item with its order's other items and with the studio's printers. */
export interface PrintItemInOrder extends PrintItem {
  readonly printers: readonly Printer[];
  readonly siblings: readonly PrintItem[];
}

/** @throws NotFound if the studio has no such item */
export async function readPrintItem(db: StudioDb, itemId: number): Promise<PrintItemInOrder> {
  return readInOrder(db, sql`${itemId}`, ({ item }) => item.id === itemId);
}

/** The item of copies on a printer. @throws NotFound if they are on it no more */
export async function readQueuedPrint(db: StudioDb, printId: number): Promise<PrintItemInOrder & PrintOnPrinter> {
  const isIt = ({ id }: QueuedPrint) => id === printId;
  const itemId = db.valuesOf(queuedPrints.orderItemId, queuedPrints, eq(queuedPrints.id, printId));
  const found = await readInOrder(db, itemId, ({ queued }) => queued.some(isIt));
  const print = found.queued.find(isIt);
  if (print === undefined) throw new NotFound();
  return { ...found, print };
}

async function readInOrder(
  db: StudioDb,
  itemId: SQL,
  isIt: (candidate: PrintItem) => boolean,
): Promise<PrintItemInOrder> {
  const orderId = db.valuesOf(orderItems.orderId, orderItems, sql`${orderItems.id} = ${itemId}`);
  const [printerRows, orderRows, ...rows] = await db.batch([
    db.select(printers),
    db.select(orders, sql`${orders.id} = ${orderId}`),
    ...itemReads(db, sql`${orderItems.orderId} = ${orderId}`),
  ]);
  const items = joinItems(orderRows, rows);
  const found = items.find(isIt);
  if (found === undefined) throw new NotFound();
  return { ...found, printers: printerRows, siblings: items.filter((item) => item !== found) };
}

/** The items of these orders, and the studio's printers. */
export async function readItemsOfOrders(
  db: StudioDb,
  orderIds: readonly number[],
): Promise<{
  readonly items: readonly PrintItem[];
  readonly orders: readonly QueuedOrder[];
  readonly printers: readonly Printer[];
}> {
  const [printerRows, orderRows, ...rows] = await db.batch([
    db.select(printers, undefined, sql`${printers.name}, ${printers.id}`),
    db.select(orders, inValues(orders.id, orderIds)),
    ...itemReads(db, inValues(orderItems.orderId, orderIds)),
  ]);
  return { items: joinItems(orderRows, rows), orders: orderRows, printers: printerRows };
}

/** The prints in a printer's queue, of orders that are to be printed. */
export async function readPrintsOn(db: StudioDb, printerId: number): Promise<PrintOnPrinter[]> {
  const queuedHere = db.valuesOf(queuedPrints.orderItemId, queuedPrints, eq(queuedPrints.printerId, printerId));
  // By way of the orders: the queue alone would have SQLite look through every item.
  const onIt = and(ofOrdersInPrint(db), sql`${orderItems.id} IN ${queuedHere}`);
  const [orderRows, ...rows] = await db.batch([db.select(orders, IN_PRINT), ...itemReads(db, onIt)]);
  return printsOf(joinItems(orderRows, rows)).filter(({ print }) => print.printerId === printerId);
}

/** Material and quality name the same technology; an item with neither can go anywhere. */
export function technologyOfItem({ material, quality }: PrintItem): TechnologyId | undefined {
  return material?.technologyId ?? quality?.technologyId;
}

function itemReads(db: StudioDb, condition: SQL | undefined) {
  const namedBy = (column: SQLiteColumn, by: SQLiteColumn) =>
    sql`${column} IN ${db.valuesOf(by, orderItems, condition)}`;
  return [
    // The unary plus disables the index in this order, which would read every item.
    db.select(orderItems, condition, sql`+${orderItems.orderId}, ${orderItems.position}`),
    db.select(materials, namedBy(materials.id, orderItems.materialId)),
    db.select(printingQualities, namedBy(printingQualities.id, orderItems.printingQualityId)),
    db.select(models, namedBy(models.id, orderItems.modelId)),
    db.select(machineProfiles),
    db.select(itemFigures, namedBy(itemFigures.orderItemId, orderItems.id)),
    db.select(queuedPrints, namedBy(queuedPrints.orderItemId, orderItems.id)),
    db.select(endedPrints, namedBy(endedPrints.orderItemId, orderItems.id)),
  ] as const;
}

type ItemRows = readonly [
  items: readonly PrintItem["item"][],
  materials: readonly QueuedMaterial[],
  qualities: readonly (typeof printingQualities.$inferSelect)[],
  models: readonly (typeof models.$inferSelect)[],
  machines: readonly MachineProfile[],
  figures: readonly ItemFigures[],
  queued: readonly QueuedPrint[],
  ended: readonly (typeof endedPrints.$inferSelect)[],
];

function joinItems(
  orderRows: readonly QueuedOrder[],
  [itemRows, materialRows, qualityRows, modelRows, machines, figures, queuedRows, endedRows]: ItemRows,
): PrintItem[] {
  const orderById = byId(orderRows);
  const [materialById, qualityById, modelById] = [byId(materialRows), byId(qualityRows), byId(modelRows)];
  const figuresByItem = new Map(figures.map((row) => [row.orderItemId, row]));
  const queuedByItem = Map.groupBy(queuedRows, ({ orderItemId }) => orderItemId);
  const endedByItem = Map.groupBy(endedRows, ({ orderItemId }) => orderItemId);
  return itemRows.flatMap((item) => {
    const order = orderById.get(item.orderId);
    if (order === undefined) return [];
    const material = materialById.get(item.materialId ?? 0);
    const quality = qualityById.get(item.printingQualityId ?? 0);
    const machine = quality === undefined ? undefined : machineOfQuality(quality, machines);
    const model = modelById.get(item.modelId ?? 0);
    const queued = queuedByItem.get(item.id) ?? [];
    const ended = endedByItem.get(item.id) ?? [];
    const ofGoodPrints = ended.reduce((sum, { copies, outcome }) => sum + (outcome === "printed" ? copies : 0), 0);
    const goodCopies = item.printedAt === null ? ofGoodPrints + item.shelfCopies : item.quantity;
    const lastEndedId = Math.max(0, ...ended.map(({ id }) => id));
    const own = { queued, goodCopies, lastEndedId, figures: figuresByItem.get(item.id) };
    return [{ item, order, material, quality, machine, model, ...own }];
  });
}

function byId<Row extends { readonly id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
