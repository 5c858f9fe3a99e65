// Catalog store: a studio's lists, each read whole, and single entries, in one round trip.

import { eq, type InferSelectModel, type SQL } from "drizzle-orm";
import { deliveryMethods, finishings, materials, printingQualities, products } from "../db/schema.ts";
import { prepared, type StudioDb } from "../db/studio-db.ts";
import { currencyOfStudio, type Studio } from "../db/studio-record.ts";
import type { Currency } from "../domain/currency.ts";
import { NotFound } from "../domain/errors.ts";
import type { Tenant } from "../tenant/tenant.ts";
import type { DeliveryMethod, Finishing, Material, Product, Quality } from "./catalog-rows.ts";

type PricedTable = typeof materials | typeof finishings | typeof products | typeof deliveryMethods;

/** Rows with amounts, and the currency that these are in. */
export interface PricedRows<Row> {
  readonly rows: readonly Row[];
  readonly currency: Currency;
}

export interface PricedRow<Row> {
  readonly row: Row;
  readonly currency: Currency;
}

/**
 * Reads the nearest copy of the database; if the copy does not know the studio or the entry yet, the primary.
 *
 * @throws NotFound if the primary does not know it either
 */
export function readNearby<Found>(
  { nearDb, db }: Pick<Tenant, "nearDb" | "db">,
  read: (db: StudioDb) => Promise<Found>,
): Promise<Found> {
  return unlessUnknown(read(nearDb), () => read(db));
}

/**
 * As `readNearby`, for a single entry: both are asked at once, so that an unknown id takes no second round trip. An entry that the
 * nearest copy has is answered before the primary's is.
 *
 * @throws NotFound
 */
export function readEntryNearby<Found>(
  { nearDb, db }: Pick<Tenant, "nearDb" | "db">,
  read: (db: StudioDb) => Promise<Found>,
): Promise<Found> {
  const onPrimary = read(db);
  // Most answers do not wait for it, so its rejection may stay unheard.
  onPrimary.catch(() => {});
  return unlessUnknown(read(nearDb), () => onPrimary);
}

async function unlessUnknown<Found>(nearby: Promise<Found>, onPrimary: () => Promise<Found>): Promise<Found> {
  try {
    return await nearby;
  } catch (error) {
    if (error instanceof NotFound) return onPrimary();
    throw error;
  }
}

const materialReads = prepared((db) => pricedReads(db, materials));

export async function readMaterials(db: StudioDb): Promise<PricedRows<Material>> {
  return toPricedRows(await db.batch(materialReads(db, {})));
}

export async function readPrintingQualities(db: StudioDb): Promise<Quality[]> {
  return db.select(printingQualities, undefined, printingQualities.id);
}

/** Without the archived ones. */
export async function readFinishings(db: StudioDb): Promise<PricedRows<Finishing>> {
  return readPriced(db, finishings, eq(finishings.isArchived, false));
}

export async function readProducts(db: StudioDb): Promise<PricedRows<Product>> {
  return readPriced(db, products);
}

/** With those that are not active. */
export async function readDeliveryMethods(db: StudioDb): Promise<PricedRows<DeliveryMethod>> {
  return readPriced(db, deliveryMethods);
}

/** @throws NotFound */
export async function readPricedMaterial(db: StudioDb, id: number): Promise<PricedRow<Material>> {
  return requireOne(await readPriced(db, materials, eq(materials.id, id)));
}

/** @throws NotFound */
export async function readPrintingQuality(db: StudioDb, id: number): Promise<Quality> {
  const [quality] = await db.select(printingQualities, eq(printingQualities.id, id));
  if (quality === undefined) throw new NotFound();
  return quality;
}

/** An archived one too: orders keep its id. @throws NotFound */
export async function readPricedFinishing(db: StudioDb, id: number): Promise<PricedRow<Finishing>> {
  return requireOne(await readPriced(db, finishings, eq(finishings.id, id)));
}

/** @throws NotFound */
export async function readPricedProduct(db: StudioDb, id: number): Promise<PricedRow<Product>> {
  return requireOne(await readPriced(db, products, eq(products.id, id)));
}

async function readPriced<Table extends PricedTable>(
  db: StudioDb,
  table: Table,
  condition?: SQL,
): Promise<PricedRows<InferSelectModel<Table>>> {
  return toPricedRows(await db.batch(pricedReads(db, table, condition)));
}

function pricedReads<Table extends PricedTable>(db: StudioDb, table: Table, condition?: SQL) {
  return [db.studio(), db.select(table, condition, table.id)] as const;
}

function toPricedRows<Row>([studio, rows]: readonly [readonly Studio[], readonly Row[]]): PricedRows<Row> {
  return { rows, currency: currencyOfStudio(studio) };
}

function requireOne<Row>({ rows: [row], currency }: PricedRows<Row>): PricedRow<Row> {
  if (row === undefined) throw new NotFound();
  return { row, currency };
}
