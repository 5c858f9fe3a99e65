// Print-again store: good copies that turned out bad, printed again.

import { and, eq, sql } from "drizzle-orm";
import { endedPrints, orderItems } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import { ChangedMeanwhile } from "../domain/errors.ts";
import type { PersonId } from "../domain/ids.ts";
import { itemName } from "../orders/item-name.ts";
import { copiesOfGoodPrints } from "../orders/print-copies.ts";
import { type EndedPrintRow, endIs, settle } from "./ended-prints.store.ts";
import { writePrintEvent } from "./print-event.ts";
import { type PrintItem, readPrintItem } from "./printing-queue.store.ts";

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
  const printed = found.goodCopies - found.item.shelfCopies;
  if (copies > printed) return { refusal: "too_many_copies", good: printed };
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
function selectGoodPrints(db: StudioDb, itemId: number): Statement<EndedPrintRow[]> {
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
  withRows: readonly EndedPrintRow[],
): Promise<readonly EndedPrintRow[]> {
  const counted = withRows.reduce((sum, { copies }) => sum + copies, 0);
  const printed = goodCopies - item.shelfCopies;
  if (item.printedAt === null || counted >= printed) return withRows;
  const asRead = and(eq(orderItems.id, item.id), eq(orderItems.printedAt, item.printedAt));
  const written = await db.batchIf(
    [sql`EXISTS ${db.valuesOf(sql`1`, orderItems, asRead)}`, sql`${copiesOfGoodPrints(db, item.id)} = ${counted}`],
    [
      db.insert(endedPrints, {
        orderItemId: item.id,
        copies: printed - counted,
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
  readonly print: EndedPrintRow;
  readonly copies: number;
}

/** The copies, from the prints that ended last. */
function failingParts(latestFirst: readonly EndedPrintRow[], copies: number): FailingPart[] {
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
    db.insert(endedPrints, { ...row, ...failed, outcome: "failed", reason, personId }),
  ];
}

function divided(print: EndedPrintRow, copies: number) {
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
