// Reads the load of the studio's printers, by technology, in one round trip.

import { and, inArray, isNull, sql } from "drizzle-orm";
import { materials, orderItems, orders, printingQualities } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { TO_BE_PRINTED } from "../domain/order.ts";
import { TECHNOLOGY_IDS } from "../domain/technology.ts";
import { activePrinters } from "../items/fits-printers.ts";
import { goodCopies } from "../orders/print-copies.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { PrintLoad } from "./ready-estimate.ts";

export async function readPrintLoad(db: StudioDb): Promise<PrintLoad[]> {
  const openOrders = db.valuesOf(orders.id, orders, inArray(orders.status, [...TO_BE_PRINTED]));
  const isUnprinted = and(isNull(orderItems.printedAt), sql`${orderItems.orderId} IN ${openOrders}`);
  const ofItem = sql`coalesce(${db.valuesOf(
    materials.technologyId,
    materials,
    sql`${materials.id} = ${orderItems.materialId}`,
  )}, ${db.valuesOf(
    printingQualities.technologyId,
    printingQualities,
    sql`${printingQualities.id} = ${orderItems.printingQualityId}`,
  )})`;
  const unprintedMinutes = sql`${orderItems.printMinutes} * (${orderItems.quantity} - ${goodCopies(db)}) / ${orderItems.quantity}`;
  const sums = TECHNOLOGY_IDS.map((id) => [
    String(id),
    sql<number>`coalesce(sum(iif(${ofItem} = ${id}, ${unprintedMinutes}, 0)), 0)`,
  ]);
  const [[minutes], printers] = await retryTransient(() =>
    db.batch([db.selectFields(Object.fromEntries(sums), orderItems, isUnprinted), activePrinters(db)]),
  );
  return TECHNOLOGY_IDS.map((technologyId) => ({
    technologyId,
    unprintedMinutes: Number(minutes?.[String(technologyId)] ?? 0),
    activePrinters: printers.filter((printer) => printer.technologyId === technologyId).length,
  }));
}
