// Ended prints store: counts copies as printed or failed, takes either back, and has good copies printed again.
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

type EndedPrint = typeof endedPrints.$inferSelect;

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

export interface UndoneEnd extends Pick<EndedPrint, "outcome" | "copies"> {
  readonly endedId: number;
  readonly personId: PersonId;
  readonly wasStaying: boolean;
}

/** The printer of the ended print, if it still takes the item. */
async function returnPrinter(
  tenant: Tenant,
  studio: Studio,
  found: PrintItemInOrder,
  { printerId }: EndedPrint,
): Promise<number | undefined> {
  if (printerId === null) return undefined;
  return (await printerRefusal(tenant, studio, found, printerId)) === undefined ? printerId : undefined;
}

/**
 * Good copies turned out bad: they fail with the reason, and wait to be printed again. Their material stays taken.
 *
 * @throws NotFound; ChangedMeanwhile
 */
export async function printAgain(
  db: StudioDb,
  {
    itemId,
    copies,
    reason,
    personId,
    goodSeen,
  }: {
    readonly itemId: number;
    readonly copies: number;
    readonly reason: string;
    readonly personId: PersonId;
    /** The good copies as the page showed them; undefined: as they are. */
    readonly goodSeen: number | undefined;
  },
): Promise<AgainOutcome> {
  const [found, withRows] = await Promise.all([readPrintItem(db, itemId), selectGoodPrints(db, itemId)]);
  if (goodSeen !== undefined && goodSeen !== found.goodCopies) throw new ChangedMeanwhile();
  if (copies > found.goodCopies) return { refusal: "too_many_copies", good: found.goodCopies };
  if (found.order.status !== "printing") return { refusal: "order_not_in_print" };
  const failing = failingParts(await withEarlierPrint(db, found, withRows), copies);
  await writePrintEvent(
    db,
    found,
    { event: "again", printer: null, copies },
    { personId, comment: reason, conditions: failing.map(({ print }) => endIs(db, print)) },
    [...failing.flatMap((part) => failStatements(db, part, reason, personId)), ...settle(db, found)],
    [],
  );
  return { refusal: undefined, label: itemName(found.item), orderId: found.order.id };
}

type AgainOutcome =
  | { readonly refusal: "too_many_copies" /** The copies that were printed well. */; readonly good: number }
  | { readonly refusal: "order_not_in_print" }
  | { readonly refusal: undefined; readonly label: string; readonly orderId: number };

/** Latest first. */
function selectGoodPrints(db: StudioDb, itemId: number): Statement<EndedPrint[]> {
  const good = and(eq(endedPrints.orderItemId, itemId), eq(endedPrints.outcome, "printed"));
  return db.select(endedPrints, good, sql`${endedPrints.id} DESC`);
}

/**
 * The item's good prints. Copies that an older version marked as printed get a row first.
 *
 * @throws ChangedMeanwhile
 */
async function withEarlierPrint(
  db: StudioDb,
  { item, goodCopies }: PrintItem,
  withRows: readonly EndedPrint[],
): Promise<readonly EndedPrint[]> {
  const counted = withRows.reduce((sum, { copies }) => sum + copies, 0);
  if (item.printedAt === null || counted >= goodCopies) return withRows;
  const asRead = and(eq(orderItems.id, item.id), eq(orderItems.printedAt, item.printedAt));
  const written = await db.batchIf(
    [sql`EXISTS ${db.valuesOf(sql`1`, orderItems, asRead)}`, sql`${copiesOfGoodPrints(db, item.id)} = ${counted}`],
    [
      db.insert(endedPrints, {
        orderItemId: item.id,
        copies: goodCopies - counted,
        outcome: "printed",
        stockTakenHundredthsOfGram: item.stockTakenHundredthsOfGram,
        endedAt: item.printedAt,
      }),
      selectGoodPrints(db, item.id),
    ],
  );
  if (written === undefined) throw new ChangedMeanwhile();
  return written[1];
}

interface FailingPart {
  readonly print: EndedPrint;
  readonly copies: number;
}

/** The copies, from the prints that ended last. */
function failingParts(latestFirst: readonly EndedPrint[], copies: number): FailingPart[] {
  let left = copies;
  return latestFirst.flatMap((print) => {
    const taken = Math.min(left, print.copies);
    left -= taken;
    return taken === 0 ? [] : [{ print, copies: taken }];
  });
}

/** A print of which only some copies fail is divided, its figures and its material by the copies. */
function failStatements(
  db: StudioDb,
  { print, copies }: FailingPart,
  reason: string,
  personId: PersonId,
): Statement<unknown>[] {
  const ofPrint = eq(endedPrints.id, print.id);
  if (copies === print.copies) return [db.update(endedPrints, { outcome: "failed", reason }, ofPrint)];
  const { id: _, studioId: __, ...row } = print;
  const failed = divided(print, copies);
  const kept = {
    copies: print.copies - copies,
    minutes: less(print.minutes, failed.minutes),
    hundredthsOfGram: less(print.hundredthsOfGram, failed.hundredthsOfGram),
    stockTakenHundredthsOfGram: less(print.stockTakenHundredthsOfGram, failed.stockTakenHundredthsOfGram),
  };
  return [
    db.update(endedPrints, kept, ofPrint),
    db.insert(endedPrints, { ...row, ...failed, outcome: "failed", reason, personId, endedAt: Date.now() }),
  ];
}

function divided(print: EndedPrint, copies: number) {
  const part = (figure: number | null) => (figure === null ? null : Math.round((figure * copies) / print.copies));
  // A noted figure stays above 0 in both parts, or is noted in none.
  const figure = (noted: number | null) => {
    const own = part(noted);
    return own === null || own < 1 || own >= (noted ?? 0) ? null : own;
  };
  return {
    copies,
    minutes: figure(print.minutes),
    hundredthsOfGram: figure(print.hundredthsOfGram),
    stockTakenHundredthsOfGram: part(print.stockTakenHundredthsOfGram),
  };
}

function less(whole: number | null, part: number | null): number | null {
  return whole === null ? null : whole - (part ?? 0);
}

/**
 * Statements after any change of an item's ended prints: it is printed once its good copies reach its quantity, and its real figures
 * are the sums of the good prints, if each of them is noted.
 */
function settle(db: StudioDb, { item }: PrintItem): Statement<unknown>[] {
  const now = Date.now();
  const isDone = sql`${copiesOfGoodPrints(db, item.id)} >= ${item.quantity}`;
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
function endIs(db: StudioDb, { id, copies, outcome }: EndedPrint): SQL {
  const asRead = and(eq(endedPrints.id, id), eq(endedPrints.copies, copies), eq(endedPrints.outcome, outcome));
  return sql`EXISTS ${db.valuesOf(sql`1`, endedPrints, asRead)}`;
}
