// Reads the load of the studio's printers, by technology, in one round trip.

import { and, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { materials, orderItems, orders, printingQualities } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { TO_BE_PRINTED } from "../domain/order.ts";
import { TECHNOLOGY_IDS } from "../domain/technology.ts";
import { activePrinters } from "../items/fits-printers.ts";
import { goodCopies } from "../orders/print-copies.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { PrintLoad } from "./ready-estimate.ts";

export interface PrintLoads {
  readonly ofAll: readonly PrintLoad[];
  /** Only orders with a priority, which are printed first. */
  readonly ofPriorities: readonly PrintLoad[];
}

export async function readPrintLoads(db: StudioDb): Promise<PrintLoads> {
  const isOpen = inArray(orders.status, [...TO_BE_PRINTED]);
  const [[minutes], [minutesOfPriorities], printers] = await retryTransient(() =>
    db.batch([
      unprintedMinutes(db, isOpen),
      unprintedMinutes(db, and(isOpen, isNotNull(orders.priority))),
      activePrinters(db),
    ]),
  );
  const loadsOf = (sums: Readonly<Record<string, unknown>> = {}) =>
    TECHNOLOGY_IDS.map((technologyId) => ({
      technologyId,
      unprintedMinutes: Number(sums[String(technologyId)] ?? 0),
      activePrinters: printers.filter((printer) => printer.technologyId === technologyId).length,
    }));
  return { ofAll: loadsOf(minutes), ofPriorities: loadsOf(minutesOfPriorities) };
}

/** The minutes of the copies that are not printed well yet, by technology, of the orders that match the condition. */
function unprintedMinutes(db: StudioDb, ofOrder: SQL | undefined) {
  const isUnprinted = and(
    isNull(orderItems.printedAt),
    sql`${orderItems.orderId} IN ${db.valuesOf(orders.id, orders, ofOrder)}`,
  );
  const ofItem = sql`coalesce(${db.valuesOf(
    materials.technologyId,
    materials,
    sql`${materials.id} = ${orderItems.materialId}`,
  )}, ${db.valuesOf(
    printingQualities.technologyId,
    printingQualities,
    sql`${printingQualities.id} = ${orderItems.printingQualityId}`,
  )})`;
  const minutes = sql`${orderItems.printMinutes} * (${orderItems.quantity} - ${goodCopies(db)}) / ${orderItems.quantity}`;
  const sums = TECHNOLOGY_IDS.map((id) => [
    String(id),
    sql<number>`coalesce(sum(iif(${ofItem} = ${id}, ${minutes}, 0)), 0)`,
  ]);
  return db.selectFields(Object.fromEntries(sums), orderItems, isUnprinted);
}
