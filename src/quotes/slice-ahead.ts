// Slicing a model ahead of its quote: the same slice that the quote will ask for.

import { eq } from "drizzle-orm";
import { printingQualities } from "../db/schema.ts";
import { requireStudio } from "../db/studio-record.ts";
import { usableProfile } from "../items/slice-profile.ts";
import { allStored, modelReads, storeModels } from "../models/store-models.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import { type FileToSlice, type Slicing, sliceFiles } from "../slicing/slices.ts";
import type { Tenant } from "../tenant/tenant.ts";
import type { FileToQuote } from "./quote-print.ts";

/**
 * Stores the model and begins to slice it; does not wait for the slice.
 *
 * @throws NotFound where the studio has no such quality; Invalid where it, or the model, cannot be used
 */
export async function sliceAhead(
  tenant: Tenant,
  printingQualityId: number,
  file: FileToQuote,
): Promise<Slicing<FileToSlice>> {
  const { db } = tenant;
  const [studioRows, [quality], ...known] = await retryTransient(() =>
    db.batch([
      db.studio(),
      db.select(printingQualities, eq(printingQualities.id, printingQualityId)),
      ...modelReads(db, [file.model]),
    ]),
  );
  const profile = usableProfile(quality, printingQualityId, requireStudio(studioRows));
  const models = storeModels(tenant, [file.model], known);
  const prints = models.map((model) => ({ ...file, model, profile }));
  const [slicing] = await Promise.all([sliceFiles(tenant, prints, 0), allStored(models)]);
  return slicing;
}
