// Printer store: printers with their queues, each read or written in one round trip.
//
// Copies of an item are in a printer's queue while they are on that printer and their order is printing.

import { and, eq, sql } from "drizzle-orm";
import { findTechnology, type TechnologyId } from "../../slicer-service/src/contract/technologies.ts";
import { isAsRead } from "../db/as-read.ts";
import { models, orderItems, orders, printers, queuedPrints } from "../db/schema.ts";
import type { Results, StudioDb } from "../db/studio-db.ts";
import { ChangedMeanwhile, Faults, NotFound } from "../domain/errors.ts";
import type { PrinterStatus } from "../domain/workshop.ts";
import { retryTransient } from "../platform/transient-fault.ts";

type Printer = typeof printers.$inferSelect;

/** Copies of an item in a printer's queue, with the order they are for and their file. */
export interface QueuedItem {
  readonly copies: number;
  readonly item: typeof orderItems.$inferSelect;
  readonly order: typeof orders.$inferSelect;
  readonly model: typeof models.$inferSelect | undefined;
}

export interface QueuedPrinter {
  readonly printer: Printer;
  readonly queue: readonly QueuedItem[];
}

export interface NewPrinter {
  readonly name: string;
  readonly technologyId: number;
  readonly status: PrinterStatus;
  readonly model: string | null;
  readonly buildVolume: string | null;
  readonly maintenanceNote: string | null;
  /** YYYY-MM-DD */
  readonly nextMaintenanceAt: string | null;
}

/** Only given fields change. */
export type PrinterChanges = { readonly [Field in keyof NewPrinter]?: NewPrinter[Field] | undefined };

export async function readPrinters(db: StudioDb): Promise<QueuedPrinter[]> {
  return toQueuedPrinters(await db.batch(readsOf(db)));
}

/** @throws NotFound */
export async function readPrinter(db: StudioDb, id: number): Promise<QueuedPrinter> {
  return requireOne(toQueuedPrinters(await db.batch(readsOf(db, id))));
}

/**
 * @param requestKey names this attempt: a second write of the same attempt fails
 * @throws NotFound for a technology that does not exist
 */
export async function createPrinter(db: StudioDb, printer: NewPrinter, requestKey: string): Promise<QueuedPrinter> {
  const technologyId = requireTechnology(printer.technologyId);
  const now = Date.now();
  // Under its unique request key the row may be written again after a transient fault: then it is the one that is there.
  const row = { ...printer, technologyId, requestKey, createdAt: now, updatedAt: now };
  const ofRequest = { target: [printers.studioId, printers.requestKey], set: { updatedAt: now } };
  const rows = await retryTransient(async () => db.insert(printers, row, ofRequest));
  return requireOne(rows.map(withEmptyQueue));
}

/** The printer that an earlier attempt created, or undefined. */
export async function findCreatedPrinter(db: StudioDb, requestKey: string): Promise<QueuedPrinter | undefined> {
  const [created] = await db.select(printers, eq(printers.requestKey, requestKey));
  return created && withEmptyQueue(created);
}

/**
 * @param read the printer as it was read, if no change since then may be overwritten
 * @throws NotFound for a printer that the studio does not have, or a technology that does not exist; ChangedMeanwhile if the
 *   printer is no longer as it was read
 */
export async function changePrinter(
  db: StudioDb,
  id: number,
  changes: PrinterChanges,
  read?: Printer,
): Promise<QueuedPrinter> {
  const { technologyId, ...others } = changes;
  const technology = technologyId === undefined ? {} : { technologyId: requireTechnology(technologyId) };
  const asRead = read && isAsRead(printers, changes, read);
  const write = db.update(
    printers,
    { ...others, ...technology, updatedAt: Date.now() },
    and(eq(printers.id, id), asRead),
  );
  const [written, ...results] = await db.batch([write, ...readsOf(db, id)]);
  if (written.length === 0 && read !== undefined) throw new ChangedMeanwhile();
  return requireOne(toQueuedPrinters(results));
}

/**
 * Statements to run in one batch; `toQueuedPrinters` joins their results. Newest printer first.
 *
 * @param printerId narrows both the printers and their queues to one
 */
function readsOf(db: StudioDb, printerId?: number) {
  const printing = eq(orders.status, "printing");
  const onPrinter = printerId === undefined ? undefined : eq(queuedPrints.printerId, printerId);
  // By way of the orders: the queue alone would have SQLite look through every item.
  const ofOrders = sql`${orderItems.orderId} IN ${db.valuesOf(orders.id, orders, printing)}`;
  const queued = and(
    ofOrders,
    sql`${orderItems.id} IN ${db.valuesOf(queuedPrints.orderItemId, queuedPrints, onPrinter)}`,
  );
  return [
    db.select(printers, printerId === undefined ? undefined : eq(printers.id, printerId), sql`${printers.id} DESC`),
    db.select(queuedPrints, onPrinter, sql`${queuedPrints.place}, ${queuedPrints.id}`),
    db.select(orderItems, queued),
    db.select(orders, printing),
    db.select(models, sql`${models.id} IN ${db.valuesOf(orderItems.modelId, orderItems, queued)}`),
  ] as const;
}

function toQueuedPrinters([printerRows, prints, itemRows, orderRows, modelRows]: Results<
  ReturnType<typeof readsOf>
>): QueuedPrinter[] {
  const itemById = new Map(itemRows.map((item) => [item.id, item]));
  const orderById = new Map(orderRows.map((order) => [order.id, order]));
  const modelById = new Map<number | null, QueuedItem["model"]>(modelRows.map((model) => [model.id, model]));
  const queues = new Map<number, QueuedItem[]>();
  for (const { printerId, orderItemId, copies } of prints) {
    const item = itemById.get(orderItemId);
    const order = orderById.get(item?.orderId ?? 0);
    if (item === undefined || order === undefined) continue;
    const queue = queues.get(printerId) ?? [];
    queue.push({ item, copies, order, model: modelById.get(item.modelId) });
    queues.set(printerId, queue);
  }
  return printerRows.map((printer) => ({ printer, queue: queues.get(printer.id) ?? [] }));
}

function withEmptyQueue(printer: Printer): QueuedPrinter {
  return { printer, queue: [] };
}

function requireOne([printer]: readonly QueuedPrinter[]): QueuedPrinter {
  if (printer === undefined) throw new NotFound();
  return printer;
}

function requireTechnology(id: number): TechnologyId {
  const faults = new Faults();
  addMissingTechnology(id, faults);
  faults.throwIfAny();
  const technology = findTechnology(id);
  if (technology === undefined) throw new Error("a technology that is missing was not refused");
  return technology.id;
}

/** Adds a technology that does not exist to `faults`. */
export function addMissingTechnology(id: number | undefined, faults: Faults): void {
  if (id === undefined || findTechnology(id) !== undefined) return;
  faults.addMissing("technologyId", {
    en: `there is no technology ${id}; GET /technologies lists them`,
    uk: `технології ${id} немає; їх перелічує GET /technologies`,
  });
}
