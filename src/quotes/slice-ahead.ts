// Slicing a model ahead of its quote: the same slice that the quote will ask for.

import { eq } from "drizzle-orm";
import { machineProfiles, printingQualities } from "../db/schema.ts";
import { requireStudio } from "../db/studio-record.ts";
import type { Faults } from "../domain/faults.ts";
import { catalogReads, findItems, usableItems } from "../items/resolve-items.ts";
import { usableProfile } from "../items/slice-profile.ts";
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
async function readAsked(tenant: Tenant, { printingQualityId, materialId }: SliceAhead, chosen: ChosenModel) {
  const { db } = tenant;
  if (materialId !== undefined) {
    // As its quote will ask.
    const choices = [{ materialId, printingQualityId, finishingIds: [], quantity: 1 }];
    const [touched, known, ...catalog] = await retryTransient(() =>
      db.batch([...modelReads(tenant, [chosen]), ...catalogReads(tenant, choices)]),
    );
    const addMissing = (missing: Faults) => addMissingModels([chosen], [touched, known], missing);
    const [item] = usableItems(
      catalog,
      findItems(catalog, choices, () => "", addMissing),
    ).items;
    if (item === undefined) throw new Error("one choice was resolved to none");
    return { profile: item.profile, models: useModels(tenant, [chosen], [touched, known]) };
  }
  const [studioRows, [quality], machines, ...modelRows] = await retryTransient(() =>
    db.batch([
      db.studio(),
      db.select(printingQualities, eq(printingQualities.id, printingQualityId)),
      db.select(machineProfiles),
      ...modelReads(tenant, [chosen]),
    ]),
  );
  const profile = usableProfile(quality, printingQualityId, requireStudio(studioRows), machines, (missing) =>
    addMissingModels([chosen], modelRows, missing),
  );
  return { profile, models: useModels(tenant, [chosen], modelRows) };
}
