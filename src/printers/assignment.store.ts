// Assignment store: puts copies of items on printers, moves them to another, takes them off, and orders a printer's queue.
//
// Each is one batch with conditions on print, item, order and printer: if another person was first, nothing of it
// takes place.

import { and, eq, sql } from "drizzle-orm";
import type { SliceResult } from "../../slicer-service/src/contract/slices.ts";
import { queuedPrints } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import type { Studio } from "../db/studio-record.ts";
import type { PersonId } from "../domain/ids.ts";
import { type OrderStatus, PRINTABLE_STATUSES } from "../domain/order.ts";
import { fitOf } from "../domain/print/build-volume.ts";
import { printedBoxes } from "../items/fits-printers.ts";
import { itemName } from "../orders/item-name.ts";
import { isActivePrinter, queueCopies } from "../orders/print-copies.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { slicesOfItems } from "./item-slices.ts";
import { copiesWait, orderHasPrints, printerName, printIs, takeFrom, writePrintEvent } from "./print-event.ts";
import {
  type Printer,
  type PrintItem,
  type PrintItemInOrder,
  readPrintItem,
  readPrintsOn,
  readQueuedPrint,
  technologyOfItem,
  waitingCopies,
} from "./printing-queue.store.ts";

/** The reason why copies are not put on a printer, or not counted. */
export type AssignmentRefusal =
  | "printed"
  | "too_many_copies"
  | "too_many_on_printer"
  | "order_not_in_print"
  | "no_such_printer"
  | "printer_does_not_work"
  | "other_technology"
  | "too_large";

export type Assignment<Done> =
  | { readonly refusal: AssignmentRefusal }
  | ({ readonly refusal: undefined; readonly label: string; readonly copies: number } & Done);

/** Some copies on a printer, as a person chose them. */
export interface ChosenPrint {
  readonly printId: number;
  /** Undefined: all that are on the printer. */
  readonly copies: number | undefined;
  readonly personId: PersonId;
}

/**
 * Puts waiting copies of an item on a printer. A confirmed order begins to be printed.
 *
 * @throws NotFound; ChangedMeanwhile
 */
export async function assignItem(
  tenant: Tenant,
  studio: Studio,
  chosen: {
    readonly itemId: number;
    readonly printerId: number;
    /** Undefined: all that wait. */
    readonly copies: number | undefined;
    readonly personId: PersonId;
  },
): Promise<Assignment<{ readonly printer: string; readonly printId: number; readonly beganOrder: boolean }>> {
  const { db } = tenant;
  const { itemId, printerId, personId } = chosen;
  const found = await readPrintItem(db, itemId);
  const copies = chosen.copies ?? waitingCopies(found);
  const refusal = waitingRefusal(found, copies) ?? (await printerRefusal(tenant, studio, found, printerId));
  if (refusal !== undefined) return { refusal };
  const printer = printerName(found, printerId);
  const beganOrder = found.order.status === "confirmed";
  const [[print]] = await writePrintEvent(
    db,
    found,
    { event: "assigned", printer, copies },
    {
      personId,
      status: beganOrder ? "printing" : undefined,
      provided: and(copiesWait(db, found, copies), isActivePrinter(db, printerId)),
    },
    [queueCopies(db, { itemId, printerId, copies })],
    [db.select(queuedPrints, and(eq(queuedPrints.orderItemId, itemId), eq(queuedPrints.printerId, printerId)))],
  );
  if (print === undefined) throw new Error("copies that were put on a printer have no row");
  return { refusal: undefined, label: itemName(found.item), copies, printer, printId: print.id, beganOrder };
}

/**
 * Takes copies off their printer, back to those that wait.
 *
 * @param unbegin puts the order back to confirmed too, if nothing else of it is printed or on a printer: undoes an assignment
 *   that began the order
 * @throws NotFound; ChangedMeanwhile
 */
export async function takeOff(
  db: StudioDb,
  { unbegin, ...chosen }: ChosenPrint & { readonly unbegin: boolean },
): Promise<Assignment<{ readonly printer: string; readonly printerId: number; readonly itemId: number }>> {
  const found = await readQueuedPrint(db, chosen.printId);
  const { print, item, order } = found;
  const copies = chosen.copies ?? print.copies;
  if (copies > print.copies) return { refusal: "too_many_on_printer" };
  const printer = printerName(found, print.printerId);
  const unbegins = unbegin && isUntouched(found, copies) && order.status === "printing";
  const taken = takeFrom(db, print, copies);
  await writePrintEvent(
    db,
    found,
    { event: "taken_off", printer, copies },
    {
      personId: chosen.personId,
      status: unbegins ? "confirmed" : undefined,
      provided: and(printIs(db, print), unbegins ? sql`NOT ${orderHasPrints(db, order.id, [print.id])}` : undefined),
    },
    [taken],
    [],
  );
  return { refusal: undefined, label: itemName(item), copies, printer, printerId: print.printerId, itemId: item.id };
}

/**
 * Moves copies to another printer.
 *
 * @throws NotFound; ChangedMeanwhile
 */
export async function movePrint(
  tenant: Tenant,
  studio: Studio,
  { printerId, ...chosen }: ChosenPrint & { readonly printerId: number },
): Promise<Assignment<{ readonly printer: string; readonly former: Printer["id"]; readonly printId: number }>> {
  const { db } = tenant;
  const found = await readQueuedPrint(db, chosen.printId);
  const { print, item } = found;
  const copies = chosen.copies ?? print.copies;
  if (copies > print.copies) return { refusal: "too_many_on_printer" };
  const refusal = await printerRefusal(tenant, studio, found, printerId);
  if (refusal !== undefined) return { refusal };
  const printer = printerName(found, printerId);
  const [[moved]] = await writePrintEvent(
    db,
    found,
    { event: "moved", printer, copies },
    { personId: chosen.personId, provided: and(printIs(db, print), isActivePrinter(db, printerId)) },
    [takeFrom(db, print, copies), queueCopies(db, { itemId: item.id, printerId, copies })],
    [db.select(queuedPrints, and(eq(queuedPrints.orderItemId, item.id), eq(queuedPrints.printerId, printerId)))],
  );
  if (moved === undefined) throw new Error("copies that were moved to a printer have no row");
  return { refusal: undefined, label: itemName(item), copies, printer, former: print.printerId, printId: moved.id };
}

/** Puts a print one place earlier or later in its printer's queue. Nothing happens at the queue's end. @throws NotFound */
export async function changePlace(
  db: StudioDb,
  { printId, direction }: { readonly printId: number; readonly direction: "earlier" | "later" },
): Promise<void> {
  const { print } = await readQueuedPrint(db, printId);
  const queue = (await readPrintsOn(db, print.printerId)).map((queued) => queued.print.id);
  const from = queue.indexOf(printId);
  const to = direction === "earlier" ? from - 1 : from + 1;
  const neighbour = queue[to];
  if (neighbour === undefined) return;
  await writePlaces(db, queue.with(from, neighbour).with(to, printId));
}

/** Puts a printer's queue in the order of the due days; orders without one come last, the oldest first. */
export async function orderByDueDay(db: StudioDb, printerId: number): Promise<void> {
  const noDay = "9999-12-31";
  const queue = (await readPrintsOn(db, printerId)).toSorted(
    (a, b) =>
      (a.order.dueOn ?? noDay).localeCompare(b.order.dueOn ?? noDay) ||
      a.order.id - b.order.id ||
      a.print.place - b.print.place,
  );
  await writePlaces(
    db,
    queue.map(({ print }) => print.id),
  );
}

async function writePlaces(db: StudioDb, printIds: readonly number[]): Promise<void> {
  const [first, ...rest] = printIds.map((id, index) =>
    db.update(queuedPrints, { place: index + 1 }, eq(queuedPrints.id, id)),
  );
  if (first !== undefined) await db.batch([first, ...rest]);
}

/** Names of the items that their printer would not take now. They stay there: they may be half printed. */
export async function unsuitedItems(tenant: Tenant, studio: Studio, printer: Printer): Promise<string[]> {
  const items = await readPrintsOn(tenant.db, printer.id);
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

/** As `assignmentRefusal`, for a printer that may not exist any more. */
export async function printerRefusal(
  tenant: Tenant,
  studio: Studio,
  item: PrintItemInOrder,
  printerId: number,
): Promise<AssignmentRefusal | undefined> {
  const printer = item.printers.find(({ id }) => id === printerId);
  if (printer === undefined) return "no_such_printer";
  const slices = await slicesOfItems(tenant, studio, [item], "cache");
  return assignmentRefusal(item, printer, slices.get(item.item.id));
}

function waitingRefusal(item: PrintItem, copies: number): AssignmentRefusal | undefined {
  if (item.goodCopies >= item.item.quantity) return "printed";
  if (!isPrintable(item.order.status)) return "order_not_in_print";
  return copies < 1 || copies > waitingCopies(item) ? "too_many_copies" : undefined;
}

function isPrintable(status: OrderStatus): boolean {
  return PRINTABLE_STATUSES.includes(status);
}

/** Whether nothing of the order is printed or on a printer once these copies are off theirs. */
function isUntouched(found: PrintItemInOrder & { readonly print: { readonly copies: number } }, copies: number) {
  const isAlone = found.queued.length === 1 && found.print.copies === copies && found.goodCopies === 0;
  return isAlone && found.siblings.every(({ queued, goodCopies }) => queued.length === 0 && goodCopies === 0);
}
