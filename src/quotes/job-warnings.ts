// Warnings of a slicing job's files: what slicing found, and whether a printer has room for them.

import { among } from "../db/among.ts";
import { machineProfiles, printingQualities } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { requireStudio } from "../db/studio-record.ts";
import type { ItemWarning } from "../domain/item-warning.ts";
import { activePrinters, fitOfPrint, warningsOf } from "../items/fits-printers.ts";
import { machineOf } from "../items/slice-profile.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { JobFile } from "../slicing/slicing-job.ts";

/** What is to be known of each file; nothing is read as long as none of them is sliced. */
export async function warningsOfFiles(
  db: StudioDb,
  files: readonly JobFile[],
): Promise<(file: JobFile) => readonly ItemWarning[]> {
  if (files.every(({ result }) => result === null)) return () => [];
  const ids = [...new Set(files.flatMap(({ printingQualityId }) => printingQualityId ?? []))];
  const [studioRows, printers, qualities, machines] = await retryTransient(() =>
    db.batch([
      db.studio(),
      activePrinters(db),
      db.select(printingQualities, among(printingQualities.id, ids)),
      db.select(machineProfiles),
    ]),
  );
  const studio = requireStudio(studioRows);
  return ({ result, printingQualityId }) => {
    if (result === null) return [];
    const quality = qualities.find(({ id }) => id === printingQualityId);
    // Jobs of before their quality was kept: what slicing found is known all the same.
    if (quality === undefined) return result.warnings ?? [];
    return warningsOf(result, fitOfPrint(printers, { quality, studio, machine: machineOf(quality, machines) }, result));
  };
}
