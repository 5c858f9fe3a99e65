// What a customer chose for one file: material, quality, finishings and count. A quote has one such item, an order
// several; both are resolved against the studio's catalog here, by the same rules.

import { z } from "@hono/zod-openapi";
import { eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { SliceProfile } from "../../slicer-service/src/contract/profile.ts";
import { deliveryMethods, finishings, materials, printers, printingQualities } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { requireStudio, type Studio } from "../db/studio-record.ts";
import { notFound } from "../http/errors.ts";
import { distinctIdsField, idField, quantityField } from "../http/fields.ts";
import { technologyOf } from "../http/technology.schema.ts";
import { Faults } from "../http/validation.ts";
import { profileToSlice, refuseInactiveQuality } from "./slice-profile.ts";

export const itemChoiceSchema = z
  .object({
    materialId: idField,
    printingQualityId: idField,
    finishingIds: distinctIdsField.nullish().transform((ids) => ids ?? []),
    quantity: quantityField.nullish().transform((quantity) => quantity ?? 1),
  })
  .openapi("ItemChoice");

export type ItemChoice = z.output<typeof itemChoiceSchema>;

export interface ChosenItem {
  readonly choice: ItemChoice;
  readonly material: typeof materials.$inferSelect;
  readonly quality: typeof printingQualities.$inferSelect;
  readonly finishings: readonly (typeof finishings.$inferSelect)[];
  readonly profile: SliceProfile;
}

export interface ChosenFromCatalog {
  readonly studio: Studio;
  readonly items: readonly ChosenItem[];
  readonly deliveryMethod: typeof deliveryMethods.$inferSelect | undefined;
  /** The studio's printers that are in operation. */
  readonly activePrinters: readonly (typeof printers.$inferSelect)[];
}

/**
 * Looks up everything that was chosen, in one round trip.
 *
 * @param fieldsOf the path of an item's fields in error messages: "" for a quote, "items.0." in an order
 * @throws ApiError 404 naming every id the studio does not have; 400 naming every one that cannot be used
 */
export async function chooseFromCatalog(
  db: StudioDb,
  choices: readonly ItemChoice[],
  fieldsOf: (index: number) => string,
  deliveryMethodId?: number,
): Promise<ChosenFromCatalog> {
  const [studioRows, materialRows, qualityRows, finishingRows, methodRows, activePrinters] = await db.batch([
    db.studio(),
    db.select(
      materials,
      among(
        materials.id,
        choices.map((choice) => choice.materialId),
      ),
    ),
    db.select(
      printingQualities,
      among(
        printingQualities.id,
        choices.map((choice) => choice.printingQualityId),
      ),
    ),
    db.select(
      finishings,
      among(
        finishings.id,
        choices.flatMap((choice) => choice.finishingIds),
      ),
    ),
    db.select(deliveryMethods, among(deliveryMethods.id, deliveryMethodId === undefined ? [] : [deliveryMethodId])),
    db.select(printers, eq(printers.status, "active")),
  ]);
  const [material, quality, finishing] = [byId(materialRows), byId(qualityRows), byId(finishingRows)];
  const unknown = new Map<string, string[]>();
  const found = <Row>(field: string, what: string, id: number, row: Row | undefined): Row[] => {
    if (row === undefined) unknown.set(field, [...(unknown.get(field) ?? []), `the studio has no ${what} ${id}`]);
    return row === undefined ? [] : [row];
  };

  const items = choices.flatMap((choice, index) => {
    const at = fieldsOf(index);
    const materials = found(`${at}materialId`, "material", choice.materialId, material.get(choice.materialId));
    const qualityId = choice.printingQualityId;
    const qualities = found(`${at}printingQualityId`, "printing quality", qualityId, quality.get(qualityId));
    const services = choice.finishingIds.flatMap((id) =>
      found(`${at}finishingIds`, "finishing", id, finishing.get(id)),
    );
    return materials.flatMap((material) => qualities.map((quality) => ({ choice, material, quality, services, at })));
  });
  if (deliveryMethodId !== undefined) found("deliveryMethodId", "delivery method", deliveryMethodId, methodRows[0]);
  if (unknown.size > 0) throw notFound(Object.fromEntries(unknown));

  const faults = new Faults();
  const studio = requireStudio(studioRows);
  const chosen = items.map(({ choice, material, quality, services, at }) => {
    refuseUnusable(material, quality, services, at, faults);
    const profile = profileToSlice(quality, studio, at, faults);
    return { choice, material, quality, finishings: services, profile };
  });
  faults.throwIfAny();
  return { studio, items: chosen, deliveryMethod: methodRows[0], activePrinters };
}

function refuseUnusable(
  material: ChosenItem["material"],
  quality: ChosenItem["quality"],
  services: ChosenItem["finishings"],
  at: string,
  faults: Faults,
): void {
  const technology = technologyOf(material.technologyId).name;
  if (material.status !== "active") faults.add(`${at}materialId`, `material ${material.id} is inactive`);
  refuseInactiveQuality(quality, at, faults);
  if (quality.technologyId !== material.technologyId) {
    const { name } = technologyOf(quality.technologyId);
    faults.add(`${at}printingQualityId`, `is for ${name}, but material ${material.id} is for ${technology}`);
  }
  for (const service of services) {
    if (service.isArchived) faults.add(`${at}finishingIds`, `finishing ${service.id} is archived`);
    if (service.technologyId !== null && service.technologyId !== material.technologyId) {
      const { name } = technologyOf(service.technologyId);
      faults.add(`${at}finishingIds`, `finishing ${service.id} is for ${name}, but the material is for ${technology}`);
    }
  }
}

/** One bound parameter however many ids: D1 takes no more than 100 a statement. */
function among(column: SQLiteColumn, ids: readonly number[]): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}

function byId<Row extends { readonly id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
