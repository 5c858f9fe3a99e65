// Resolves chosen items against the studio's catalog: ids become rows, and every choice that cannot be used is refused.
//
// A quote has one item, an order several; both go through the same three steps: `catalogReads`, `findItems`,
// `usableItems`. The caller batches the reads with whatever else it needs, so that all of it is one round trip.

import { and } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { SliceProfile } from "../../slicer-service/src/contract/profile.ts";
import { among } from "../db/among.ts";
import type { MachineProfile } from "../db/machine-profile-record.ts";
import { finishings, machineProfiles, materials, printingQualities } from "../db/schema.ts";
import type { Results } from "../db/studio-db.ts";
import { requireStudio, type Studio } from "../db/studio-record.ts";
import { Faults } from "../domain/faults.ts";
import type { Sentence } from "../domain/sentence.ts";
import { technologyOf } from "../domain/technology.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { onOfferTo } from "./on-offer.ts";
import { machineOf, noPrintingQuality, profileOfQuality, refuseInactiveQuality } from "./slice-profile.ts";

/** What a customer chose for one file. */
export interface ItemChoice {
  readonly materialId: number;
  readonly printingQualityId: number;
  readonly finishingIds: number[];
  readonly quantity: number;
}

/** A choice with its rows of the catalog. */
export interface FoundItem {
  readonly choice: ItemChoice;
  readonly material: typeof materials.$inferSelect;
  readonly quality: typeof printingQualities.$inferSelect;
  /** The machine profile that the quality names; undefined where the defaults apply. */
  readonly machine: MachineProfile | undefined;
  readonly finishings: readonly (typeof finishings.$inferSelect)[];
  readonly fields: ItemFields;
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

/** An item that can be sliced and priced. */
export interface ResolvedItem extends Omit<FoundItem, "fields"> {
  readonly profile: SliceProfile;
}

export interface ResolvedItems {
  readonly studio: Studio;
  readonly items: readonly ResolvedItem[];
}

/** Step 1: the statements that read everything the choices name, of what is on offer to whoever asks. */
export function catalogReads({ db, asker }: Pick<Tenant, "db" | "asker">, choices: readonly ItemChoice[]) {
  const offer = onOfferTo(asker);
  const chosen = (id: SQLiteColumn, idsOf: (choice: ItemChoice) => number | readonly number[]) =>
    among(id, choices.flatMap(idsOf));
  return [
    db.studio(),
    db.select(
      materials,
      and(
        chosen(materials.id, ({ materialId }) => materialId),
        offer.materials,
      ),
    ),
    db.select(
      printingQualities,
      and(
        chosen(printingQualities.id, ({ printingQualityId }) => printingQualityId),
        offer.qualities,
      ),
    ),
    db.select(
      finishings,
      and(
        chosen(finishings.id, ({ finishingIds }) => finishingIds),
        offer.finishings,
      ),
    ),
    db.select(machineProfiles),
  ] as const;
}

type CatalogRows = Results<ReturnType<typeof catalogReads>>;

/**
 * Step 2: finds every choice's rows.
 *
 * @param pathOf the path of an item's fields in error messages: "" in a quote, "items.0." in an order
 * @param alsoMissing adds what the caller found missing itself, to be named in the same refusal
 * @throws NotFound naming every id the studio does not have
 */
export function findItems(
  [, materialRows, qualityRows, finishingRows, machines]: CatalogRows,
  choices: readonly ItemChoice[],
  pathOf: (index: number) => string,
  alsoMissing: (missing: Faults) => void = () => {},
): FoundItem[] {
  const missing = new Faults();
  const [materialById, qualityById, finishingById] = [byId(materialRows), byId(qualityRows), byId(finishingRows)];
  const found: FoundItem[] = [];
  for (const [index, choice] of choices.entries()) {
    const fields = fieldsAt(pathOf(index));
    const material = materialById.get(choice.materialId);
    if (material === undefined) missing.add(fields.materialId, noMaterial(choice.materialId));
    const quality = qualityById.get(choice.printingQualityId);
    if (quality === undefined) {
      missing.add(fields.printingQualityId, noPrintingQuality(choice.printingQualityId));
    }
    const chosenFinishings: FoundItem["finishings"][number][] = [];
    for (const id of choice.finishingIds) {
      const finishing = finishingById.get(id);
      if (finishing === undefined) missing.add(fields.finishingIds, noFinishing(id));
      else chosenFinishings.push(finishing);
    }
    if (material !== undefined && quality !== undefined) {
      found.push({
        choice,
        material,
        quality,
        machine: machineOf(quality, machines),
        finishings: chosenFinishings,
        fields,
      });
    }
  }
  alsoMissing(missing);
  missing.throwNotFoundIfAny();
  return found;
}

/**
 * Step 3: checks that every item's rows can be used, and used together.
 *
 * @param alsoWrong adds what the caller found unusable itself, to be named in the same refusal
 * @throws Invalid naming every choice that cannot be used
 */
export function usableItems(
  [studioRows]: CatalogRows,
  found: readonly FoundItem[],
  alsoWrong: (faults: Faults) => void = () => {},
): ResolvedItems {
  const studio = requireStudio(studioRows);
  const faults = new Faults();
  const items = found.map((item) => useTogether(item, studio, faults));
  alsoWrong(faults);
  faults.throwIfAny();
  return { studio, items };
}

/** Adds to `faults` what of an item's rows cannot be used, or not together. With a fault the item is of no use. */
export function useTogether({ fields, ...item }: FoundItem, studio: Studio, faults: Faults): ResolvedItem {
  const { material, quality } = item;
  const technology = technologyOf(material.technologyId).name;
  if (material.status !== "active") {
    faults.add(fields.materialId, {
      en: `material ${material.id} is inactive`,
      uk: `матеріал ${material.id} вимкнено`,
    });
  }
  refuseInactiveQuality(quality, fields.printingQualityId, faults);
  if (quality.technologyId !== material.technologyId) {
    const { name } = technologyOf(quality.technologyId);
    faults.add(fields.printingQualityId, {
      en: `is for ${name}, but material ${material.id} is for ${technology}`,
      uk: `призначена для ${name}, а матеріал ${material.id} — для ${technology}`,
    });
  }
  for (const { id, isArchived, technologyId } of item.finishings) {
    if (isArchived) {
      faults.add(fields.finishingIds, { en: `finishing ${id} is archived`, uk: `обробка ${id} в архіві` });
    }
    if (technologyId !== null && technologyId !== material.technologyId) {
      const { name } = technologyOf(technologyId);
      faults.add(fields.finishingIds, {
        en: `finishing ${id} is for ${name}, but the material is for ${technology}`,
        uk: `обробка ${id} призначена для ${name}, а матеріал — для ${technology}`,
      });
    }
  }
  return { ...item, profile: profileOfQuality({ ...item, studio }, fields.printingQualityId, faults) };
}

export const noMaterial = (id: number): Sentence => ({
  en: `the studio has no material ${id}; GET /materials lists them`,
  uk: `студія не має матеріалу ${id}; їх перелічує GET /materials`,
});

export const noFinishing = (id: number): Sentence => ({
  en: `the studio has no finishing ${id}; GET /finishings lists them`,
  uk: `студія не має обробки ${id}; їх перелічує GET /finishings`,
});

function byId<Row extends { readonly id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
