// Catalog lists for the panel: in the studio's own order, archived entries included.

import { and, eq, type SQL, sql } from "drizzle-orm";
import { deliveryMethods, finishings, materials, printingQualities, products } from "../db/schema.ts";
import type { Statement, StudioDb, TenantTable } from "../db/studio-db.ts";
import { NotFound } from "../domain/errors.ts";
import type { TechnologyId } from "../domain/technology.ts";
import {
  type DeliveryMethod,
  type Finishing,
  listed,
  type Material,
  type Product,
  type Quality,
} from "./catalog-changes.store.ts";

export interface EntryCount {
  readonly onOffer: number;
  readonly archived: number;
}

export interface CatalogCounts {
  readonly materials: EntryCount;
  readonly qualities: EntryCount;
  readonly finishings: EntryCount;
  readonly products: EntryCount;
  readonly deliveryMethods: EntryCount;
  /** Active materials at or below their threshold. */
  readonly lowStock: number;
}

/** How many entries the catalog has, in one round trip. */
export async function readCatalogCounts(db: StudioDb): Promise<CatalogCounts> {
  const isActiveMaterial = eq(materials.status, "active");
  const isLow = sql`${materials.stockHundredthsOfGram} <= ${materials.lowStockHundredthsOfGram}`;
  const [ofMaterials, ofQualities, ofFinishings, ofProducts, ofDeliveryMethods, [low]] = await db.batch([
    countOf(db, materials, isActiveMaterial),
    countOf(db, printingQualities, eq(printingQualities.isActive, true)),
    countOf(db, finishings, eq(finishings.isArchived, false)),
    countOf(db, products, eq(products.isActive, true)),
    countOf(db, deliveryMethods, eq(deliveryMethods.isActive, true)),
    db.selectFields({ count: sql<number>`count(*)` }, materials, and(isActiveMaterial, isLow)),
  ]);
  return {
    materials: toCount(ofMaterials),
    qualities: toCount(ofQualities),
    finishings: toCount(ofFinishings),
    products: toCount(ofProducts),
    deliveryMethods: toCount(ofDeliveryMethods),
    lowStock: low?.count ?? 0,
  };
}

type CountRow = { readonly all: number; readonly onOffer: number };

function countOf(db: StudioDb, table: TenantTable, isOnOffer: SQL): Statement<CountRow[]> {
  const fields = { all: sql<number>`count(*)`, onOffer: sql<number>`count(CASE WHEN ${isOnOffer} THEN 1 END)` };
  return db.selectFields(fields, table);
}

function toCount([row]: readonly CountRow[]): EntryCount {
  const { all, onOffer } = row ?? { all: 0, onOffer: 0 };
  return { onOffer, archived: all - onOffer };
}

export async function readMaterialList(db: StudioDb): Promise<Material[]> {
  return listed(db, materials);
}

/** @throws NotFound */
export async function readMaterial(db: StudioDb, id: number): Promise<Material> {
  return requireOne(await db.select(materials, eq(materials.id, id)));
}

export async function readQualityList(db: StudioDb): Promise<Quality[]> {
  return listed(db, printingQualities);
}

/** A quality with the materials that it can be tried with. */
export interface QualityWithMaterials {
  readonly quality: Quality;
  readonly materials: readonly Material[];
}

/** @throws NotFound */
export async function readQuality(db: StudioDb, id: number): Promise<QualityWithMaterials> {
  const ofQuality = eq(printingQualities.id, id);
  const technology = db.valuesOf(printingQualities.technologyId, printingQualities, ofQuality);
  const [found, usable] = await db.batch([
    db.select(printingQualities, ofQuality),
    activeMaterials(db, sql`${materials.technologyId} = ${technology}`),
  ]);
  return { quality: requireOne(found), materials: usable };
}

/** The materials that can be chosen with a technology's qualities. */
export async function readMaterialsOf(db: StudioDb, technologyId: TechnologyId): Promise<Material[]> {
  return activeMaterials(db, eq(materials.technologyId, technologyId));
}

function activeMaterials(db: StudioDb, condition: SQL): Statement<Material[]> {
  return db.select(
    materials,
    and(eq(materials.status, "active"), condition),
    sql`${materials.position}, ${materials.id}`,
  );
}

export async function readFinishingList(db: StudioDb): Promise<Finishing[]> {
  return listed(db, finishings);
}

/** @throws NotFound */
export async function readFinishing(db: StudioDb, id: number): Promise<Finishing> {
  return requireOne(await db.select(finishings, eq(finishings.id, id)));
}

export async function readProductList(db: StudioDb): Promise<Product[]> {
  return listed(db, products);
}

/** @throws NotFound */
export async function readProduct(db: StudioDb, id: number): Promise<Product> {
  return requireOne(await db.select(products, eq(products.id, id)));
}

export async function readDeliveryMethodList(db: StudioDb): Promise<DeliveryMethod[]> {
  return listed(db, deliveryMethods);
}

/** @throws NotFound */
export async function readDeliveryMethod(db: StudioDb, id: number): Promise<DeliveryMethod> {
  return requireOne(await db.select(deliveryMethods, eq(deliveryMethods.id, id)));
}

function requireOne<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new NotFound();
  return row;
}
