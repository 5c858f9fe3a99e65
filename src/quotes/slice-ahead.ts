// Slicing a model ahead of its quote: the same slice that the quote will ask for.

import { eq } from "drizzle-orm";
import { machineProfiles, printingQualities } from "../db/schema.ts";
import { requireStudio } from "../db/studio-record.ts";
import { usableProfile } from "../items/slice-profile.ts";
import { addMissingModels, type ChosenModel, modelReads, useModels } from "../models/chosen-models.ts";
import { allStored } from "../models/store-models.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import { sliceFiles } from "../slicing/slices.ts";
import type { FileOfJob } from "../slicing/slicing-job.ts";
import type { Tenant } from "../tenant/tenant.ts";

/**
 * Keeps the model and begins to slice it.
 *
 * @param waitMilliseconds how long to wait for slicing
 * @throws NotFound where the studio has no such quality or model; Invalid where it, or the model, cannot be used;
 *   SlicerUnavailable
 */
export async function sliceAhead(
  tenant: Tenant,
  printingQualityId: number,
  chosen: ChosenModel,
  waitMilliseconds: number,
): Promise<{ readonly outcome: "sliced" | "running"; readonly files: readonly FileOfJob[] }> {
  const { db } = tenant;
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
  const models = useModels(tenant, [chosen], modelRows);
  const prints = models.map((model) => ({ ...model, printingQualityId, profile }));
  const [slicing] = await Promise.all([sliceFiles(tenant, prints, waitMilliseconds), allStored(models)]);
  return slicing;
}
