// Slicing's figures of order items: their size and repairs.
//
// An order keeps minutes and grams, not the slice. The slice is found again by its key, which holds for as long as its result
// is kept and the quality is unchanged; otherwise the size is unknown.

import type { SliceResult } from "../../slicer-service/src/contract/slices.ts";
import type { Studio } from "../db/studio-record.ts";
import { Faults } from "../domain/errors.ts";
import { profileOfQuality } from "../items/slice-profile.ts";
import { findResults } from "../slicing/slices.ts";
import type { Tenant } from "../tenant/tenant.ts";
import type { PrintItem } from "./printing-queue.store.ts";

/**
 * By item id; unknown items are left out.
 *
 * @param askWhom `cache` for lists, `slicer` for one item
 */
export async function slicesOfItems(
  tenant: Tenant,
  studio: Studio,
  items: readonly PrintItem[],
  askWhom: "cache" | "slicer",
): Promise<ReadonlyMap<number, SliceResult>> {
  const slices = items.flatMap(({ item, quality, machine, material, model }) => {
    if (quality === undefined || model === undefined) return [];
    // Faults of a profile that is no longer accepted do not matter: then there is no slice of it.
    const inUse = { quality, studio, machine, material };
    return [{ itemId: item.id, model, profile: profileOfQuality(inUse, "printingQualityId", new Faults()) }];
  });
  const results = await findResults(tenant, slices, askWhom);
  return new Map([...results].map(([{ itemId }, result]) => [itemId, result]));
}
