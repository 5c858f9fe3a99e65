// The load of the studio's printers, by technology.

import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { TechnologyId } from "../../slicer-service/src/contract/technologies.ts";
import { materials, orderItems, orders, printingQualities } from "../db/schema.ts";
import type { NamedResults, StudioDb } from "../db/studio-db.ts";
import { TO_BE_PRINTED } from "../domain/order.ts";
import { TECHNOLOGY_IDS } from "../domain/technology.ts";
import { activePrinters } from "../items/fits-printers.ts";
import { goodCopies } from "../orders/print-copies.ts";
import type { PrintLoad } from "./ready-estimate.ts";

export interface PrintLoads {
  readonly ofAll: readonly PrintLoad[];
  /** Only orders with a priority, which are printed first. */
  readonly ofPriorities: readonly PrintLoad[];
}

/** The statements of the loads, for a caller's own batch. */
export function printLoadReads(db: StudioDb) {
  return { unprintedMinutes: unprintedMinutes(db), printers: activePrinters(db) };
}

export function toPrintLoads({
  unprintedMinutes: [minutes],
  printers,
}: NamedResults<ReturnType<typeof printLoadReads>>): PrintLoads {
  const loadsOf = (ofOrders: OrdersOfSum) =>
    TECHNOLOGY_IDS.map((technologyId) => ({
      technologyId,
      unprintedMinutes: minutes?.[sumName(ofOrders, technologyId)] ?? 0,
      activePrinters: printers.filter((printer) => printer.technologyId === technologyId).length,
    }));
  return { ofAll: loadsOf("all"), ofPriorities: loadsOf("priorities") };
}

type OrdersOfSum = "all" | "priorities";

function sumName(ofOrders: OrdersOfSum, technologyId: TechnologyId): string {
  return `${ofOrders}_${technologyId}`;
}

/** The minutes of the copies that are not printed well yet: for each technology of all open orders, and of those with a priority. */
function unprintedMinutes(db: StudioDb) {
  const isOpen = inArray(orders.status, [...TO_BE_PRINTED]);
  const isUnprinted = and(
    isNull(orderItems.printedAt),
    sql`${orderItems.orderId} IN ${db.valuesOf(orders.id, orders, isOpen)}`,
  );
  const hasPriority = db.valuesOf(
    sql`${orders.priority} IS NOT NULL`,
    orders,
    sql`${orders.id} = ${orderItems.orderId}`,
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
  const sumIf = (condition: SQL) => sql<number>`coalesce(sum(iif(${condition}, ${minutes}, 0)), 0)`;
  const sums = TECHNOLOGY_IDS.flatMap((id) => [
    [sumName("all", id), sumIf(sql`${ofItem} = ${id}`)] as const,
    [sumName("priorities", id), sumIf(sql`${hasPriority} AND ${ofItem} = ${id}`)] as const,
  ]);
  return db.selectFields(Object.fromEntries(sums), orderItems, isUnprinted);
}
