// Quoting a print: slices the model and prices it by today's catalog, without ordering anything.

import type { SliceResult } from "../../slicer-service/src/contract/slices.ts";
import type { CurrencyId } from "../domain/currency.ts";
import { Faults } from "../domain/faults.ts";
import { type ModelId, modelIdOf } from "../domain/model-id.ts";
import { activePrinters, fitOfPrint, type PrintFit } from "../items/fits-printers.ts";
import { priceResolvedItem } from "../items/price-item.ts";
import { catalogReads, type ItemChoice, resolveItems } from "../items/resolve-items.ts";
import { addMissingModels, type ChosenModel, modelReads, useModels } from "../models/chosen-models.ts";
import { allStored } from "../models/store-models.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { PricedItem } from "../pricing/price.ts";
import { sliceFiles } from "../slicing/slices.ts";
import type { FileOfJob } from "../slicing/slicing-job.ts";
import type { Tenant } from "../tenant/tenant.ts";

export interface Quote {
  readonly modelId: ModelId;
  readonly choice: ItemChoice;
  readonly priced: PricedItem;
  readonly slice: SliceResult;
  readonly fit: PrintFit;
  readonly currencyId: CurrencyId;
}

export type QuoteOutcome =
  | { readonly outcome: "quoted"; readonly quote: Quote }
  | { readonly outcome: "slicing"; readonly files: readonly FileOfJob[] };

/**
 * @param waitMilliseconds how long to wait for slicing
 * @throws NotFound, Invalid naming every field at fault; SlicerUnavailable
 */
export async function quotePrint(
  tenant: Tenant,
  choice: ItemChoice,
  chosen: ChosenModel,
  waitMilliseconds: number,
): Promise<QuoteOutcome> {
  const { db } = tenant;
  const [printers, touched, known, ...catalog] = await retryTransient(() =>
    db.batch([activePrinters(db), ...modelReads(tenant, [chosen]), ...catalogReads(tenant, [choice])]),
  );
  const faults = new Faults();
  const { studio, items } = resolveItems(catalog, [choice], () => "", faults);
  addMissingModels([chosen], [touched, known], faults);
  faults.throwIfAny();
  const [item] = items;
  if (item === undefined) throw new Error("one choice was resolved to no item");
  const models = useModels(tenant, [chosen], [touched, known]);
  const { profile } = item;
  const prints = models.map((model) => ({
    ...model,
    qualityField: "printingQualityId",
    printingQualityId: choice.printingQualityId,
    profile,
  }));
  const [slicing] = await Promise.all([sliceFiles(tenant, prints, waitMilliseconds), allStored(models)]);
  if (slicing.outcome === "running") return { outcome: "slicing", files: slicing.files };

  const [sliced] = slicing.files;
  if (sliced === undefined) throw new Error("one file was sliced to no result");
  const slice = sliced.state.result;
  return {
    outcome: "quoted",
    quote: {
      modelId: modelIdOf(tenant.studioId, sliced.model.sha256),
      choice,
      priced: priceResolvedItem(item, slice, studio),
      slice,
      fit: fitOfPrint(printers, { ...item, studio }, slice),
      currencyId: studio.currencyId,
    },
  };
}
