// Month figures store: sums of orders and ended prints of a month and the one before, in one round trip.

import { and, eq, gte, lt, sql } from "drizzle-orm";
import { endedPrints, materials, orderItems, orders, printers } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import type { OrderStatus } from "../domain/order.ts";
import type { PrintOutcome } from "../domain/workshop.ts";
import { placedWithin } from "../orders/placed-orders.store.ts";
import type { Printer, QueuedMaterial } from "./printing-queue.store.ts";

/** Orders, and prints, of the two months together: three hundred of each a day. */
export const MAX_SUMMED = 20_000;

/** Orders placed in a month, by their status now. */
export interface PlacedOrders {
  readonly isOfMonth: boolean;
  readonly status: OrderStatus;
  readonly currencyId: (typeof orders.$inferSelect)["currencyId"];
  readonly orders: number;
  readonly totalMinor: number;
}

/** Copies that left a printer in a month. A print without noted figures counts by its share of the item's estimate. */
export interface EndedCopies {
  readonly isOfMonth: boolean;
  /** Null in prints older than their record. */
  readonly printerId: number | null;
  /** The printer's name at that time. */
  readonly printer: string | null;
  readonly materialId: number | null;
  readonly outcome: PrintOutcome;
  readonly copies: number;
  readonly minutes: number;
  readonly hundredthsOfGram: number;
}

export interface MonthFigures {
  readonly placed: readonly PlacedOrders[];
  readonly ended: readonly EndedCopies[];
  readonly materials: readonly QueuedMaterial[];
  readonly printers: readonly Printer[];
  /** True if there are more orders or prints than are summed: then the latest are. */
  readonly isCut: boolean;
}

/** @param month its first moment, that of the month before, and that of the next */
export async function readMonthFigures(
  db: StudioDb,
  month: { readonly before: number; readonly since: number; readonly until: number },
): Promise<MonthFigures> {
  const isOfMonth = (moment: typeof orders.createdAt | typeof endedPrints.endedAt) =>
    sql<boolean>`${moment} >= ${month.since}`.mapWith(Boolean);
  const share = (whole: typeof orderItems.printMinutes | typeof orderItems.weightHundredthsOfGram) =>
    sql`CAST(round(1.0 * ${whole} * ${endedPrints.copies} / ${orderItems.quantity}) AS INTEGER)`;
  const [placed, ended, materialRows, printerRows] = await db.batch([
    db.sums(
      {
        by: {
          isOfMonth: isOfMonth(orders.createdAt),
          status: sql<OrderStatus>`${orders.status}`,
          currencyId: sql<PlacedOrders["currencyId"]>`${orders.currencyId}`,
        },
        sums: {
          orders: sql<number>`count(*)`,
          // Whole numbers, which SQLite adds exactly.
          totalMinor: sql<number>`sum(${orders.totalPriceMinor})`,
        },
      },
      orders,
      { condition: placedWithin(db, month.before, month.until), orderBy: sql`${orders.id} DESC`, limit: MAX_SUMMED },
    ),
    db.sums(
      {
        by: {
          isOfMonth: isOfMonth(endedPrints.endedAt),
          printerId: sql<number | null>`${endedPrints.printerId}`,
          materialId: sql<number | null>`${orderItems.materialId}`,
          outcome: sql<PrintOutcome>`${endedPrints.outcome}`,
        },
        sums: {
          prints: sql<number>`count(*)`,
          printer: sql<string | null>`max(${endedPrints.printer})`,
          copies: sql<number>`sum(${endedPrints.copies})`,
          minutes: sql<number>`sum(coalesce(${endedPrints.minutes}, ${share(orderItems.printMinutes)}))`,
          hundredthsOfGram: sql<number>`sum(coalesce(${endedPrints.hundredthsOfGram}, ${share(orderItems.weightHundredthsOfGram)}))`,
        },
      },
      endedPrints,
      {
        condition: and(gte(endedPrints.endedAt, month.before), lt(endedPrints.endedAt, month.until)),
        orderBy: sql`${endedPrints.endedAt} DESC`,
        limit: MAX_SUMMED,
      },
      { table: orderItems, on: eq(orderItems.id, endedPrints.orderItemId) },
    ),
    db.select(materials),
    db.select(printers),
  ]);
  const summed = [placed.reduce((sum, row) => sum + row.orders, 0), ended.reduce((sum, row) => sum + row.prints, 0)];
  return {
    placed,
    ended,
    materials: materialRows,
    printers: printerRows,
    isCut: summed.some((rows) => rows >= MAX_SUMMED),
  };
}
