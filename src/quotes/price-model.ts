// Prices of a model: one slice per quality and kind of plastic, a price per material and quantity.

import { and, eq } from "drizzle-orm";
import type { ModelFailureCode, SliceResult, SliceState } from "../../slicer-service/src/contract/slices.ts";
import { inValues } from "../db/in-values.ts";
import { finishings, machineProfiles, materials, models, printingQualities } from "../db/schema.ts";
import { requireStudio } from "../db/studio-record.ts";
import type { CurrencyId } from "../domain/currency.ts";
import { NotFound, SlicerUnavailable } from "../domain/errors.ts";
import { Faults } from "../domain/faults.ts";
import { contentNamedBy } from "../domain/model-id.ts";
import type { Sentence } from "../domain/sentence.ts";
import { technologyOf } from "../domain/technology.ts";
import { activePrinters, fitOfPrint, type PrintFit } from "../items/fits-printers.ts";
import { onOfferTo } from "../items/on-offer.ts";
import { copyMinutes, priceResolvedItem } from "../items/price-item.ts";
import { type ItemFields, noFinishing, noMaterial, type ResolvedItem, useTogether } from "../items/resolve-items.ts";
import { machineOf, noPrintingQuality, profileOfQuality, refuseInactiveQuality } from "../items/slice-profile.ts";
import { fileNameOf } from "../models/chosen-models.ts";
import { isTouchOfRowDue, touch } from "../models/model-use.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { PricedItem } from "../pricing/price.ts";
import { failureReason } from "../slicing/failure-sentence.ts";
import { startSlices } from "../slicing/slices.ts";
import type { FileOfJob } from "../slicing/slicing-job.ts";
import type { Tenant } from "../tenant/tenant.ts";

export interface PricesAsked {
  readonly printingQualityIds: readonly number[];
  /** Undefined: every active one of each quality's technology that is on offer to whoever asks. */
  readonly materialIds: readonly number[] | undefined;
  readonly finishingIds: readonly number[];
  readonly quantities: readonly number[];
}

/** The prices of one quality. */
export interface ModelPrices {
  readonly printingQualityId: number;
  readonly currencyId: CurrencyId;
  readonly slice:
    | { readonly status: "failed"; readonly errorMessage: Sentence; readonly errorCode: ModelFailureCode }
    | {
        readonly status: "done";
        /** In the first material that is priced; where none is, without a material. */
        readonly result: SliceResult;
        readonly fit: PrintFit;
        /** Likewise, without the start of its print. */
        readonly minutesOfOneCopy: number;
        readonly prices: readonly {
          readonly materialId: number;
          readonly quantity: number;
          /** In this material. */
          readonly minutesOfOneCopy: number;
          readonly priced: PricedItem;
        }[];
      };
}

export type PricesOutcome =
  | { readonly outcome: "priced"; readonly qualities: readonly ModelPrices[] }
  | { readonly outcome: "slicing"; readonly files: readonly FileOfJob[] };

/** One answer computes and holds no more: a few hundred kilobytes. */
const MAX_PRICES = 2000;

/** The query's names of what `useTogether` checks. */
const FIELDS: ItemFields = {
  materialId: "materialIds",
  printingQualityId: "printingQualityIds",
  finishingIds: "finishingIds",
};

/**
 * @param modelId as the request wrote it
 * @param waitMilliseconds how long to wait for slicing
 * @param admitted what must resolve before anything is sliced: a request that is refused must leave nothing behind
 * @param beforeSlicing asked once it is known that all of it can be sliced; where it throws, nothing is
 * @throws NotFound, Invalid naming every field at fault; SlicerUnavailable
 */
export async function priceModel(
  tenant: Tenant,
  modelId: string,
  asked: PricesAsked,
  waitMilliseconds: number,
  admitted: Promise<unknown>,
  beforeSlicing: () => Promise<void> = async () => {},
): Promise<PricesOutcome> {
  const { db, modelFiles, audience, runToEnd } = tenant;
  const content = contentNamedBy(modelId, tenant.studioId);
  if (content === undefined) throw new NotFound();
  const [read] = await Promise.all([readAsked(tenant, content, asked), admitted]);
  const { model, studio, printers } = read;
  if (model === undefined) throw new NotFound();
  const faults = new Faults();
  const qualities = combinationsOf(read, asked, faults);
  faults.throwIfAny();
  await beforeSlicing();

  const objectKey = modelFiles.exists(model.objectKey).then((isThere) => {
    // Without its file the id names nothing.
    if (!isThere) throw new NotFound();
    return model.objectKey;
  });
  runToEnd(objectKey);
  const { sha256, format, sizeBytes } = model;
  const prints = qualities.flatMap((combinations) =>
    printsOf(combinations).map((print) => ({
      field: "modelId",
      qualityField: FIELDS.printingQualityId,
      originalFileName: fileNameOf(model),
      model: { sha256, format, sizeBytes, objectKey },
      printingQualityId: combinations.quality.id,
      ...print,
    })),
  );
  const [sliced] = await Promise.all([
    startSlices(tenant, prints, waitMilliseconds),
    objectKey,
    isTouchOfRowDue(audience, model) ? db.update(models, touch(audience), eq(models.id, model.id)) : undefined,
  ]);
  if (sliced.some(({ state }) => isUnfinished(state))) return { outcome: "slicing", files: sliced };

  return {
    outcome: "priced",
    qualities: qualities.map(({ quality, machine, profile, items }) => {
      const { currencyId } = studio;
      const printingQualityId = quality.id;
      const slices = sliced.filter((print) => print.printingQualityId === printingQualityId);
      const results = new Map<ResolvedItem, SliceResult>();
      for (const { state, items: ofSlice } of slices) {
        // A model that cannot be sliced in one plastic is none to price in another.
        if (state.status !== "done") {
          return { printingQualityId, currencyId, slice: { status: "failed", ...failureOf(state) } };
        }
        for (const item of ofSlice) results.set(item, state.result);
      }
      const result = resultOf(slices[0]?.state);
      const prices = items.flatMap((item) => {
        const inMaterial = results.get(item) ?? result;
        return asked.quantities.map((quantity) => ({
          materialId: item.material.id,
          quantity,
          minutesOfOneCopy: copyMinutes(item, inMaterial),
          priced: priceResolvedItem({ ...item, choice: { ...item.choice, quantity } }, inMaterial, studio),
        }));
      });
      const fit = fitOfPrint(printers, { quality, studio, machine }, result);
      const minutesOfOneCopy = prices[0]?.minutesOfOneCopy ?? copyMinutes({ machine, profile }, result);
      return {
        printingQualityId,
        currencyId,
        slice: { status: "done", result, fit, minutesOfOneCopy, prices },
      };
    }),
  };
}

/** Adds the unknown ids and unusable choices of a refused query to `faults`. */
export async function addPricesFaults(tenant: Tenant, named: PricesAsked, faults: Faults): Promise<void> {
  combinationsOf(await readAsked(tenant, NO_CONTENT, named), named, faults);
}

/** No model has it. */
const NO_CONTENT = "";

async function readAsked({ db, audience }: Tenant, content: string, asked: PricesAsked) {
  const { printingQualityIds, materialIds, finishingIds } = asked;
  const offer = onOfferTo(audience);
  const ofMaterials = materialIds === undefined ? eq(materials.status, "active") : inValues(materials.id, materialIds);
  const [studioRows, [model], printers, ...rows] = await retryTransient(() =>
    db.batch([
      db.studio(),
      db.select(models, eq(models.sha256, content)),
      activePrinters(db),
      db.select(printingQualities, and(inValues(printingQualities.id, printingQualityIds), offer.qualities)),
      db.select(materials, and(ofMaterials, offer.materials), materials.id),
      db.select(finishings, and(inValues(finishings.id, finishingIds), offer.finishings)),
      db.select(machineProfiles),
    ]),
  );
  const [qualities, materialRows, finishingRows, machines] = rows;
  return {
    studio: requireStudio(studioRows),
    model,
    printers,
    qualities,
    materials: materialRows,
    finishings: finishingRows,
    machines,
  };
}

type Read = Awaited<ReturnType<typeof readAsked>>;
type Quality = Read["qualities"][number];

/** A quality with every material that it is priced in. */
interface Combinations {
  readonly quality: Quality;
  readonly machine: ResolvedItem["machine"];
  /** Without a material. */
  readonly profile: ResolvedItem["profile"];
  readonly items: readonly ResolvedItem[];
}

/** One slice, and the materials that it prices: colours of one plastic share it, a plastic with limits of its own has its own. */
interface Print {
  readonly profile: ResolvedItem["profile"];
  readonly items: readonly ResolvedItem[];
}

/** In the order of the materials. Where none is priced, the quality is sliced by itself: whether it can be is told all the same. */
function printsOf({ profile, items }: Combinations): readonly Print[] {
  if (items.length === 0) return [{ profile, items }];
  // One function makes them all, with their names in one order.
  const byProfile = Map.groupBy(items, (item) => JSON.stringify(item.profile));
  return [...byProfile.values()].map((alike) => ({ profile: alike[0]?.profile ?? profile, items: alike }));
}

/** @param faults gets every unknown id and unusable choice: the combinations are of use where it gets none */
function combinationsOf(read: Read, asked: PricesAsked, faults: Faults): Combinations[] {
  const found = {
    qualities: inOrder(read.qualities, asked.printingQualityIds, (id) =>
      faults.addMissing(FIELDS.printingQualityId, noPrintingQuality(id)),
    ),
    materials: inOrder(read.materials, asked.materialIds, (id) => faults.addMissing(FIELDS.materialId, noMaterial(id))),
    finishings: inOrder(read.finishings, asked.finishingIds, (id) =>
      faults.addMissing(FIELDS.finishingIds, noFinishing(id)),
    ),
  };
  // Of a quality that is unknown, so is the technology.
  if (asked.materialIds !== undefined && found.qualities.length === asked.printingQualityIds.length) {
    refuseUnpriced(found.materials, found.qualities, faults);
  }
  const combinations = found.qualities.map((quality) =>
    combinationsOfQuality(quality, found.materials, found.finishings, read, faults),
  );
  const count = combinations.reduce((sum, { items }) => sum + items.length, 0) * asked.quantities.length;
  if (count > MAX_PRICES) {
    faults.add(FIELDS.materialId, {
      en: `there would be ${count} prices, and one answer has at most ${MAX_PRICES}: name fewer materials, qualities or quantities`,
      uk: `цін було б ${count}, а в одній відповіді їх щонайбільше ${MAX_PRICES}: назвіть менше матеріалів, якостей чи кількостей`,
    });
  }
  return combinations;
}

function combinationsOfQuality(
  quality: Quality,
  found: Read["materials"],
  chosen: Read["finishings"],
  { studio, machines }: Pick<Read, "studio" | "machines">,
  faults: Faults,
): Combinations {
  refuseInactiveQuality(quality, FIELDS.printingQualityId, faults);
  const machine = machineOf(quality, machines);
  const profile = profileOfQuality({ quality, studio, machine }, FIELDS.printingQualityId, faults);
  const finishingIds = chosen.map(({ id }) => id);
  const items = found
    .filter(({ technologyId }) => technologyId === quality.technologyId)
    .flatMap((material) => {
      const rows = { material, quality, machine, finishings: chosen };
      const ofMaterial = useTogether(rows, FIELDS, studio, faults);
      const choice = { materialId: material.id, printingQualityId: quality.id, finishingIds, quantity: 1 };
      return ofMaterial === undefined ? [] : [{ ...rows, choice, profile: ofMaterial }];
    });
  return { quality, machine, profile, items };
}

/** A material that was named and that no quality can print would be left out without a word. */
function refuseUnpriced(named: Read["materials"], qualities: readonly Quality[], faults: Faults): void {
  for (const { id, technologyId } of named) {
    if (qualities.some((quality) => quality.technologyId === technologyId)) continue;
    const { name } = technologyOf(technologyId);
    faults.add(FIELDS.materialId, {
      en: `material ${id} is for ${name}, but none of the printing qualities is`,
      uk: `матеріал ${id} призначений для ${name}, а жодна з якостей друку — ні`,
    });
  }
}

/** The rows in the order of their ids; all of them where no ids are given. */
function inOrder<Row extends { readonly id: number }>(
  rows: readonly Row[],
  ids: readonly number[] | undefined,
  addMissing: (id: number) => void,
): Row[] {
  if (ids === undefined) return [...rows];
  return ids.flatMap((id) => {
    const row = rows.find((candidate) => candidate.id === id);
    if (row === undefined) addMissing(id);
    return row ?? [];
  });
}

function isUnfinished({ status }: SliceState): boolean {
  return status === "queued" || status === "slicing";
}

function resultOf(state: SliceState | undefined): SliceResult {
  if (state?.status !== "done") throw new Error("a quality was priced without a slice");
  return state.result;
}

function failureOf(state: SliceState): { readonly errorMessage: Sentence; readonly errorCode: ModelFailureCode } {
  if (state.status !== "failed") throw new Error("a slice that neither runs nor is done has not failed");
  if (state.failure.fault === "service") throw new SlicerUnavailable();
  return { errorMessage: failureReason(state.failure), errorCode: state.failure.code };
}
