// A small catalog for a studio of a test's own.

import { finishings, materials, printingQualities } from "../../../src/db/schema.ts";
import type { Insertable } from "../../../src/db/studio-db.ts";
import type { TechnologyId } from "../../../src/domain/technology.ts";
import type { TestStudio } from "./studio.ts";

export async function addMaterial(
  studio: TestStudio,
  row: Partial<Insertable<typeof materials>> = {},
): Promise<number> {
  const [added] = await studio.db.insert(materials, {
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
  });
  return idOf(added);
}

export async function addQuality(
  studio: TestStudio,
  row: Partial<Insertable<typeof printingQualities>> = {},
): Promise<number> {
  const [added] = await studio.db.insert(printingQualities, {
    technologyId: 1,
    name: "Standard",
    description: null,
    layerHeightMicrometres: 200,
    nozzleDiameterMicrometres: 400,
    infillPercent: 20,
    wallCount: 2,
    topLayers: 4,
    bottomLayers: 4,
    supports: false,
    speedMode: "standard",
    isDefault: true,
    isActive: true,
    ...row,
  });
  return idOf(added);
}

/** A material and a quality of another technology than filament, as a catalog has them: what is filament's is null. */
export async function addForTechnology(
  studio: TestStudio,
  technologyId: TechnologyId,
  quality: Partial<Insertable<typeof printingQualities>> = {},
): Promise<{ materialId: number; printingQualityId: number }> {
  return {
    materialId: await addMaterial(studio, { technologyId }),
    printingQualityId: await addQuality(studio, {
      technologyId,
      layerHeightMicrometres: 100,
      nozzleDiameterMicrometres: null,
      infillPercent: null,
      wallCount: null,
      topLayers: null,
      bottomLayers: null,
      ...quality,
    }),
  };
}

export async function addFinishing(
  studio: TestStudio,
  row: Partial<Insertable<typeof finishings>> = {},
): Promise<number> {
  const [added] = await studio.db.insert(finishings, {
    technologyId: null,
    name: "Sanding",
    description: null,
    priceMinor: 2500,
    percentageBasisPoints: null,
    isArchived: false,
    ...row,
  });
  return idOf(added);
}

function idOf(row: { readonly id: number } | undefined): number {
  if (row === undefined) throw new Error("no row was added");
  return row.id;
}
