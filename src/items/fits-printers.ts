// Whether a print goes into any of the studio's printers.

import { eq } from "drizzle-orm";
import { printers } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import { type BoxMm, fitsInto, parseBuildVolume } from "../domain/build-volume.ts";
import type { TechnologyId } from "../domain/technology.ts";

type Printer = typeof printers.$inferSelect;

/** The statement that finds the printers that `fitsAnyOf` takes. */
export function activePrinters(db: StudioDb): Statement<Printer[]> {
  return db.select(printers, eq(printers.status, "active"));
}

/** Whether a print fits into any printer of its technology; null where none of them states its build volume. */
export function fitsAnyOf(active: readonly Printer[], technologyId: TechnologyId, dimensionsMm: BoxMm): boolean | null {
  const volumes = active
    .filter((printer) => printer.technologyId === technologyId)
    .map(({ buildVolume }) => (buildVolume === null ? undefined : parseBuildVolume(buildVolume)))
    .filter((volume) => volume !== undefined);
  return volumes.length === 0 ? null : volumes.some((volume) => fitsInto(dimensionsMm, volume));
}
