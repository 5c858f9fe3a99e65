// The studio's start page: the state of its setup, and the day's work. One round trip.

import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { TechnologyId } from "../../slicer-service/src/contract/technologies.ts";
import { areKeysInUse, areKeysNearEnd } from "../db/api-key-conditions.ts";
import { apiKeys, deliveryMethods, materials, orderItems, orders, printers, printingQualities } from "../db/schema.ts";
import type { StudioDb, TenantTable } from "../db/studio-db.ts";
import type { Studio } from "../db/studio-record.ts";
import { OPEN_STATUSES, type OrderStatus, PRINTABLE_STATUSES } from "../domain/order.ts";
import { TECHNOLOGY_IDS } from "../domain/technology.ts";
import { copiesWaiting } from "../orders/print-copies.ts";
import type { StudioSetup } from "./readiness.ts";
import { storefrontRead, storefrontSettings } from "./storefront-settings.store.ts";

const MAX_NEW_ORDERS = 5;
const MAX_LOW_MATERIALS = 8;
const MAX_KEYS_NEAR_END = 5;

export interface Overview {
  readonly setup: StudioSetup;
  /** The number of orders in each open status. */
  readonly orderCounts: Readonly<Partial<Record<OrderStatus, number>>>;
  /** The latest unconfirmed orders. */
  readonly newOrders: readonly (typeof orders.$inferSelect)[];
  /** Items of orders to be printed with copies that are on no printer and not printed yet. */
  readonly itemsWaiting: number;
  /** Active materials whose stock is at its threshold or below, the emptiest first. */
  readonly lowMaterials: readonly (typeof materials.$inferSelect)[];
  /** Unrevoked API keys that end soon, or ended lately; the earliest end first. */
  readonly keysNearEnd: readonly (typeof apiKeys.$inferSelect)[];
}

/** @param studio the studio's own row, which the caller has read already */
export async function readOverview(db: StudioDb, studio: Studio): Promise<Overview> {
  const now = Date.now();
  const isActiveMaterial = eq(materials.status, "active");
  const isActiveQuality = eq(printingQualities.isActive, true);
  const [
    [ofPrinters],
    [ofMaterials],
    [ofQualities],
    [ofDelivery],
    [ofKeys],
    ofStorefront,
    [ofMaterialsOnPage],
    [ofQualitiesOnPage],
    [ofOrders],
    newOrders,
    [ofItems],
    lowMaterials,
    keysNearEnd,
  ] = await db.batch([
    technologiesOf(db, printers, printers.technologyId, undefined),
    technologiesOf(db, materials, materials.technologyId, isActiveMaterial),
    technologiesOf(db, printingQualities, printingQualities.technologyId, isActiveQuality),
    db.selectFields({ count: count() }, deliveryMethods, eq(deliveryMethods.isActive, true)),
    db.selectFields({ count: count() }, apiKeys, areKeysInUse(now)),
    storefrontRead(db),
    technologiesOf(db, materials, materials.technologyId, and(isActiveMaterial, materials.isOnStorefront)),
    technologiesOf(
      db,
      printingQualities,
      printingQualities.technologyId,
      and(isActiveQuality, printingQualities.isOnStorefront),
    ),
    db.selectFields(countByStatus(), orders, inArray(orders.status, [...OPEN_STATUSES])),
    db.select(orders, eq(orders.status, "pending"), sql`${orders.id} DESC`, MAX_NEW_ORDERS),
    db.selectFields({ count: count() }, orderItems, isWaiting(db)),
    db.select(materials, isLow(), sql`${materials.stockHundredthsOfGram}, ${materials.id}`, MAX_LOW_MATERIALS),
    db.select(apiKeys, areKeysNearEnd(now), apiKeys.expiresAt, MAX_KEYS_NEAR_END),
  ]);
  return {
    setup: {
      plan: studio.plan,
      hourlyRateMinor: studio.hourlyRateMinor,
      minimumPriceMinor: studio.minimumPriceMinor,
      printers: technologiesIn(ofPrinters),
      materials: technologiesIn(ofMaterials),
      qualities: technologiesIn(ofQualities),
      deliveryMethods: ofDelivery?.count ?? 0,
      activeKeys: ofKeys?.count ?? 0,
      storefront: {
        isOpen: storefrontSettings(ofStorefront).isOpen,
        materials: technologiesIn(ofMaterialsOnPage),
        qualities: technologiesIn(ofQualitiesOnPage),
      },
    },
    orderCounts: ofOrders ?? {},
    newOrders,
    itemsWaiting: ofItems?.count ?? 0,
    lowMaterials,
    keysNearEnd,
  };
}

function count(): SQL<number> {
  return sql<number>`count(*)`;
}

type TableOfTechnologies = typeof printers | typeof materials | typeof printingQualities;

function technologiesOf<Table extends TableOfTechnologies & TenantTable>(
  db: StudioDb,
  table: Table,
  technologyId: TableOfTechnologies["technologyId"],
  condition: SQL | undefined,
) {
  return db.selectFields({ ids: sql<string>`json_group_array(DISTINCT ${technologyId})` }, table, condition);
}

function technologiesIn(row: { readonly ids: string } | undefined): TechnologyId[] {
  // json_group_array answers an array of the column's values: numbers that its CHECK allows.
  const ids = JSON.parse(row?.ids ?? "[]") as TechnologyId[];
  return TECHNOLOGY_IDS.filter((id) => ids.includes(id));
}

function countByStatus(): Record<OrderStatus, SQL<number>> {
  const counts = OPEN_STATUSES.map((status) => [
    status,
    sql<number>`count(*) FILTER (WHERE ${orders.status} = ${status})`,
  ]);
  // One entry for each open status; the others are never asked for.
  return Object.fromEntries(counts) as Record<OrderStatus, SQL<number>>;
}

/** Printing begins with the search for orders that are to be printed: years of finished ones are not read. */
function isWaiting(db: StudioDb): SQL | undefined {
  const toPrint = db.valuesOf(orders.id, orders, inArray(orders.status, PRINTABLE_STATUSES));
  return and(
    sql`${orderItems.orderId} IN ${toPrint}`,
    isNull(orderItems.printedAt),
    sql`${copiesWaiting(db)} > 0`,
    sql`${orderItems.materialId} IS NOT NULL`,
  );
}

function isLow(): SQL | undefined {
  return and(
    eq(materials.status, "active"),
    sql`${materials.stockHundredthsOfGram} <= ${materials.lowStockHundredthsOfGram}`,
  );
}
