// Quoting a print: slices the model and prices it by today's catalog, without ordering anything.

import { eq } from "drizzle-orm";
import type { SliceResult } from "../../slicer-service/src/contract/slices.ts";
import { printers } from "../db/schema.ts";
import { type BoxMm, fitsInto, parseBuildVolume } from "../domain/build-volume.ts";
import type { CurrencyId } from "../domain/currency.ts";
import type { TechnologyId } from "../domain/technology.ts";
import { priceResolvedItem } from "../items/price-item.ts";
import { catalogReads, findItems, type ItemChoice, usableItems } from "../items/resolve-items.ts";
import type { ArrivedModel } from "../models/arrived-model.ts";
import { allStored, modelReads, storeModels } from "../models/store-models.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { PricedItem } from "../pricing/price.ts";
import { type FileToSlice, type SlicedFile, sliceFiles } from "../slicing/slices.ts";
import type { Tenant } from "../tenant/tenant.ts";

export interface Quote {
  readonly choice: ItemChoice;
  readonly priced: PricedItem;
  readonly slice: SliceResult;
  /** Null where no active printer of the technology states its build volume. */
  readonly fitsBuildVolume: boolean | null;
  readonly currencyId: CurrencyId;
}

/** A file that has arrived, to be stored and sliced. */
export type FileToQuote = Omit<FileToSlice, "profile" | "model"> & { readonly model: ArrivedModel };

export type QuoteOutcome =
  | { readonly outcome: "quoted"; readonly quote: Quote }
  | { readonly outcome: "slicing"; readonly files: readonly SlicedFile[] };

/**
 * @param waitMilliseconds how long to wait for slicing
 * @throws NotFound, Invalid naming every field at fault; SlicerUnavailable
 */
export async function quotePrint(
  tenant: Tenant,
  choice: ItemChoice,
  file: FileToQuote,
  waitMilliseconds: number,
): Promise<QuoteOutcome> {
  const { db } = tenant;
  const [activePrinters, touched, known, ...catalog] = await retryTransient(() =>
    db.batch([
      db.select(printers, eq(printers.status, "active")),
      ...modelReads(db, [file.model]),
      ...catalogReads(db, [choice]),
    ]),
  );
  const { studio, items } = usableItems(
    catalog,
    findItems(catalog, [choice], () => ""),
  );
  const [item] = items;
  if (item === undefined) throw new Error("one choice was resolved to no item");
  const models = storeModels(tenant, [file.model], [touched, known]);
  const prints = models.map((model) => ({ ...file, model, profile: item.profile }));
  const [slicing] = await Promise.all([sliceFiles(tenant, prints, waitMilliseconds), allStored(models)]);
  if (slicing.outcome === "running") return { outcome: "slicing", files: slicing.files };

  const [sliced] = slicing.files;
  if (sliced === undefined) throw new Error("one file was sliced to no result");
  const slice = sliced.state.result;
  return {
    outcome: "quoted",
    quote: {
      choice,
      priced: priceResolvedItem(item, slice, studio),
      slice,
      fitsBuildVolume: fitsAnyOf(activePrinters, item.material.technologyId, slice.dimensionsMm),
      currencyId: studio.currencyId,
    },
  };
}

/** Whether a print fits into any printer of its technology; null where none of them states its build volume. */
function fitsAnyOf(
  activePrinters: readonly (typeof printers.$inferSelect)[],
  technologyId: TechnologyId,
  dimensionsMm: BoxMm,
): boolean | null {
  const volumes = activePrinters
    .filter((printer) => printer.technologyId === technologyId)
    .map(({ buildVolume }) => (buildVolume === null ? undefined : parseBuildVolume(buildVolume)))
    .filter((volume) => volume !== undefined);
  return volumes.length === 0 ? null : volumes.some((volume) => fitsInto(dimensionsMm, volume));
}
