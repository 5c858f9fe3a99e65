// Warnings of a slicing job's files: the findings of slicing, and whether a printer has room for them.

import { machineProfiles, printingQualities } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { requireStudio } from "../db/studio-record.ts";
import type { ItemWarning } from "../domain/item-warning.ts";
import { activePrinters, fitOfPrint, warningsOf } from "../items/fits-printers.ts";
import { machineOfQuality } from "../items/slice-profile.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { JobFile } from "../slicing/slicing-job.ts";

/** The rows that tell whether a printer has room: all qualities, since the job's own are read at the same time. */
export function readRoom(db: StudioDb) {
  return retryTransient(() =>
    db.batchNamed({
      studio: db.studio(),
      printers: activePrinters(db),
      qualities: db.select(printingQualities),
      machines: db.select(machineProfiles),
    }),
  );
}

/** The warnings of a file; none until it is sliced. */
export function warningsOfFile(
  { result, printingQualityId }: JobFile,
  { studio, printers, qualities, machines }: Awaited<ReturnType<typeof readRoom>>,
): readonly ItemWarning[] {
  if (result === null) return [];
  const quality = qualities.find(({ id }) => id === printingQualityId);
  // Older jobs did not keep their quality: the findings of slicing are known all the same.
  if (quality === undefined) return result.warnings ?? [];
  const inUse = { quality, studio: requireStudio(studio), machine: machineOfQuality(quality, machines) };
  return warningsOf(result, fitOfPrint(printers, inUse, result));
}
