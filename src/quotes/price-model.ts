// Prices of a model: one slice per quality and kind of plastic, a price per material and quantity.

import { eq } from "drizzle-orm";
import type { ModelFailureCode, SliceResult, SliceState } from "../../slicer-service/src/contract/slices.ts";
import { models } from "../db/schema.ts";
import type { Studio } from "../db/studio-record.ts";
import type { CurrencyId } from "../domain/currency.ts";
import { Faults, NotFound, SlicerUnavailable } from "../domain/errors.ts";
import { contentNamedBy } from "../domain/ids.ts";
import type { Sentence } from "../domain/sentence.ts";
import { fitOfPrint, type PrintFit } from "../items/fits-printers.ts";
import { copyMinutes, priceResolvedItem } from "../items/price-item.ts";
import type { ResolvedItem } from "../items/resolve-items.ts";
import { fileNameOf } from "../models/chosen-models.ts";
import { isTouchOfRowDue, touch } from "../models/model-use.ts";
import type { StoredModel } from "../models/store-models.ts";
import type { PricedItem } from "../pricing/price.ts";
import { failureReason } from "../slicing/failure-sentence.ts";
import { type FileToSlice, type SlicedFile, startSlices } from "../slicing/slices.ts";
import type { FileOfJob } from "../slicing/slicing-job.ts";
import type { Tenant } from "../tenant/tenant.ts";
import {
  type Combinations,
  combinationsOf,
  type PricesAsked,
  type PricesRows,
  readAsked,
  sharedSlices,
} from "./model-combinations.ts";

/** The prices of one quality. */
export interface ModelPrices {
  readonly printingQualityId: number;
  readonly currencyId: CurrencyId;
  readonly slice:
    | { readonly status: "failed"; readonly errorMessage: Sentence; readonly errorCode: ModelFailureCode }
    | {
        readonly status: "done";
        /** In the first priced material; if none is priced, without a material. */
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

export interface ModelToPrice {
  /** As the request wrote it. */
  readonly modelId: string;
  readonly asked: PricesAsked;
  /** How long to wait for slicing. */
  readonly waitMilliseconds: number;
  /** Resolves before anything is sliced: a request that is refused must leave nothing behind. */
  readonly admitted?: Promise<unknown>;
  /** Runs once all is known to be usable; if it throws, nothing is sliced. */
  readonly beforeSlicing?: () => Promise<void>;
}

/**
 * Takes the steps of `quoteItems` for one model. It reads without a write, and a model that cannot be sliced is an answer.
 *
 * @throws NotFound, Invalid naming every field at fault; SlicerUnavailable
 */
export async function priceModel(tenant: Tenant, toPrice: ModelToPrice): Promise<PricesOutcome> {
  const { modelId, asked, waitMilliseconds, admitted, beforeSlicing } = toPrice;
  const content = contentNamedBy(modelId, tenant.studioId);
  if (content === undefined) throw new NotFound();
  const [rows] = await Promise.all([readAsked(tenant, content, asked), admitted]);
  if (rows.model === undefined) throw new NotFound();

  const faults = new Faults();
  const combinations = combinationsOf(rows, asked, faults);
  faults.throwIfAny();
  await beforeSlicing?.();

  const objectKey = objectOf(tenant, rows.model);
  const files = filesToSlice(rows.model, combinations, objectKey);
  const [sliced] = await Promise.all([
    startSlices(tenant, files, waitMilliseconds),
    objectKey,
    touchIfDue(tenant, rows.model),
  ]);
  if (sliced.some(({ state }) => isUnfinished(state))) return { outcome: "slicing", files: sliced };

  const qualities = combinations.map((one) => pricesOfQuality(one, sliced, asked.quantities, rows));
  return { outcome: "priced", qualities };
}

/** @throws NotFound if the object is gone: without its file the id names nothing */
function objectOf({ modelFiles, runToEnd }: Tenant, { objectKey }: StoredModel): Promise<string> {
  const found = modelFiles.exists(objectKey).then((isThere) => {
    if (!isThere) throw new NotFound();
    return objectKey;
  });
  runToEnd(found);
  return found;
}

function touchIfDue({ db, audience }: Tenant, model: StoredModel) {
  return isTouchOfRowDue(audience, model) ? db.update(models, touch(audience), eq(models.id, model.id)) : undefined;
}

type FileOfPrint = FileToSlice & { readonly printingQualityId: number; readonly items: readonly ResolvedItem[] };

function filesToSlice(
  model: StoredModel,
  combinations: readonly Combinations[],
  objectKey: Promise<string>,
): FileOfPrint[] {
  const { sha256, format, sizeBytes } = model;
  return combinations.flatMap((one) =>
    sharedSlices(one).map((print) => ({
      field: "modelId",
      qualityField: "printingQualityIds",
      originalFileName: fileNameOf(model),
      model: { sha256, format, sizeBytes, objectKey },
      printingQualityId: one.quality.id,
      ...print,
    })),
  );
}

function pricesOfQuality(
  { quality, machine, profile, items }: Combinations,
  sliced: readonly SlicedFile<FileOfPrint>[],
  quantities: readonly number[],
  { studio, printers }: { readonly studio: Studio; readonly printers: PricesRows["printers"] },
): ModelPrices {
  const named = { printingQualityId: quality.id, currencyId: studio.currencyId };
  const slices = sliced.filter((print) => print.printingQualityId === quality.id);
  const results = new Map<ResolvedItem, SliceResult>();
  for (const { state, items: ofSlice } of slices) {
    // A model that cannot be sliced in one plastic is none to price in another.
    if (state.status !== "done") return { ...named, slice: { status: "failed", ...failureOf(state) } };
    for (const item of ofSlice) results.set(item, state.result);
  }
  const result = resultOf(slices[0]?.state);
  const prices = items.flatMap((item) => {
    const inMaterial = results.get(item) ?? result;
    return quantities.map((quantity) => ({
      materialId: item.material.id,
      quantity,
      minutesOfOneCopy: copyMinutes(item, inMaterial),
      priced: priceResolvedItem({ ...item, choice: { ...item.choice, quantity } }, inMaterial, studio),
    }));
  });
  const fit = fitOfPrint(printers, { quality, studio, machine }, result);
  const minutesOfOneCopy = prices[0]?.minutesOfOneCopy ?? copyMinutes({ machine, profile }, result);
  return { ...named, slice: { status: "done", result, fit, minutesOfOneCopy, prices } };
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
