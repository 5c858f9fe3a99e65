// Warnings of a slicing job's files: what slicing found, and whether a printer has room for them.

import { machineProfiles, printingQualities } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { requireStudio } from "../db/studio-record.ts";
import type { ItemWarning } from "../domain/item-warning.ts";
import { activePrinters, fitOfPrint, warningsOf } from "../items/fits-printers.ts";
import { machineOfQuality } from "../items/slice-profile.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { JobFile } from "../slicing/slicing-job.ts";

/** What tells whether a printer has room for a print: all of it, since which qualities a job has is read at the same time. */
export function readRoom(db: StudioDb) {
  return retryTransient(() =>
    db.batch([db.studio(), activePrinters(db), db.select(printingQualities), db.select(machineProfiles)]),
  );
}

/** What is to be known of a file; nothing until it is sliced. */
export function warningsOfFile(
  { result, printingQualityId }: JobFile,
  [studioRows, printers, qualities, machines]: Awaited<ReturnType<typeof readRoom>>,
): readonly ItemWarning[] {
  if (result === null) return [];
  const quality = qualities.find(({ id }) => id === printingQualityId);
  // Jobs of before their quality was kept: what slicing found is known all the same.
  if (quality === undefined) return result.warnings ?? [];
  const inUse = { quality, studio: requireStudio(studioRows), machine: machineOfQuality(quality, machines) };
  return warningsOf(result, fitOfPrint(printers, inUse, result));
}
