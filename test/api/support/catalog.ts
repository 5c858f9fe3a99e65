// Adds materials, printing qualities, finishings and products to a test's studio. Each function returns the id.

import {
  type CatalogRow,
  finishingRow,
  idOf,
  machineProfileRow,
  materialRow,
  productRow,
  qualityRow,
} from "../../../harness/catalog-rows.ts";
import type { TechnologyId } from "../../../slicer-service/src/contract/technologies.ts";
import { finishings, machineProfiles, materials, printingQualities, products } from "../../../src/db/schema.ts";
import type { TestStudio } from "./studio.ts";

export async function addMaterial(studio: TestStudio, row?: Partial<CatalogRow<typeof materials>>): Promise<number> {
  const [added] = await studio.db.insert(materials, materialRow(row));
  return idOf(added);
}

export async function addQuality(
  studio: TestStudio,
  row?: Partial<CatalogRow<typeof printingQualities>>,
): Promise<number> {
  const [added] = await studio.db.insert(printingQualities, qualityRow(row));
  return idOf(added);
}

export async function addMachine(
  studio: TestStudio,
  row?: Partial<CatalogRow<typeof machineProfiles>>,
): Promise<number> {
  const [added] = await studio.db.insert(machineProfiles, machineProfileRow(row));
  return idOf(added);
}

/** A material and a quality of resin or powder. The columns that only filament has are null, as in a real catalog. */
export async function addForTechnology(
  studio: TestStudio,
  technologyId: TechnologyId,
  quality: Partial<CatalogRow<typeof printingQualities>> = {},
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

export async function addFinishing(studio: TestStudio, row?: Partial<CatalogRow<typeof finishings>>): Promise<number> {
  const [added] = await studio.db.insert(finishings, finishingRow(row));
  return idOf(added);
}

export async function addProduct(studio: TestStudio, row?: Partial<CatalogRow<typeof products>>): Promise<number> {
  const [added] = await studio.db.insert(products, productRow(row));
  return idOf(added);
}
