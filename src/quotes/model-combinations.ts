// Combinations that a model is priced in: each quality with every material on offer for its technology.

import { and, eq } from "drizzle-orm";
import { inValues } from "../db/in-values.ts";
import { materials, models } from "../db/schema.ts";
import { requireStudio } from "../db/studio-record.ts";
import type { Faults } from "../domain/errors.ts";
import { technologyOf } from "../domain/technology.ts";
import { findPriority } from "../items/chosen-priority.ts";
import { fitsMaterial } from "../items/finishing-fit.ts";
import { activePrinters } from "../items/fits-printers.ts";
import { onOfferTo } from "../items/on-offer.ts";
import {
  byId,
  catalogReads,
  type ItemFields,
  noFinishing,
  noMaterial,
  type ResolvedItem,
  rowsOf,
  type SliceableItem,
  useTogether,
} from "../items/resolve-items.ts";
import {
  machineOfQuality,
  noPrintingQuality,
  profileOfQuality,
  refuseInactiveQuality,
} from "../items/slice-profile.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { Tenant } from "../tenant/tenant.ts";

export interface PricesAsked {
  readonly printingQualityIds: readonly number[];
  /** undefined: every active one of each quality's technology that is on offer to the audience. */
  readonly materialIds: readonly number[] | undefined;
  readonly finishingIds: readonly number[];
  readonly quantities: readonly number[];
  /** The slug of a priority, as the request names it; undefined: none. */
  readonly priority: string | undefined;
}

/** One answer computes and holds no more: a few hundred kilobytes. */
const MAX_PRICES = 2000;

/** The query's names of the fields that `useTogether` checks. */
const FIELDS: ItemFields = {
  materialId: "materialIds",
  printingQualityId: "printingQualityIds",
  finishingIds: "finishingIds",
};

/** Adds the unknown ids and unusable choices of a refused query to `faults`. */
export async function addPricesFaults(tenant: Tenant, named: PricesAsked, faults: Faults): Promise<void> {
  const rows = await readAsked(tenant, NO_CONTENT, named);
  combinationsOf(rows, named, faults);
  findPriority(rows.studio, named.priority, faults);
}

/** No model has it. */
const NO_CONTENT = "";

/**
 * The rows that the query names and its prices need, in one round trip. Unlike `itemReads` it touches no model: a read writes only
 * where a touch is due.
 */
export async function readAsked(tenant: Tenant, content: string, asked: PricesAsked) {
  const { db, audience } = tenant;
  const { printingQualityIds, materialIds, finishingIds } = asked;
  const ofMaterials = materialIds === undefined ? eq(materials.status, "active") : inValues(materials.id, materialIds);
  const choices = [...printingQualityIds.map((printingQualityId) => ({ printingQualityId })), { finishingIds }];
  const {
    studio,
    models: found,
    ...rows
  } = await retryTransient(() =>
    db.batchNamed({
      ...catalogReads(tenant, choices),
      materials: db.select(materials, and(ofMaterials, onOfferTo(audience).materials), materials.id),
      printers: activePrinters(db),
      models: db.select(models, eq(models.sha256, content)),
    }),
  );
  return { ...rows, studio: requireStudio(studio), model: found[0] };
}

export type PricesRows = Awaited<ReturnType<typeof readAsked>>;
type Quality = PricesRows["qualities"][number];

/** A quality with every material that it is priced in. */
export interface Combinations {
  readonly withoutMaterial: SliceableItem;
  readonly inMaterials: readonly ResolvedItem[];
}

/** One slice, and the materials that it prices: colours of one plastic share it, a plastic with limits of its own has its own. */
interface SharedSlice {
  readonly item: SliceableItem;
  readonly priced: readonly ResolvedItem[];
}

/** In the order of the materials. Without a material the quality is sliced by itself, so that a failure is still told. */
export function sharedSlices({ withoutMaterial, inMaterials }: Combinations): readonly SharedSlice[] {
  if (inMaterials.length === 0) return [{ item: withoutMaterial, priced: [] }];
  // One function makes them all, with their names in one order.
  const byProfile = Map.groupBy(inMaterials, ({ profile }) => JSON.stringify(profile));
  return [...byProfile.values()].map((priced) => ({ item: priced[0] ?? withoutMaterial, priced }));
}

/**
 * The step `resolveItems` for a query: it names qualities, materials and finishings apart, and every pair of them is an item.
 *
 * @param faults gets every unknown id and unusable choice: the combinations are complete if it gets none
 */
export function combinationsOf(read: PricesRows, asked: PricesAsked, faults: Faults): Combinations[] {
  const { printingQualityIds, materialIds, finishingIds } = asked;
  const found = {
    qualities: rowsOf(printingQualityIds, byId(read.qualities), FIELDS.printingQualityId, noPrintingQuality, faults),
    materials:
      materialIds === undefined
        ? read.materials
        : rowsOf(materialIds, byId(read.materials), FIELDS.materialId, noMaterial, faults),
    finishings: rowsOf(finishingIds, byId(read.finishings), FIELDS.finishingIds, noFinishing, faults),
  };
  // An unknown quality has no known technology.
  if (materialIds !== undefined && found.qualities.length === printingQualityIds.length) {
    refuseUnpriced(found.materials, found.qualities, faults);
  }
  const combinations = found.qualities.map((quality) =>
    combinationsOfQuality(quality, priceable(found, materialIds), found.finishings, read, faults),
  );
  const count = combinations.reduce((sum, { inMaterials }) => sum + inMaterials.length, 0) * asked.quantities.length;
  if (count > MAX_PRICES) {
    faults.add(FIELDS.materialId, {
      en: `there would be ${count} prices, and one answer has at most ${MAX_PRICES}: name fewer materials, qualities or quantities`,
      uk: `цін було б ${count}, а в одній відповіді їх щонайбільше ${MAX_PRICES}: назвіть менше матеріалів, якостей чи кількостей`,
    });
  }
  return combinations;
}

/** Without named materials, those that a finishing is not for have no price; a named one is refused instead. */
function priceable(
  { materials: all, finishings: chosen }: Pick<PricesRows, "materials" | "finishings">,
  named: PricesAsked["materialIds"],
): PricesRows["materials"] {
  if (named !== undefined) return all;
  return all.filter(({ name }) => chosen.every((finishing) => fitsMaterial(finishing, name)));
}

function combinationsOfQuality(
  quality: Quality,
  found: PricesRows["materials"],
  chosen: PricesRows["finishings"],
  { studio, machines }: Pick<PricesRows, "studio" | "machines">,
  faults: Faults,
): Combinations {
  refuseInactiveQuality(quality, FIELDS.printingQualityId, faults);
  const machine = machineOfQuality(quality, machines);
  const profile = profileOfQuality({ quality, studio, machine }, FIELDS.printingQualityId, faults);
  const ofQuality = { printingQualityId: quality.id, finishingIds: chosen.map(({ id }) => id) };
  const inMaterials = found
    .filter(({ technologyId }) => technologyId === quality.technologyId)
    .flatMap((material) => {
      const rows = { material, quality, machine, finishings: chosen };
      const ofMaterial = useTogether(rows, FIELDS, studio, faults);
      const choice = { ...ofQuality, materialId: material.id, quantity: 1 };
      return ofMaterial === undefined ? [] : [{ ...rows, choice, profile: ofMaterial }];
    });
  const withoutMaterial = { choice: ofQuality, material: undefined, quality, machine, finishings: chosen, profile };
  return { withoutMaterial, inMaterials };
}

/** A material that was named and that no quality can print would be left out without a word. */
function refuseUnpriced(named: PricesRows["materials"], qualities: readonly Quality[], faults: Faults): void {
  for (const { id, technologyId } of named) {
    if (qualities.some((quality) => quality.technologyId === technologyId)) continue;
    const { name } = technologyOf(technologyId);
    faults.add(FIELDS.materialId, {
      en: `material ${id} is for ${name}, but none of the printing qualities is`,
      uk: `матеріал ${id} призначений для ${name}, а жодна з якостей друку — ні`,
    });
  }
}
