// Rows of a studio and its catalog, with defaults for every column that a test does not state.
//
// Free of Node, for the tests that run in workerd.

import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type {
  apiKeys,
  finishings,
  machineProfiles,
  materials,
  printingQualities,
  products,
  studios,
} from "../src/db/schema.ts";
import { DEFAULT_REGION, type Region } from "../src/domain/studio.ts";
import { createApiKey, firstCharactersOf } from "../src/gate/api-key.ts";
import { sha256Hex } from "../src/platform/sha256.ts";
import { STANDARD_PROFILE } from "./profiles/standard-profile.ts";

/** A row to insert. The inserting database adds the studio. */
export type CatalogRow<Table extends SQLiteTable> = Omit<Table["$inferInsert"], "studioId">;

export type StudioRow = typeof studios.$inferInsert;

export function studioRow(row: Partial<StudioRow> = {}): StudioRow {
  return {
    slug: `studio-${crypto.randomUUID()}`,
    title: "A studio",
    plan: "pro",
    locale: "uk",
    currencyId: 1,
    hourlyRateMinor: 6000,
    setupCostMinor: 1500,
    minimumPriceMinor: 0,
    markupBasisPoints: 1000,
    createdAt: Date.now(),
    ...row,
  };
}

export interface NewApiKey {
  /** The key as requests send it. The row keeps only its hash. */
  readonly secret: string;
  readonly row: typeof apiKeys.$inferInsert;
}

/** @param linkSecret the service's */
export async function newApiKey(
  linkSecret: string,
  studioId: number,
  name: string,
  region: Region = DEFAULT_REGION,
): Promise<NewApiKey> {
  const secret = await createApiKey(linkSecret, studioId, region);
  const hash = await sha256Hex(secret);
  return { secret, row: { studioId, name, hash, firstCharacters: firstCharactersOf(secret), createdAt: Date.now() } };
}

/** White PLA of 1.24 g/cm³ at 600.00 a kilogram. */
export function materialRow(row: Partial<CatalogRow<typeof materials>> = {}): CatalogRow<typeof materials> {
  return {
    technologyId: 1,
    name: "PLA",
    color: "white",
    colorHex: "#ffffff",
    costPerKgMinor: 60_000,
    densityMilligramsPerCubicCm: 1240,
    status: "active",
    stockHundredthsOfGram: null,
    lowStockHundredthsOfGram: null,
    ...row,
  };
}

/** The standard filament profile as a studio's catalog states it. */
export function qualityRow(
  row: Partial<CatalogRow<typeof printingQualities>> = {},
): CatalogRow<typeof printingQualities> {
  const { technology: _, layerHeightMm, nozzleDiameterMm, ...printSettings } = STANDARD_PROFILE;
  return {
    technologyId: 1,
    name: "Standard",
    description: null,
    layerHeightMicrometres: 1000 * layerHeightMm,
    nozzleDiameterMicrometres: 1000 * nozzleDiameterMm,
    ...printSettings,
    isDefault: true,
    isActive: true,
    ...row,
  };
}

/** A filament printer, the default one unless `row` states otherwise. */
export function machineProfileRow(
  row: Partial<CatalogRow<typeof machineProfiles>> = {},
): CatalogRow<typeof machineProfiles> {
  return { name: "Printer", parameters: {}, ...row };
}

/** A finishing of 25.00 for every technology. */
export function finishingRow(row: Partial<CatalogRow<typeof finishings>> = {}): CatalogRow<typeof finishings> {
  return {
    technologyId: null,
    name: "Sanding",
    description: null,
    priceMinor: 2500,
    percentageBasisPoints: null,
    isArchived: false,
    ...row,
  };
}

export function productRow(row: Partial<CatalogRow<typeof products>> = {}): CatalogRow<typeof products> {
  return {
    title: "Vase",
    description: null,
    photos: ["https://studio.example/photo.jpg"],
    priceMinor: 25_000,
    leadTimeDays: 3,
    isActive: true,
    createdAt: Date.now(),
    updatedAt: Date.now(),
    ...row,
  };
}

/** The id of a row that was just inserted. */
export function idOf(row: { readonly id: number } | undefined): number {
  if (row === undefined) throw new Error("The database returned no row");
  return row.id;
}
