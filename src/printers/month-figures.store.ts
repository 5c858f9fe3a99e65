// Month figures store: sums of orders, payments and ended prints of two months, in one round trip.

import { and, eq, gte, isNull, lt, sql } from "drizzle-orm";
import { endedPrints, materials, orderItems, orders, payments, printers } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import type { OrderStatus, PaymentMethod } from "../domain/order.ts";
import type { PrintOutcome } from "../domain/workshop.ts";
import { placedWithin } from "../orders/placed-orders.store.ts";
import type { Printer, QueuedMaterial } from "./printing-queue.store.ts";

/** Orders, payments, and prints, of the two months together: three hundred of each a day. */
export const MAX_SUMMED = 20_000;

/** Orders placed in a month, by their status now. */
export interface PlacedOrders {
  readonly isOfMonth: boolean;
  readonly status: OrderStatus;
  readonly currencyId: (typeof orders.$inferSelect)["currencyId"];
  readonly orders: number;
  readonly totalMinor: number;
}

/** Payments and refunds by the days on which they were paid, not by those of their notes. */
export interface ReceivedMoney {
  readonly isOfMonth: boolean;
  readonly method: PaymentMethod;
  readonly currencyId: PlacedOrders["currencyId"];
  readonly payments: number;
  readonly receivedMinor: number;
  readonly refundedMinor: number;
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
  readonly received: readonly ReceivedMoney[];
  readonly ended: readonly EndedCopies[];
  readonly materials: readonly QueuedMaterial[];
  readonly printers: readonly Printer[];
  /** True if there are more orders, payments or prints than are summed: then the latest are. */
  readonly isCut: boolean;
}

interface Bounds<Bound> {
  readonly before: Bound;
  readonly since: Bound;
  readonly until: Bound;
}

/**
 * @param month its first moment, that of the month before, and that of the next
 * @param days the first days of the three, as YYYY-MM-DD
 */
export async function readMonthFigures(
  db: StudioDb,
  month: Bounds<number>,
  days: Bounds<string>,
): Promise<MonthFigures> {
  const isOfMonth = (moment: typeof orders.createdAt | typeof endedPrints.endedAt) =>
    sql<boolean>`${moment} >= ${month.since}`.mapWith(Boolean);
  const share = (whole: typeof orderItems.printMinutes | typeof orderItems.weightHundredthsOfGram) =>
    sql`CAST(round(1.0 * ${whole} * ${endedPrints.copies} / ${orderItems.quantity}) AS INTEGER)`;
  const sumOfKind = (kind: "payment" | "refund") =>
    sql<number>`sum(iif(${payments.kind} = ${kind}, ${payments.amountMinor}, 0))`;
  const [placed, received, ended, materialRows, printerRows] = await db.batch([
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
          isOfMonth: sql<boolean>`${payments.paidOn} >= ${days.since}`.mapWith(Boolean),
          method: sql<PaymentMethod>`${payments.method}`,
          currencyId: sql<PlacedOrders["currencyId"]>`${orders.currencyId}`,
        },
        sums: {
          payments: sql<number>`count(*)`,
          receivedMinor: sumOfKind("payment"),
          refundedMinor: sumOfKind("refund"),
        },
      },
      payments,
      {
        condition: and(gte(payments.paidOn, days.before), lt(payments.paidOn, days.until), isNull(payments.removedAt)),
        orderBy: sql`${payments.paidOn} DESC`,
        limit: MAX_SUMMED,
      },
      { table: orders, on: eq(orders.id, payments.orderId) },
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
  const summed = [
    placed.reduce((sum, row) => sum + row.orders, 0),
    received.reduce((sum, row) => sum + row.payments, 0),
    ended.reduce((sum, row) => sum + row.prints, 0),
  ];
  return {
    placed,
    received,
    ended,
    materials: materialRows,
    printers: printerRows,
    isCut: summed.some((rows) => rows >= MAX_SUMMED),
  };
}
