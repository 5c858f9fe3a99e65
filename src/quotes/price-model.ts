// Prices of a model: one slice per quality and kind of plastic, a price per material and quantity.

import { eq } from "drizzle-orm";
import type { ModelFailureCode, SliceResult } from "../../slicer-service/src/contract/slices.ts";
import { models } from "../db/schema.ts";
import { pricingSettingsOf, type StudioPricing } from "../db/studio-record.ts";
import type { CurrencyId } from "../domain/currency.ts";
import { Faults, NotFound } from "../domain/errors.ts";
import { contentNamedBy } from "../domain/ids.ts";
import type { ItemWarning } from "../domain/item-warning.ts";
import type { Sentence } from "../domain/sentence.ts";
import { findPriority } from "../items/chosen-priority.ts";
import type { PrintFit } from "../items/fits-printers.ts";
import { copyMinutes, priceResolvedItem } from "../items/price-item.ts";
import { type EndedPrint, type PrintToSlice, slicePrints } from "../items/quote-items.ts";
import type { ResolvedItem } from "../items/resolve-items.ts";
import { fileNameOf } from "../models/chosen-models.ts";
import { isTouchOfRowDue, touch } from "../models/model-use.ts";
import type { StoredModel } from "../models/store-models.ts";
import type { PricedItem } from "../pricing/price.ts";
import type { Priority } from "../pricing/price-rules.ts";
import { failureReason } from "../slicing/failure-sentence.ts";
import { readingAhead, rememberNeeded } from "../slicing/reads-ahead.ts";
import type { FileOfJob } from "../slicing/slicing-job.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { type Combinations, combinationsOf, type PricesAsked, readAsked, sharedSlices } from "./model-combinations.ts";

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
        readonly warnings: readonly ItemWarning[];
        /** Likewise, without the start of its print. */
        readonly minutesOfOneCopy: number;
        /** The lean from the vertical beyond which a face needs supports; null for a process without such a limit. */
        readonly supportAngleDegrees: number | null;
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
  /** The longest wait for slicing. */
  readonly waitMilliseconds: number;
  /** Resolves before anything is sliced: a request that is refused must leave nothing behind. */
  readonly admitted?: Promise<unknown>;
  /** Runs once all is known to be usable; if it throws, nothing is sliced. */
  readonly beforeSlicing?: () => Promise<void>;
}

/**
 * The steps of `quoteItems` for one model. It reads without a write, resolves every combination, and answers a quality that cannot
 * slice the model beside the others.
 *
 * @throws NotFound, Invalid naming every field at fault; SlicerUnavailable
 */
export async function priceModel(tenant: Tenant, toPrice: ModelToPrice): Promise<PricesOutcome> {
  const { modelId, asked, waitMilliseconds, admitted, beforeSlicing } = toPrice;
  const content = contentNamedBy(modelId, tenant.studioId);
  if (content === undefined) throw new NotFound();
  const question = questionOf(tenant, content, asked);
  const ahead = readingAhead(tenant, question);
  const [rows] = await Promise.all([readAsked(tenant, content, asked), admitted]);
  if (rows.model === undefined) throw new NotFound();

  const faults = new Faults();
  const combinations = combinationsOf(rows, asked, faults);
  const priority = findPriority(rows.studio, asked.priority, faults);
  faults.throwIfAny();
  await beforeSlicing?.();

  const prints = printsOfModel(ahead, rows.model, combinations);
  const [sliced] = await Promise.all([
    slicePrints(ahead, prints, rows, waitMilliseconds),
    touchIfDue(tenant, rows.model),
  ]);
  const sliceKeys = [...new Set(sliced.files.map(({ sliceKey }) => sliceKey))];
  rememberNeeded(tenant, question, { sliceKeys, objectKey: rows.model.objectKey });
  if (sliced.outcome === "slicing") return sliced;
  const { currencyId } = rows.studio;
  const settings = pricingSettingsOf(rows.studio, tenant.audience);
  const pricedAs = { quantities: asked.quantities, currencyId, settings, priority };
  const qualities = combinations.map((one) => pricesOfQuality(one, sliced.prints, pricedAs));
  return { outcome: "priced", qualities };
}

/** Quantities, finishings and a priority change neither the slices nor the file. */
function questionOf({ audience }: Tenant, content: string, { printingQualityIds, materialIds }: PricesAsked): string {
  return JSON.stringify(["prices", audience, content, printingQualityIds, materialIds]);
}

function touchIfDue({ db, audience }: Tenant, model: StoredModel) {
  return isTouchOfRowDue(audience, model) ? db.update(models, touch(audience), eq(models.id, model.id)) : undefined;
}

/** A slice, and the items that it prices. */
type SharedPrint = PrintToSlice & { readonly priced: readonly ResolvedItem[] };

function printsOfModel(tenant: Tenant, model: StoredModel, combinations: readonly Combinations[]): SharedPrint[] {
  const { sha256, format, sizeBytes } = model;
  const stored = requireObject(tenant, model);
  const objectKey = stored.then((row) => row.objectKey);
  tenant.runToEnd(objectKey);
  return combinations.flatMap((one) =>
    sharedSlices(one).map(({ item, priced }) => ({
      field: "modelId",
      qualityField: "printingQualityIds",
      originalFileName: fileNameOf(model),
      model: { sha256, format, sizeBytes, objectKey },
      stored,
      printingQualityId: item.quality.id,
      profile: item.profile,
      item,
      priced,
    })),
  );
}

/** @throws NotFound if the object is gone. It names no field, unlike `useModels`: the path names the only model. */
function requireObject({ modelFiles, runToEnd }: Tenant, model: StoredModel): Promise<StoredModel> {
  const found = modelFiles.exists(model.objectKey).then((isThere) => {
    if (!isThere) throw new NotFound();
    return model;
  });
  runToEnd(found);
  return found;
}

interface PricedAs {
  readonly quantities: readonly number[];
  readonly currencyId: CurrencyId;
  readonly settings: StudioPricing;
  readonly priority: Priority | undefined;
}

function pricesOfQuality(
  { withoutMaterial, inMaterials }: Combinations,
  prints: readonly EndedPrint<SharedPrint>[],
  { quantities, currencyId, settings, priority }: PricedAs,
): ModelPrices {
  const { quality, profile } = withoutMaterial;
  const named = { printingQualityId: quality.id, currencyId };
  const results = new Map<ResolvedItem, SliceResult>();
  const ofQuality = prints.filter(({ print }) => print.printingQualityId === quality.id);
  for (const ended of ofQuality) {
    // A model that cannot be sliced in one plastic is none to price in another.
    if (ended.outcome === "failed") {
      const { failure } = ended;
      return { ...named, slice: { status: "failed", errorMessage: failureReason(failure), errorCode: failure.code } };
    }
    for (const item of ended.print.priced) results.set(item, ended.slice);
  }
  const [first] = ofQuality;
  if (first?.outcome !== "sliced") throw new Error("a quality was priced without a slice");
  const { slice: result, fit, warnings } = first;
  const prices = inMaterials.flatMap((item) => {
    const inMaterial = results.get(item) ?? result;
    return quantities.map((quantity) => ({
      materialId: item.material.id,
      quantity,
      minutesOfOneCopy: copyMinutes(item, inMaterial),
      priced: priceResolvedItem({ ...item, choice: { ...item.choice, quantity } }, inMaterial, settings, priority),
    }));
  });
  const minutesOfOneCopy = prices[0]?.minutesOfOneCopy ?? copyMinutes(withoutMaterial, result);
  const supportAngleDegrees = profile.technology === "fdm" ? profile.supportAngleDegrees : null;
  return {
    ...named,
    slice: { status: "done", result, fit, warnings, supportAngleDegrees, minutesOfOneCopy, prices },
  };
}
