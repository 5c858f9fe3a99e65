// Ended prints store: counts copies as printed or failed, and takes either back.
//
// The material's stock falls by the noted grams, else by the copies' share of the estimate, never below 0. The print keeps the amount
// taken, so that an undo puts back exactly that.

import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { endedPrints, itemFigures, materials, orderItems } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import type { Studio } from "../db/studio-record.ts";
import { ChangedMeanwhile, NotFound } from "../domain/errors.ts";
import type { PersonId } from "../domain/ids.ts";
import type { PrintOutcome } from "../domain/workshop.ts";
import type { RealFigures } from "../machine-profiles/real-figures.store.ts";
import { itemName } from "../orders/item-name.ts";
import { copiesOfGoodPrints, isActivePrinter, queueCopies } from "../orders/print-copies.ts";
import { lowStockMessages } from "../outbox/outbox.store.ts";
import { dayFromNow } from "../platform/calendar.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { type Assignment, type ChosenPrint, printerRefusal } from "./assignment.store.ts";
import { copiesWait, noneEndedSince, printerName, printIs, takeFrom, writePrintEvent } from "./print-event.ts";
import {
  type PrintItem,
  type PrintItemInOrder,
  type QueuedMaterial,
  readPrintItem,
  readQueuedPrint,
  shareOfCopies,
} from "./printing-queue.store.ts";

export type EndedPrintRow = typeof endedPrints.$inferSelect;

export interface EndOfPrint extends ChosenPrint {
  /** The print as the page showed it; undefined: as it is. */
  readonly seen?: SeenPrint | undefined;
  /** The real figures of these copies. */
  readonly real: RealFigures;
}

/** A print's state as a page shows it: its copies, and the item's print that ended last. */
export interface SeenPrint {
  readonly copies: number;
  readonly lastEndedId: number;
}

export interface Ended {
  readonly endedId: number;
  readonly orderId: number;
  readonly printerId: number;
  /** The material after its stock fell. */
  readonly material: QueuedMaterial | undefined;
}

/**
 * Counts copies as printed well: they leave their printer.
 *
 * @throws NotFound; ChangedMeanwhile
 */
export async function markPrinted(
  db: StudioDb,
  end: EndOfPrint,
): Promise<Assignment<Ended & { readonly wasLast: boolean }>> {
  const found = await readQueuedPrint(db, end.printId);
  const copies = end.copies ?? found.print.copies;
  const ended = await endPrint(db, found, end, { copies, outcome: "printed", reason: null, staysOnPrinter: false });
  if (ended.refusal !== undefined) return ended;
  const isItemDone = found.goodCopies + copies >= found.item.quantity;
  return { ...ended, wasLast: isItemDone && found.siblings.every(({ item }) => item.printedAt !== null) };
}

/**
 * Counts copies as failed: they wait to be printed again, or stay on their printer for that.
 *
 * @throws NotFound; ChangedMeanwhile
 */
export async function markFailed(
  db: StudioDb,
  failure: EndOfPrint & { readonly reason: string; readonly staysOnPrinter: boolean },
): Promise<Assignment<Ended>> {
  const found = await readQueuedPrint(db, failure.printId);
  const { reason, staysOnPrinter } = failure;
  const copies = failure.copies ?? found.print.copies;
  return endPrint(db, found, failure, { copies, outcome: "failed", reason, staysOnPrinter });
}

async function endPrint(
  db: StudioDb,
  found: Awaited<ReturnType<typeof readQueuedPrint>>,
  { personId, real, seen }: EndOfPrint,
  end: {
    readonly copies: number;
    readonly outcome: PrintOutcome;
    readonly reason: string | null;
    readonly staysOnPrinter: boolean;
  },
): Promise<Assignment<Ended>> {
  const { item, order, print } = found;
  const { copies, outcome, reason, staysOnPrinter } = end;
  // The same form sent twice, or by two people, would count the copies twice.
  if (seen !== undefined && (seen.copies !== print.copies || seen.lastEndedId !== found.lastEndedId)) {
    throw new ChangedMeanwhile();
  }
  if (copies < 1 || copies > print.copies) return { refusal: "too_many_on_printer" };
  if (order.status !== "printing") return { refusal: "order_not_in_print" };
  const printer = printerName(found, print.printerId);
  const grams = real.hundredthsOfGram ?? shareOfCopies(found, copies).hundredthsOfGram;
  const ofMaterial = eq(materials.id, item.materialId ?? 0);
  const latest = sql`${endedPrints.id} DESC`;
  const [[ended], [material]] = await writePrintEvent(
    db,
    found,
    { event: outcome, printer, copies },
    {
      personId,
      provided: and(printIs(db, print), noneEndedSince(db, found)),
      ...(reason === null ? {} : { comment: reason }),
    },
    [
      ...(staysOnPrinter ? [] : [takeFrom(db, print, copies)]),
      db.insert(endedPrints, {
        orderItemId: item.id,
        printerId: print.printerId,
        printer,
        copies,
        outcome,
        reason,
        minutes: real.minutes,
        hundredthsOfGram: real.hundredthsOfGram,
        // null if the studio does not count this stock: min() of null is null.
        stockTakenHundredthsOfGram: db.valuesOf(
          sql`max(0, min(${materials.stockHundredthsOfGram}, ${grams}))`,
          materials,
          ofMaterial,
        ),
        personId,
        endedAt: Date.now(),
      }),
      db.update(
        materials,
        { stockHundredthsOfGram: sql`max(0, ${materials.stockHundredthsOfGram} - ${grams})` },
        and(ofMaterial, isNotNull(materials.stockHundredthsOfGram)),
      ),
      ...settle(db, found),
      lowStockMessages(db, {
        materialId: item.materialId ?? 0,
        takenHundredthsOfGram: grams,
        day: dayFromNow(0),
      }),
    ],
    [db.select(endedPrints, eq(endedPrints.orderItemId, item.id), latest, 1), db.select(materials, ofMaterial)],
  );
  if (ended === undefined) throw new Error("a print that ended has no row");
  const label = itemName(item);
  return {
    refusal: undefined,
    label,
    copies,
    endedId: ended.id,
    orderId: order.id,
    printerId: print.printerId,
    material,
  };
}

/**
 * The copies were not printed, or did not fail, after all: exactly the amount that was taken goes back to the stock, and the copies go
 * back to their printer, if that still takes them.
 *
 * @param wasStaying the failed copies stayed on their printer, and are there still
 * @throws NotFound; ChangedMeanwhile
 */
export async function undoEnd(
  tenant: Tenant,
  studio: Studio,
  { endedId, personId, wasStaying, outcome, copies }: UndoneEnd,
): Promise<Assignment<{ readonly printer: string | undefined; readonly outcome: PrintOutcome }>> {
  const { db } = tenant;
  const [ended] = await db.select(endedPrints, eq(endedPrints.id, endedId));
  if (ended === undefined) throw new NotFound();
  // Its copies may have been found bad since: then there is another end to undo.
  if (ended.outcome !== outcome || ended.copies !== copies) throw new ChangedMeanwhile();
  const found = await readPrintItem(db, ended.orderItemId);
  const { item, order } = found;
  if (order.status !== "printing") return { refusal: "order_not_in_print" };
  const printerId = wasStaying ? undefined : await returnPrinter(tenant, studio, found, ended);
  const printer = printerId === undefined ? undefined : printerName(found, printerId);
  const stock = materials.stockHundredthsOfGram;
  await writePrintEvent(
    db,
    found,
    { event: "not_printed", printer: printer ?? null, copies: ended.copies },
    {
      personId,
      provided: and(
        endIs(db, ended),
        printerId === undefined ? undefined : isActivePrinter(db, printerId),
        // Failed copies wait, or are on another printer meanwhile.
        printerId !== undefined && ended.outcome === "failed" ? copiesWait(db, found, ended.copies) : undefined,
      ),
    },
    [
      db.update(
        materials,
        { stockHundredthsOfGram: sql`${stock} + ${ended.stockTakenHundredthsOfGram ?? 0}` },
        and(eq(materials.id, item.materialId ?? 0), isNotNull(stock)),
      ),
      db.delete(endedPrints, eq(endedPrints.id, endedId)),
      ...(printerId === undefined ? [] : [queueCopies(db, { itemId: item.id, printerId, copies: ended.copies })]),
      ...settle(db, found),
    ],
    [],
  );
  return { refusal: undefined, label: itemName(item), copies: ended.copies, printer, outcome: ended.outcome };
}

export interface UndoneEnd extends Pick<EndedPrintRow, "outcome" | "copies"> {
  readonly endedId: number;
  readonly personId: PersonId;
  readonly wasStaying: boolean;
}

/** The printer of the ended print, if it still takes the item. */
async function returnPrinter(
  tenant: Tenant,
  studio: Studio,
  found: PrintItemInOrder,
  { printerId }: EndedPrintRow,
): Promise<number | undefined> {
  if (printerId === null) return undefined;
  return (await printerRefusal(tenant, studio, found, printerId)) === undefined ? printerId : undefined;
}

/**
 * Statements after any change of an item's ended prints: it is printed once its good copies reach its quantity, and its real figures
 * are the sums of the good prints, if each of them is noted.
 */
export function settle(db: StudioDb, { item }: PrintItem): Statement<unknown>[] {
  const now = Date.now();
  const isDone = sql`${copiesOfGoodPrints(db, item.id)} >= ${item.quantity - item.shelfCopies}`;
  const good = and(eq(endedPrints.orderItemId, item.id), eq(endedPrints.outcome, "printed"));
  const noted = (figure: typeof endedPrints.minutes | typeof endedPrints.hundredthsOfGram) =>
    db.valuesOf(sql`iif(${isDone} AND count(*) = count(${figure}), sum(${figure}), NULL)`, endedPrints, good);
  const isNoted = db.valuesOf(
    sql`iif(${isDone} AND (count(*) = count(${endedPrints.minutes}) OR count(*) = count(${endedPrints.hundredthsOfGram})), ${now}, NULL)`,
    endedPrints,
    good,
  );
  return [
    db.update(
      orderItems,
      { printedAt: sql`iif(${isDone}, coalesce(${orderItems.printedAt}, ${now}), NULL)` },
      eq(orderItems.id, item.id),
    ),
    db.update(
      itemFigures,
      {
        realMinutes: noted(endedPrints.minutes),
        realHundredthsOfGram: noted(endedPrints.hundredthsOfGram),
        recordedAt: isNoted,
      },
      eq(itemFigures.orderItemId, item.id),
    ),
  ];
}

/** The ended print is as it was read. */
export function endIs(db: StudioDb, { id, copies, outcome }: EndedPrintRow): SQL {
  const asRead = and(eq(endedPrints.id, id), eq(endedPrints.copies, copies), eq(endedPrints.outcome, outcome));
  return sql`EXISTS ${db.valuesOf(sql`1`, endedPrints, asRead)}`;
}
