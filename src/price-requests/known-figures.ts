// Known figures of a request's items: time and material of those that were sliced before.

import { pricingSettingsOf, requireStudio } from "../db/studio-record.ts";
import { Faults, SlicerUnavailable } from "../domain/errors.ts";
import { priceResolvedItem, type SlicedFigures, slicedFigures } from "../items/price-item.ts";
import { onlyItem } from "../items/quote-items.ts";
import { catalogReads, resolveItems } from "../items/resolve-items.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import { findResults } from "../slicing/slices.ts";
import type { Tenant } from "../tenant/tenant.ts";
import type { PriceRequestItem } from "./price-request.store.ts";

export interface KnownFigures {
  readonly printMinutes: number;
  readonly weightHundredthsOfGram: number;
  readonly sliced: SlicedFigures | undefined;
}

/** By item id; nothing is sliced for it. Items without a slice, or with a choice that is no longer on offer, are left out. */
export async function knownFigures(
  tenant: Tenant,
  items: readonly PriceRequestItem[],
): Promise<ReadonlyMap<number, KnownFigures>> {
  const chosen = items.flatMap(({ item: { id, materialId, printingQualityId, quantity }, model }) => {
    if (materialId === null || printingQualityId === null || model === undefined) return [];
    // Finishings change neither time nor material.
    return [{ id, model, choice: { materialId, printingQualityId, finishingIds: [], quantity } }];
  });
  if (chosen.length === 0) return new Map();
  const rows = await retryTransient(() =>
    tenant.db.batchNamed(
      catalogReads(
        tenant,
        chosen.map(({ choice }) => choice),
      ),
    ),
  );
  const settings = pricingSettingsOf(requireStudio(rows.studio), tenant.audience);
  const slices = chosen.flatMap(({ id, model, choice }) => {
    const faults = new Faults();
    const [resolved] = resolveItems(rows, [choice], onlyItem, faults);
    if (resolved?.material === undefined || faults.fieldCount > 0) return [];
    return [{ id, model, profile: resolved.profile, item: { ...resolved, material: resolved.material } }];
  });
  const results = await findResults(tenant, slices, "slicer").catch((error: unknown) => {
    // An order needs no figures: the queue shows the item without them.
    if (error instanceof SlicerUnavailable) return [];
    throw error;
  });
  return new Map(
    [...results].map(([{ id, item }, slice]): [number, KnownFigures] => {
      const { printMinutes, weightHundredthsOfGram } = priceResolvedItem(item, slice, settings, undefined);
      return [id, { printMinutes, weightHundredthsOfGram, sliced: slicedFigures(item, slice, settings) }];
    }),
  );
}
