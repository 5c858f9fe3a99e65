// Printing queue store: the waiting items and the items of each printer, in one round trip.

import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { TechnologyId } from "../../slicer-service/src/contract/technologies.ts";
import type { MachineProfile } from "../db/machine-profile-record.ts";
import {
  itemFigures,
  machineProfiles,
  materials,
  models,
  orderChanges,
  orderItems,
  orders,
  printers,
  printingQualities,
} from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { NotFound } from "../domain/errors.ts";
import { PRINTABLE_STATUSES } from "../domain/order.ts";
import { machineOfQuality } from "../items/slice-profile.ts";
import type { ItemFigures } from "../machine-profiles/real-figures.store.ts";

export type Printer = typeof printers.$inferSelect;
export type QueuedMaterial = typeof materials.$inferSelect;
export type QueuedOrder = typeof orders.$inferSelect;

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
}

export interface PrintingQueue {
  /** The oldest order first. */
  readonly waiting: readonly PrintItem[];
  /** By name; a printer's earliest item comes first. */
  readonly printers: readonly { readonly printer: Printer; readonly queue: readonly PrintItem[] }[];
  /** Orders in printing of which nothing is left to print. */
  readonly printedOrders: readonly QueuedOrder[];
}

export async function readPrintingQueue(db: StudioDb): Promise<PrintingQueue> {
  const inPrint = inArray(orders.status, [...PRINTABLE_STATUSES]);
  const ofOrders = (column: SQLiteColumn) => sql`${column} IN ${db.valuesOf(orders.id, orders, inPrint)}`;
  const unprinted = and(isNull(orderItems.printedAt), ofOrders(orderItems.orderId));
  const [printerRows, orderRows, changeRows, ...rows] = await db.batch([
    db.select(printers, undefined, sql`${printers.name}, ${printers.id}`),
    // The unary plus disables the index by id, which would read every order.
    db.select(orders, inPrint, sql`+${orders.id}`),
    db.select(
      orderChanges,
      and(isNotNull(orderChanges.changes), ofOrders(orderChanges.orderId)),
      sql`+${orderChanges.id}`,
    ),
    ...itemReads(db, unprinted),
  ]);
  const items = joinItems(orderRows, rows);
  const assignments = assignmentsIn(changeRows);
  const inTurn = (a: PrintItem, b: PrintItem) =>
    (assignments.get(a.item.id) ?? 0) - (assignments.get(b.item.id) ?? 0) || a.item.id - b.item.id;
  const unfinished = new Set(items.map(({ order }) => order.id));
  return {
    waiting: items.filter(({ item }) => item.printerId === null),
    printers: printerRows.map((printer) => ({
      printer,
      queue: items.filter(({ item }) => item.printerId === printer.id).sort(inTurn),
    })),
    printedOrders: orderRows.filter(({ id, status }) => status === "printing" && !unfinished.has(id)),
  };
}

/** When each item was last assigned: the id of that change, which grows with time. */
function assignmentsIn(changeRows: readonly (typeof orderChanges.$inferSelect)[]): ReadonlyMap<number, number> {
  const assignments = new Map<number, number>();
  for (const { id, changes } of changeRows) {
    for (const { itemId, event } of changes?.items ?? []) if (event === "assigned") assignments.set(itemId, id);
  }
  return assignments;
}

/** One item, with the printers that may take it. @throws NotFound if the studio has no such item */
export async function readPrintItem(
  db: StudioDb,
  itemId: number,
): Promise<PrintItem & { readonly printers: readonly Printer[]; readonly siblings: readonly PrintItem["item"][] }> {
  const ofItem = eq(orderItems.id, itemId);
  const orderId = db.valuesOf(orderItems.orderId, orderItems, ofItem);
  const [printerRows, orderRows, siblings, ...rows] = await db.batch([
    db.select(printers),
    db.select(orders, sql`${orders.id} = ${orderId}`),
    db.select(orderItems, and(sql`${orderItems.orderId} = ${orderId}`, sql`${orderItems.id} <> ${itemId}`)),
    ...itemReads(db, ofItem),
  ]);
  const [item] = joinItems(orderRows, rows);
  if (item === undefined) throw new NotFound();
  return { ...item, printers: printerRows, siblings };
}

/** A printer's unprinted items. */
export async function readItemsOn(db: StudioDb, printerId: number): Promise<PrintItem[]> {
  const onIt = and(eq(orderItems.printerId, printerId), isNull(orderItems.printedAt));
  const [orderRows, ...rows] = await db.batch([
    db.select(orders, sql`${orders.id} IN ${db.valuesOf(orderItems.orderId, orderItems, onIt)}`),
    ...itemReads(db, onIt),
  ]);
  return joinItems(orderRows, rows);
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
  ] as const;
}

type ItemRows = readonly [
  items: readonly PrintItem["item"][],
  materials: readonly QueuedMaterial[],
  qualities: readonly (typeof printingQualities.$inferSelect)[],
  models: readonly (typeof models.$inferSelect)[],
  machines: readonly MachineProfile[],
  figures: readonly ItemFigures[],
];

function joinItems(
  orderRows: readonly QueuedOrder[],
  [itemRows, materialRows, qualityRows, modelRows, machines, figures]: ItemRows,
): PrintItem[] {
  const orderById = byId(orderRows);
  const [materialById, qualityById, modelById] = [byId(materialRows), byId(qualityRows), byId(modelRows)];
  const figuresByItem = new Map(figures.map((row) => [row.orderItemId, row]));
  return itemRows.flatMap((item) => {
    const order = orderById.get(item.orderId);
    if (order === undefined) return [];
    const material = materialById.get(item.materialId ?? 0);
    const quality = qualityById.get(item.printingQualityId ?? 0);
    const machine = quality === undefined ? undefined : machineOfQuality(quality, machines);
    const model = modelById.get(item.modelId ?? 0);
    return [{ item, order, material, quality, machine, model, figures: figuresByItem.get(item.id) }];
  });
}

function byId<Row extends { readonly id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
