// Resolves chosen items against the studio's catalog: ids become rows, and every choice that cannot be used is refused.
//
// `quoteItems` reads and resolves by this; other callers batch `catalogReads` with their own reads, in one round trip.

import { and } from "drizzle-orm";
import type { SliceProfile } from "../../slicer-service/src/contract/profile.ts";
import { inList } from "../db/in-values.ts";
import type { MachineProfile } from "../db/machine-profile-record.ts";
import { finishings, machineProfiles, materials, printingQualities } from "../db/schema.ts";
import { type Declared, type NamedResults, prepared } from "../db/studio-db.ts";
import { requireStudio, type Studio } from "../db/studio-record.ts";
import type { Faults } from "../domain/errors.ts";
import type { Sentence } from "../domain/sentence.ts";
import { technologyOf } from "../domain/technology.ts";
import { forEachAudience } from "../domain/visitor.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { fitsMaterial, fitsSupports } from "./finishing-fit.ts";
import { onOfferTo } from "./on-offer.ts";
import { machineOfQuality, noPrintingQuality, profileOfQuality, refuseInactiveQuality } from "./slice-profile.ts";

/** The ids of a choice. undefined: not chosen, or not readable. */
export interface ChosenIds {
  readonly materialId?: number | undefined;
  readonly printingQualityId?: number | undefined;
  readonly finishingIds?: readonly number[] | undefined;
}

/** A customer's choice for one file. */
export interface ItemChoice {
  readonly materialId: number;
  readonly printingQualityId: number;
  readonly finishingIds: number[];
  readonly quantity: number;
}

/** The catalog's rows of a choice. */
export interface FoundRows {
  readonly material: typeof materials.$inferSelect | undefined;
  readonly quality: typeof printingQualities.$inferSelect | undefined;
  /** The machine profile that the quality names; undefined: the defaults apply. */
  readonly machine: MachineProfile | undefined;
  readonly finishings: readonly (typeof finishings.$inferSelect)[];
}

/** Names of an item's fields in error messages. */
export interface ItemFields {
  readonly materialId: string;
  readonly printingQualityId: string;
  readonly finishingIds: string;
}

function fieldsAt(path: string): ItemFields {
  return {
    materialId: `${path}materialId`,
    printingQualityId: `${path}printingQualityId`,
    finishingIds: `${path}finishingIds`,
  };
}

/** A choice with its rows, ready to be sliced. Without a material it has no price. */
export interface SliceableItem<Choice extends ChosenIds = ChosenIds> extends FoundRows {
  readonly choice: Choice;
  readonly quality: NonNullable<FoundRows["quality"]>;
  readonly profile: SliceProfile;
}

/** An item that can be sliced and priced. */
export interface ResolvedItem extends SliceableItem<ItemChoice> {
  readonly material: NonNullable<FoundRows["material"]>;
}

/** The statements that read all rows that the choices name and the audience is offered. */
export function catalogReads(tenant: Pick<Tenant, "db" | "audience">, choices: readonly ChosenIds[]) {
  const { studio, machines } = settingsReads(tenant.db, {});
  return { studio, ...chosenReads(tenant, choices), machines };
}

const settingsReads = prepared((db) => ({ studio: db.studio(), machines: db.select(machineProfiles) }));

/** As `catalogReads`, without the settings that slicing and pricing need. */
export function chosenReads({ db, audience }: Pick<Tenant, "db" | "audience">, choices: readonly ChosenIds[]) {
  return chosenReadsFor[audience](db, {
    materialIds: JSON.stringify(choices.flatMap(({ materialId }) => materialId ?? [])),
    qualityIds: JSON.stringify(choices.flatMap(({ printingQualityId }) => printingQualityId ?? [])),
    finishingIds: JSON.stringify(choices.flatMap(({ finishingIds }) => finishingIds ?? [])),
  });
}

/** Lists in JSON. */
type ChosenInputs = Readonly<Record<"materialIds" | "qualityIds" | "finishingIds", string>>;

const chosenReadsFor = forEachAudience((audience) =>
  prepared((db, { materialIds, qualityIds, finishingIds }: Declared<ChosenInputs>) => {
    const offer = onOfferTo(audience);
    return {
      materials: db.select(materials, and(inList(materials.id, materialIds), offer.materials)),
      qualities: db.select(printingQualities, and(inList(printingQualities.id, qualityIds), offer.qualities)),
      finishings: db.select(finishings, and(inList(finishings.id, finishingIds), offer.finishings)),
    };
  }),
);

export type CatalogRows = NamedResults<ReturnType<typeof catalogReads>>;

/** The part of a choice's rows that its ids name. */
type ChosenRows = Omit<FoundRows, "machine">;

/** The rows of `chosenReads`, by id. */
export function chosenById(rows: NamedResults<ReturnType<typeof chosenReads>>) {
  return { materials: byId(rows.materials), qualities: byId(rows.qualities), finishings: byId(rows.finishings) };
}

/**
 * Finds the rows of a choice. Each id that the studio does not have, or does not offer to the audience, is added to `faults`.
 *
 * @param path of the item's fields in error messages
 */
export function findChosen(
  { materialId, printingQualityId, finishingIds = [] }: ChosenIds,
  rowsById: ReturnType<typeof chosenById>,
  path: string,
  faults: Faults,
): ChosenRows {
  const fields = fieldsAt(path);
  const [material] = rowsOf(materialId, rowsById.materials, fields.materialId, noMaterial, faults);
  const [quality] = rowsOf(printingQualityId, rowsById.qualities, fields.printingQualityId, noPrintingQuality, faults);
  const chosen = rowsOf(finishingIds, rowsById.finishings, fields.finishingIds, noFinishing, faults);
  return { material, quality, finishings: chosen };
}

/** The rows of these ids, in their order. An id without a row is added to `faults`. */
export function rowsOf<Row>(
  ids: number | readonly number[] | undefined,
  rowById: ReadonlyMap<number, Row>,
  field: string,
  missing: (id: number) => Sentence,
  faults: Faults,
): Row[] {
  return [ids ?? []].flat().flatMap((id) => {
    const row = rowById.get(id);
    if (row === undefined) faults.addMissing(field, missing(id));
    return row ?? [];
  });
}

/**
 * Finds every choice's rows, and checks that they can be used, and used together.
 *
 * @param pathOf the path of an item's fields in error messages: "" for the only item, "items.0." in a list
 * @param faults gets every id that the studio does not have and every choice that cannot be used: the items are complete if
 *   it gets none
 */
export function resolveItems<Choice extends ChosenIds>(
  rows: CatalogRows,
  choices: readonly Choice[],
  pathOf: (index: number) => string,
  faults: Faults,
): SliceableItem<Choice>[] {
  const studio = requireStudio(rows.studio);
  const rowsById = chosenById(rows);
  return choices.flatMap((choice, index) => {
    const path = pathOf(index);
    const chosen = findChosen(choice, rowsById, path, faults);
    const { quality } = chosen;
    const foundRows = { ...chosen, machine: quality && machineOfQuality(quality, rows.machines) };
    const profile = useTogether(foundRows, fieldsAt(path), studio, faults);
    return quality === undefined || profile === undefined ? [] : [{ choice, ...foundRows, quality, profile }];
  });
}

/**
 * Adds the unusable rows of a choice, and those that do not go together, to `faults`. A missing row is skipped.
 *
 * @returns the profile to slice it by; undefined without a quality
 */
export function useTogether(
  { material, quality, machine, finishings: chosen }: FoundRows,
  fields: ItemFields,
  studio: Studio,
  faults: Faults,
): SliceProfile | undefined {
  if (material !== undefined && material.status !== "active") {
    faults.add(fields.materialId, {
      en: `material ${material.id} is inactive`,
      uk: `матеріал ${material.id} вимкнено`,
    });
  }
  if (quality !== undefined) refuseInactiveQuality(quality, fields.printingQualityId, faults);
  for (const { id, isArchived } of chosen) {
    if (!isArchived) continue;
    faults.add(fields.finishingIds, { en: `finishing ${id} is archived`, uk: `обробка ${id} в архіві` });
  }
  if (material !== undefined) refuseOtherTechnologies(material, { quality, finishings: chosen }, fields, faults);
  refuseUnfitFinishings({ material, quality, finishings: chosen }, fields, faults);
  if (quality === undefined) return undefined;
  return profileOfQuality({ quality, studio, machine, material }, fields.printingQualityId, faults);
}

/** A quality or a finishing of another technology than the material's. */
function refuseOtherTechnologies(
  material: NonNullable<FoundRows["material"]>,
  { quality, finishings: chosen }: Pick<FoundRows, "quality" | "finishings">,
  fields: ItemFields,
  faults: Faults,
): void {
  const technology = technologyOf(material.technologyId).name;
  if (quality !== undefined && quality.technologyId !== material.technologyId) {
    const { name } = technologyOf(quality.technologyId);
    faults.add(fields.printingQualityId, {
      en: `is for ${name}, but material ${material.id} is for ${technology}`,
      uk: `призначена для ${name}, а матеріал ${material.id} — для ${technology}`,
    });
  }
  for (const { id, technologyId } of chosen) {
    if (technologyId === null || technologyId === material.technologyId) continue;
    const { name } = technologyOf(technologyId);
    faults.add(fields.finishingIds, {
      en: `finishing ${id} is for ${name}, but the material is for ${technology}`,
      uk: `обробка ${id} призначена для ${name}, а матеріал — для ${technology}`,
    });
  }
}

/** A finishing that names other materials, or that needs supports where the quality prints none. */
function refuseUnfitFinishings(
  { material, quality, finishings: chosen }: Pick<FoundRows, "material" | "quality" | "finishings">,
  fields: ItemFields,
  faults: Faults,
): void {
  for (const finishing of chosen) {
    const { id } = finishing;
    if (material !== undefined && !fitsMaterial(finishing, material.name)) {
      faults.add(fields.finishingIds, {
        en: `finishing ${id} is not for material ${material.id}`,
        uk: `обробка ${id} не підходить для матеріалу ${material.id}`,
      });
    }
    if (quality !== undefined && !fitsSupports(finishing, quality.supports)) {
      faults.add(fields.finishingIds, {
        en: `finishing ${id} is only for printing qualities with supports`,
        uk: `обробка ${id} лише для якостей друку з підтримками`,
      });
    }
  }
}

export const noMaterial = (id: number): Sentence => ({
  en: `the studio has no material ${id}; GET /materials lists them`,
  uk: `студія не має матеріалу ${id}; їх перелічує GET /materials`,
});

export const noFinishing = (id: number): Sentence => ({
  en: `the studio has no finishing ${id}; GET /finishings lists them`,
  uk: `студія не має обробки ${id}; їх перелічує GET /finishings`,
});

export function byId<Row extends { readonly id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
