// Rows of a studio's catalog and slices of its parts, for tests of items without a database.

import type { SliceResult } from "../../../slicer-service/src/contract/slices.ts";
import type { MachineProfile } from "../../../src/db/machine-profile-record.ts";
import type {
  finishings,
  materials,
  models,
  printers,
  printingQualities,
  productColors,
  productPrints,
  products,
} from "../../../src/db/schema.ts";
import type { Studio, StudioPricing } from "../../../src/db/studio-record.ts";
import { Faults } from "../../../src/domain/errors.ts";
import { minorUnits } from "../../../src/domain/money.ts";
import type { ResolvedItem } from "../../../src/items/resolve-items.ts";
import { profileOfQuality } from "../../../src/items/slice-profile.ts";

export type Material = typeof materials.$inferSelect;
export type Quality = typeof printingQualities.$inferSelect;
export type Finishing = typeof finishings.$inferSelect;
export type Printer = typeof printers.$inferSelect;
export type Product = typeof products.$inferSelect;
export type ProductColor = typeof productColors.$inferSelect;
export type ProductPrint = typeof productPrints.$inferSelect;
export type Model = typeof models.$inferSelect;

export const STUDIO: Studio = {
  ...{ id: 1, slug: "studio", title: "Studio", plan: "pro", locale: "uk", currencyId: 1, hourlyRateMinor: 6_000 },
  ...{ setupCostMinor: 0, minimumPriceMinor: 0, markupBasisPoints: 0, minimumPricePer: "item", priorities: null },
  ...{ electricityPriceMinor: null, quantityTiers: null, processParameters: null, createdAt: 0, replyTo: null },
  region: "eeur",
};

export const SETTINGS: StudioPricing = {
  ...{ hourlyRate: minorUnits(6_000), setupCost: minorUnits(0), minimumPrice: minorUnits(0), markupBasisPoints: 0 },
  ...{ quantityTiers: [], electricityPrice: minorUnits(0) },
};

export const MATERIAL: Material = {
  ...{ id: 1, studioId: 1, technologyId: 1, name: "PLA", color: null, nameInSecondLanguage: null },
  ...{ colorInSecondLanguage: null, colorHex: null, costPerKgMinor: 100_000, densityMilligramsPerCubicCm: 1_000 },
  ...{ status: "active", stockHundredthsOfGram: null, lowStockHundredthsOfGram: null, isOnStorefront: true },
  ...{ processParameters: null, position: 1 },
};

export const QUALITY: Quality = {
  ...{ id: 1, studioId: 1, technologyId: 1, name: "Standard", description: null, nameInSecondLanguage: null },
  ...{ descriptionInSecondLanguage: null, layerHeightMicrometres: 200, nozzleDiameterMicrometres: null },
  ...{ infillPercent: null, wallCount: null, topLayers: null, bottomLayers: null, supports: false },
  ...{ speedMode: "standard", isDefault: true, isActive: true, isOnStorefront: true, processParameters: null },
  ...{ machineProfileId: null, infillPattern: "grid", position: 1 },
};

export const MACHINE: MachineProfile = {
  ...{ id: 7, studioId: 1, name: "Printer", parameters: {}, source: null, hourlyRateMinor: null, powerWatts: null },
  ...{ timeCorrectionBasisPoints: 10_000, materialCorrectionBasisPoints: 10_000, correctedAt: null },
  ...{ parametersChangedAt: null, isArchived: false, position: 1 },
};

export const FINISHING: Finishing = {
  ...{ id: 1, studioId: 1, technologyId: null, name: "Sanding", description: null, nameInSecondLanguage: null },
  ...{ descriptionInSecondLanguage: null, priceMinor: null, percentageBasisPoints: null, materialNames: null },
  ...{ onlyWithSupports: false, isArchived: false, position: 1 },
};

export const PRINTER: Printer = {
  ...{ id: 1, studioId: 1, requestKey: "1", technologyId: 1, name: "Printer", model: null, buildVolume: "200x200x200" },
  ...{ status: "active", maintenanceNote: null, nextMaintenanceAt: null, createdAt: 0, updatedAt: 0 },
};

export const PRODUCT: Product = {
  ...{ id: 1, studioId: 1, title: "Vase", description: null, photos: [], priceMinor: 1_000, leadTimeDays: null },
  ...{ isActive: true, createdAt: 0, updatedAt: 0, position: 1, titleInSecondLanguage: null },
  ...{ descriptionInSecondLanguage: null, isOnStorefront: true, isPriceComputed: false, stock: 0 },
};

export const COLOR: ProductColor = {
  ...{ id: 1, studioId: 1, productId: 1, name: "Red", nameInSecondLanguage: null, hex: null, materialId: null },
  ...{ stock: 0, isArchived: false, position: 1 },
};

export const MODEL: Model = {
  ...{ id: 1, studioId: 1, sha256: "0".repeat(64), format: "stl", sizeBytes: 84, objectKey: "model", createdAt: 0 },
  ...{ lastUsedAt: 0, isOrdered: true, originalFileName: "part.stl", visitorUntil: null },
};

export const PRINT: ProductPrint = {
  ...{ id: 1, studioId: 1, productId: 1, modelId: 1, originalFileName: "part.stl", copies: 1, materialId: 1 },
  ...{ printingQualityId: 1, finishingIds: [], position: 1 },
};

/** An hour, and a kilogram at a cent a gram: 10 cm³ of 1 g/cm³ cost 10.00, the hour 60.00. */
export const SLICE: SliceResult = {
  ...{ engine: "scripted/1", printSeconds: 3_600, materialCubicMm: 10_000, solidCubicMm: 10_000, layers: 100 },
  dimensionsMm: { x: 40, y: 30, z: 20 },
};

/** A resolved item of the rows above. */
export function itemOf(changes: Partial<ResolvedItem> = {}): ResolvedItem {
  const { quality = QUALITY, machine } = changes;
  const profile = profileOfQuality({ quality, studio: STUDIO, machine }, "printingQualityId", new Faults());
  return {
    ...{ material: MATERIAL, quality, machine, finishings: [], profile },
    choice: { materialId: 1, printingQualityId: 1, finishingIds: [], quantity: 1 },
    ...changes,
  };
}

/** A choice of some copies of the rows above. */
export const copies = (quantity: number) => ({ ...itemOf().choice, quantity });
