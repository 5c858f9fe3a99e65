// Adds materials, printing qualities, finishings and products to a test's studio. Each function returns the id.

import { eq } from "drizzle-orm";
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
import {
  finishings,
  machineProfiles,
  materials,
  models,
  printingQualities,
  productColors,
  productPrints,
  products,
  shelfMoves,
} from "../../../src/db/schema.ts";
import { contentNamedBy } from "../../../src/domain/ids.ts";
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

/** A product on the shelf of the order page, with pieces ready to ship. */
export async function addToShelf(
  studio: TestStudio,
  { stock = 0, ...row }: Partial<CatalogRow<typeof products>> & { readonly stock?: number } = {},
): Promise<number> {
  const productId = await addProduct(studio, { isOnStorefront: true, ...row });
  await putOnShelf(studio, { productId, pieces: stock });
  return productId;
}

/** The product's pieces ready to ship, without those of its colours. */
export const stockOf = async ({ db }: TestStudio, id: number) =>
  (await db.select(products, eq(products.id, id)))[0]?.stock;

/** A colour of a product, with pieces of its own. */
export async function addProductColor(
  studio: TestStudio,
  productId: number,
  { stock = 0, ...row }: Partial<typeof productColors.$inferInsert> = {},
): Promise<number> {
  const [added] = await studio.db.insert(productColors, { name: "red", hex: "#e63946", ...row, productId });
  await putOnShelf(studio, { productId, productColorId: idOf(added), pieces: stock });
  return idOf(added);
}

async function putOnShelf(
  studio: TestStudio,
  move: Pick<typeof shelfMoves.$inferInsert, "productId" | "productColorId" | "pieces">,
): Promise<void> {
  if (move.pieces !== 0) await studio.db.insert(shelfMoves, { ...move, movedAt: Date.now() });
}

/** Links a product to a stored model, by the model's id in the API. */
export async function addProductPrint(
  studio: TestStudio,
  productId: number,
  print: {
    readonly modelId: string;
    readonly materialId: number;
    readonly printingQualityId: number;
    readonly copies?: number;
  },
): Promise<void> {
  const { modelId, copies = 1, ...choice } = print;
  const sha256 = contentNamedBy(modelId, studio.id) ?? "";
  const [model] = await studio.db.select(models, eq(models.sha256, sha256));
  await studio.db.insert(productPrints, {
    ...choice,
    ...{ productId, copies, finishingIds: [], originalFileName: "vase.stl" },
    modelId: idOf(model),
  });
}
