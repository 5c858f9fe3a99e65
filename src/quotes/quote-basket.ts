// Quoting a basket: slices and prices several models as an order of them would, without ordering anything.

import type { CurrencyId } from "../domain/currency.ts";
import { Faults } from "../domain/faults.ts";
import type { ItemWarning } from "../domain/item-warning.ts";
import { type MinorUnits, sumMinorUnits } from "../domain/money.ts";
import type { TechnologyId } from "../domain/technology.ts";
import { activePrinters, fitOfPrint, type PrintFit, warningsOf } from "../items/fits-printers.ts";
import { priceResolvedItem } from "../items/price-item.ts";
import { catalogReads, type ItemChoice, resolveItems } from "../items/resolve-items.ts";
import { addMissingModels, knownModel, modelReads, useModels } from "../models/chosen-models.ts";
import { allStored } from "../models/store-models.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { PricedItem } from "../pricing/price.ts";
import { sliceFiles } from "../slicing/slices.ts";
import type { FileOfJob } from "../slicing/slicing-job.ts";
import type { Tenant } from "../tenant/tenant.ts";

/** One model of a basket, and what was chosen for it. */
export interface BasketItem {
  /** As the request wrote it. */
  readonly modelId: string;
  readonly choice: ItemChoice;
  /** As whoever asks named it; undefined: by its format. Under which name others have sent the content is not told. */
  readonly fileName: string | undefined;
}

export interface PricedBasketItem {
  readonly sha256: string;
  readonly originalFileName: string;
  readonly choice: ItemChoice;
  readonly technologyId: TechnologyId;
  readonly priced: PricedItem;
  readonly fit: PrintFit;
  readonly warnings: readonly ItemWarning[];
}

export interface PricedBasket {
  readonly items: readonly PricedBasketItem[];
  readonly total: MinorUnits;
  readonly currencyId: CurrencyId;
}

export type BasketOutcome =
  | { readonly outcome: "quoted"; readonly basket: PricedBasket }
  | { readonly outcome: "slicing"; readonly files: readonly FileOfJob[] };

/**
 * @param waitMilliseconds how long to wait for slicing
 * @param beforeSlicing asked once it is known that all of it can be sliced; where it throws, nothing is
 * @throws NotFound, Invalid naming every field at fault, below `items`; SlicerUnavailable
 */
export async function quoteBasket(
  tenant: Tenant,
  basket: readonly BasketItem[],
  waitMilliseconds: number,
  beforeSlicing: () => Promise<void>,
): Promise<BasketOutcome> {
  const { db, studioId } = tenant;
  const choices = basket.map(({ choice }) => choice);
  const chosen = basket.map(({ modelId }, index) => knownModel(`items.${index}.modelId`, modelId, studioId));
  const [printers, touched, known, ...catalog] = await retryTransient(() =>
    db.batch([activePrinters(db), ...modelReads(tenant, chosen), ...catalogReads(tenant, choices)]),
  );
  const faults = new Faults();
  const { studio, items } = resolveItems(catalog, choices, (index) => `items.${index}.`, faults);
  addMissingModels(chosen, [touched, known], faults);
  faults.throwIfAny();
  await beforeSlicing();
  const models = useModels(tenant, chosen, [touched, known]);
  const prints = models.map((model, index) => {
    const item = items[index];
    // Otherwise the quote would leave out something that was asked for.
    if (item === undefined) throw new Error(`item ${index} of a basket was not resolved`);
    const originalFileName = basket[index]?.fileName ?? `model.${model.model.format}`;
    return {
      ...model,
      qualityField: `items.${index}.printingQualityId`,
      originalFileName,
      item,
      printingQualityId: item.choice.printingQualityId,
      profile: item.profile,
    };
  });
  const [slicing] = await Promise.all([sliceFiles(tenant, prints, waitMilliseconds), allStored(models)]);
  if (slicing.outcome === "running") return { outcome: "slicing", files: slicing.files };

  const priced = slicing.files.map(({ originalFileName, model: { sha256 }, item, state: { result } }) => {
    const { technologyId } = item.material;
    const fit = fitOfPrint(printers, { ...item, studio }, result);
    return {
      sha256,
      originalFileName,
      choice: item.choice,
      technologyId,
      priced: priceResolvedItem(item, result, studio),
      fit,
      warnings: warningsOf(result, fit),
    };
  });
  const total = sumMinorUnits(priced.map((item) => item.priced.price));
  return { outcome: "quoted", basket: { items: priced, total, currencyId: studio.currencyId } };
}
