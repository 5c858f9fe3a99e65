// Slicing a model ahead of its quote: the same slice that the quote will ask for.

import { Faults } from "../domain/faults.ts";
import { catalogReads, resolveIds } from "../items/resolve-items.ts";
import { addMissingModels, type ChosenModel, modelReads, useModels } from "../models/chosen-models.ts";
import { allStored } from "../models/store-models.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import { sliceFiles } from "../slicing/slices.ts";
import type { FileOfJob } from "../slicing/slicing-job.ts";
import type { Tenant } from "../tenant/tenant.ts";

/** What is sliced ahead. A plastic with limits of its own is sliced on its own: without it, the slice is that of the others. */
export interface SliceAhead {
  readonly printingQualityId: number;
  readonly materialId?: number | undefined;
}

/**
 * Keeps the model and begins to slice it.
 *
 * @param waitMilliseconds how long to wait for slicing
 * @throws NotFound where the studio has no such quality, material or model; Invalid where it, or the model, cannot be used;
 *   SlicerUnavailable
 */
export async function sliceAhead(
  tenant: Tenant,
  asked: SliceAhead,
  chosen: ChosenModel,
  waitMilliseconds: number,
): Promise<{ readonly outcome: "sliced" | "running"; readonly files: readonly FileOfJob[] }> {
  const { printingQualityId } = asked;
  const { profile, models } = await readAsked(tenant, asked, chosen);
  const qualityField = "printingQualityId";
  const prints = models.map((model) => ({ ...model, qualityField, printingQualityId, profile }));
  const [slicing] = await Promise.all([sliceFiles(tenant, prints, waitMilliseconds), allStored(models)]);
  return slicing;
}

/** The profile to slice by, and the model. */
async function readAsked(tenant: Tenant, asked: SliceAhead, chosen: ChosenModel) {
  const [touched, known, ...catalog] = await retryTransient(() =>
    tenant.db.batch([...modelReads(tenant, [chosen]), ...catalogReads(tenant, [asked])]),
  );
  const faults = new Faults();
  const [resolved] = resolveIds(catalog, [asked], () => "", faults);
  addMissingModels([chosen], [touched, known], faults);
  faults.throwIfAny();
  if (resolved?.profile === undefined) throw new Error("a quality that is missing was not refused");
  return { profile: resolved.profile, models: useModels(tenant, [chosen], [touched, known]) };
}
