// Pipeline of chosen items: read → resolve → store → slice → price, for every door.
//
// One round trip reads, one looks for or stores the models while the slicer is asked: no step waits for a later one's input.

import type { SliceFailure, SliceResult } from "../../slicer-service/src/contract/slices.ts";
import type { NamedResults } from "../db/studio-db.ts";
import { pricingSettingsOf, requireStudio, type Studio } from "../db/studio-record.ts";
import { Faults, SlicerUnavailable } from "../domain/errors.ts";
import { type ModelId, modelIdOf } from "../domain/ids.ts";
import type { ItemWarning } from "../domain/item-warning.ts";
import { addMissingModels, type ChosenModel, modelReads, useModels } from "../models/chosen-models.ts";
import type { ModelInUse, StoredModel } from "../models/store-models.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { PricedItem } from "../pricing/price.ts";
import type { Priority } from "../pricing/price-rules.ts";
import { type FileToSlice, ifAllEnded, refuseFailedSlices, startSlices } from "../slicing/slices.ts";
import type { FileOfJob } from "../slicing/slicing-job.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { findPriority } from "./chosen-priority.ts";
import { activePrinters, fitOfPrint, type PrintFit, warningsOf } from "./fits-printers.ts";
import { priceResolvedItem } from "./price-item.ts";
import {
  type ChosenIds,
  catalogReads,
  type ItemChoice,
  type ResolvedItem,
  resolveItems,
  type SliceableItem,
} from "./resolve-items.ts";

/** An item as a request names it. undefined: not named, or not readable. */
export interface ItemAsNamed {
  readonly choice: ChosenIds;
  readonly model?: ChosenModel | undefined;
}

/** A model, and the choice made for it. */
export interface ItemToQuote<Choice extends ChosenIds = ItemChoice> {
  readonly choice: Choice;
  readonly model: ChosenModel;
  /** The file's name as the customer was shown it; undefined: the model's own. */
  readonly originalFileName?: string | undefined;
}

/** The path of an item's fields in error messages, by its index. */
export type PathOfItem = (index: number) => string;
export const onlyItem: PathOfItem = () => "";
export const itemOfList: PathOfItem = (index) => `items.${index}.`;

export interface ItemsToSlice<Choice extends ChosenIds = ItemChoice> {
  readonly items: readonly ItemToQuote<Choice>[];
  readonly pathOf: PathOfItem;
  /** The slug of a priority, as the request names it; undefined: none. */
  readonly priority?: string | undefined;
  /** The longest wait for slicing. */
  readonly waitMilliseconds: number;
  /** The rows of `itemReads`, if they came with the caller's own; undefined: they are read here. */
  readonly rows?: ItemRows;
  /** Adds the caller's own faults, so that one refusal names all. */
  readonly addFaults?: (faults: Faults) => void;
  /** Runs once all is known to be usable; if it throws, nothing is stored and nothing sliced. */
  readonly beforeSlicing?: () => Promise<void>;
}

/** Slicing goes on after the wait; the files make its job. */
export interface UnfinishedSlices {
  readonly outcome: "slicing";
  readonly files: readonly FileOfJob[];
}

export type SlicedItems<Choice extends ChosenIds> =
  | UnfinishedSlices
  | {
      readonly outcome: "sliced";
      readonly studio: Studio;
      readonly priority: Priority | undefined;
      readonly items: readonly SlicedItem<Choice>[];
      readonly files: readonly FileOfJob[];
    };

export interface SlicedItem<Choice extends ChosenIds> {
  readonly modelId: ModelId;
  readonly model: StoredModel;
  readonly originalFileName: string;
  readonly item: SliceableItem<Choice>;
  readonly slice: SliceResult;
  readonly fit: PrintFit;
  readonly warnings: readonly ItemWarning[];
}

export type QuotedItems =
  | UnfinishedSlices
  | {
      readonly outcome: "quoted";
      readonly studio: Studio;
      readonly priority: Priority | undefined;
      readonly items: readonly ItemQuote[];
    };

/** One item of a quote, in the order of the request. */
export interface ItemQuote extends SlicedItem<ItemChoice> {
  readonly item: ResolvedItem;
  readonly priced: PricedItem;
}

/** The statements that read everything that the items name. The models that they name begin their retention anew. */
export function itemReads(tenant: Pick<Tenant, "db" | "audience">, items: readonly ItemAsNamed[]) {
  return {
    printers: activePrinters(tenant.db),
    ...modelReads(tenant, modelsOf(items)),
    ...catalogReads(
      tenant,
      items.map(({ choice }) => choice),
    ),
  };
}

export type ItemRows = Omit<NamedResults<ReturnType<typeof itemReads>>, "touchedModels">;

/** Adds every unknown id and unusable choice of the items, and an unknown priority, to `faults`. */
export function addItemFaults(
  rows: ItemRows,
  { items, pathOf, priority }: Pick<ItemsToSlice, "pathOf" | "priority"> & { readonly items: readonly ItemAsNamed[] },
  faults: Faults,
): void {
  resolve(rows, items, pathOf, faults);
  findPriority(requireStudio(rows.studio), priority, faults);
}

/**
 * The whole pipeline, for items that are priced.
 *
 * @throws NotFound, Invalid naming every field at fault; SlicerUnavailable
 */
export async function quoteItems(tenant: Tenant, asked: ItemsToSlice): Promise<QuotedItems> {
  const sliced = await sliceItems(tenant, asked);
  if (sliced.outcome === "slicing") return sliced;
  const { studio, priority } = sliced;
  const settings = pricingSettingsOf(studio, tenant.audience);
  const items = sliced.items.map((one) => {
    const item = withMaterial(one.item);
    return { ...one, item, priced: priceResolvedItem(item, one.slice, settings, priority) };
  });
  return { outcome: "quoted", studio, priority, items };
}

/**
 * The pipeline without its price, for choices that may lack a material.
 *
 * @throws NotFound, Invalid naming every field at fault; SlicerUnavailable
 */
export async function sliceItems<Choice extends ChosenIds>(
  tenant: Tenant,
  { items, pathOf, priority: slug, waitMilliseconds, rows: given, addFaults, beforeSlicing }: ItemsToSlice<Choice>,
): Promise<SlicedItems<Choice>> {
  const rows = given ?? (await retryTransient(() => tenant.db.batchNamed(itemReads(tenant, items))));

  const faults = new Faults();
  const studio = requireStudio(rows.studio);
  const resolved = resolve(rows, items, pathOf, faults);
  const priority = findPriority(studio, slug, faults);
  addFaults?.(faults);
  faults.throwIfAny();
  await beforeSlicing?.();

  const models = useModels(tenant, modelsOf(items), rows);
  const files = items.map(({ originalFileName }, index) => {
    const [item, model] = [resolved[index], models[index]];
    // Otherwise the answer would leave out an item of the request.
    if (item === undefined || model === undefined) throw new Error(`item ${index} was not resolved`);
    return {
      ...model,
      originalFileName: originalFileName ?? ownFileName(tenant, model),
      item,
      qualityField: `${pathOf(index)}printingQualityId`,
      printingQualityId: item.quality.id,
      profile: item.profile,
    };
  });
  const sliced = await slicePrints(tenant, files, { studio, printers: rows.printers }, waitMilliseconds);
  refuseFailedSlices(tenant, sliced.files);
  if (sliced.outcome === "slicing") return sliced;
  const slicedItems = sliced.prints.map((ended): SlicedItem<Choice> => {
    if (ended.outcome === "failed") throw new Error("an item that cannot be sliced was not refused");
    const { print, model, slice, fit, warnings } = ended;
    const modelId = modelIdOf(tenant.studioId, model.sha256);
    return { modelId, model, originalFileName: print.originalFileName, item: print.item, slice, fit, warnings };
  });
  return { outcome: "sliced", studio, priority, items: slicedItems, files: sliced.files };
}

/** A resolved item, and its model that is being stored or found. */
export interface PrintToSlice extends FileToSlice {
  readonly item: SliceableItem;
  readonly printingQualityId: number;
  readonly stored: Promise<StoredModel>;
}

/** The end of a print's slice. */
export type EndedPrint<Print extends PrintToSlice> = { readonly print: Print; readonly model: StoredModel } & (
  | {
      readonly outcome: "sliced";
      readonly slice: SliceResult;
      readonly fit: PrintFit;
      readonly warnings: readonly ItemWarning[];
    }
  | { readonly outcome: "failed"; readonly failure: Exclude<SliceFailure, { readonly fault: "service" }> }
);

type SlicedPrints<Print extends PrintToSlice> =
  | UnfinishedSlices
  | { readonly outcome: "ended"; readonly files: readonly FileOfJob[]; readonly prints: readonly EndedPrint<Print>[] };

/**
 * The pipeline from resolved items on: store → slice → fit. A print that cannot be sliced is an outcome, for a caller that
 * answers it beside others.
 *
 * @param room the rows that tell whether a print fits
 * @throws NotFound naming every model whose file is gone; SlicerUnavailable
 */
export async function slicePrints<Print extends PrintToSlice>(
  tenant: Tenant,
  prints: readonly Print[],
  { studio, printers }: { readonly studio: Studio; readonly printers: ItemRows["printers"] },
  waitMilliseconds: number,
): Promise<SlicedPrints<Print>> {
  const [files, stored] = await Promise.all([
    startSlices(tenant, prints, waitMilliseconds),
    Promise.all(prints.map((print) => print.stored)),
  ]);
  const ended = ifAllEnded(files);
  if (ended === undefined) return { outcome: "slicing", files };
  const toEndedPrint = (print: (typeof ended)[number], index: number): EndedPrint<Print> => {
    const model = stored[index];
    if (model === undefined) throw new Error(`the model of item ${index} was not stored`);
    const { state } = print;
    if (state.status === "failed") {
      if (state.failure.fault === "service") throw new SlicerUnavailable();
      return { print, model, outcome: "failed", failure: state.failure };
    }
    const { result: slice } = state;
    const fit = fitOfPrint(printers, { ...print.item, studio }, slice);
    return { print, model, outcome: "sliced", slice, fit, warnings: warningsOf(slice, fit) };
  };
  return { outcome: "ended", files, prints: ended.map(toEndedPrint) };
}

function resolve<Choice extends ChosenIds>(
  rows: ItemRows,
  items: readonly { readonly choice: Choice; readonly model?: ChosenModel | undefined }[],
  pathOf: PathOfItem,
  faults: Faults,
): SliceableItem<Choice>[] {
  const resolved = resolveItems(
    rows,
    items.map(({ choice }) => choice),
    pathOf,
    faults,
  );
  addMissingModels(modelsOf(items), rows, faults);
  return resolved;
}

function modelsOf(items: readonly Pick<ItemAsNamed, "model">[]): ChosenModel[] {
  return items.flatMap(({ model }) => model ?? []);
}

/** A content may have been sent by others: a visitor is not told under which name. */
function ownFileName({ audience }: Tenant, { originalFileName, model }: ModelInUse): string {
  return audience === "visitor" ? `model.${model.format}` : originalFileName;
}

export function withMaterial({ material, ...item }: SliceableItem<ItemChoice>): ResolvedItem {
  if (material === undefined) throw new Error("an item without its material was not refused");
  return { ...item, material };
}
