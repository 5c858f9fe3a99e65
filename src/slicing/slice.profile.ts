// What of a print-quality profile reaches the slicer.

import type { SliceProfile } from "../../slicer-service/src/contract.ts";
import type { printingQualities } from "../db/schema.ts";
import { technologyOf } from "../technologies/technologies.ts";

/** What a filament profile means where it leaves a value open. */
const OPEN_VALUES = { nozzleDiameterMm: 0.4, infillPercent: 20, wallCount: 2, topLayers: 4, bottomLayers: 4 };

/** The profile of a quality, or undefined for a technology that no engine slices yet. */
export function sliceProfileOf(quality: typeof printingQualities.$inferSelect): SliceProfile | undefined {
  if (technologyOf(quality.technologyId).slug !== "fdm") return undefined;
  const { nozzleDiameterMicrometres: nozzle } = quality;
  return {
    technology: "fdm",
    layerHeightMm: quality.layerHeightMicrometres / 1000,
    nozzleDiameterMm: nozzle === null ? OPEN_VALUES.nozzleDiameterMm : nozzle / 1000,
    infillPercent: quality.infillPercent ?? OPEN_VALUES.infillPercent,
    wallCount: quality.wallCount ?? OPEN_VALUES.wallCount,
    topLayers: quality.topLayers ?? OPEN_VALUES.topLayers,
    bottomLayers: quality.bottomLayers ?? OPEN_VALUES.bottomLayers,
    supports: quality.supports,
    speedMode: quality.speedMode,
  };
}
