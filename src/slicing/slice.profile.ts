// Which of a studio's print-quality profiles can be sliced, and what of one reaches the slicer.

import { eq } from "drizzle-orm";
import { FDM_BOUNDS, type SliceProfile } from "../../slicer-service/src/contract.ts";
import { printingQualities } from "../db/schema.ts";
import type { StudioDb } from "../db/studio.db.ts";
import { notFound } from "../http/errors.ts";
import { technologyOf } from "../http/technology.schema.ts";
import { Faults } from "../http/validation.ts";

type Quality = typeof printingQualities.$inferSelect;

/** What a filament profile means where it leaves a value open. */
const OPEN_VALUES = { nozzleDiameterMm: 0.4, infillPercent: 20, wallCount: 2, topLayers: 4, bottomLayers: 4 };

/**
 * The profile of a quality, for slicing a model ahead of its quote.
 *
 * @throws ApiError 404 where the studio does not have it, 400 where it cannot be used
 */
export async function chooseQuality(db: StudioDb, printingQualityId: number): Promise<SliceProfile> {
  const [quality] = await db.select(printingQualities, eq(printingQualities.id, printingQualityId));
  if (quality === undefined) {
    throw notFound({ printingQualityId: [`the studio has no printing quality ${printingQualityId}`] });
  }
  const faults = new Faults();
  refuseInactiveQuality(quality, "", faults);
  const profile = profileToSlice(quality, "", faults);
  faults.throwIfAny();
  if (profile === undefined) throw new Error("a quality without a profile has a fault");
  return profile;
}

/** @param at the path of the quality's field: "" in a quote, "items.0." in an order */
export function refuseInactiveQuality(quality: Quality, at: string, faults: Faults): void {
  if (!quality.isActive) faults.add(`${at}printingQualityId`, `printing quality ${quality.id} is inactive`);
}

/** The profile of a quality; undefined, with a fault noted, for a technology that no engine slices yet. */
export function profileToSlice(quality: Quality, at: string, faults: Faults): SliceProfile | undefined {
  const profile = sliceProfileOf(quality);
  if (profile === undefined) {
    const { name } = technologyOf(quality.technologyId);
    faults.add(`${at}printingQualityId`, `is for ${name}, which cannot be sliced yet; choose a profile for FDM`);
  }
  if (profile === undefined) return undefined;
  for (const fault of profileFaults(profile)) faults.add(`${at}printingQualityId`, `cannot be sliced: ${fault}`);
  return profile;
}

/** What no engine takes of a profile. Told here, by its field, and not after a job was waited for. */
function profileFaults(profile: SliceProfile): string[] {
  const outside = Object.entries(FDM_BOUNDS).flatMap(([name, { least, most }]) => {
    // The bounds are keyed by the profile's own numbers.
    const value = profile[name as keyof typeof FDM_BOUNDS];
    return value >= least && value <= most ? [] : [`its ${name} is ${value}, and must be ${least} to ${most}`];
  });
  const { layerHeightMm, nozzleDiameterMm } = profile;
  return layerHeightMm > nozzleDiameterMm ? [...outside, "its layers are thicker than the nozzle is wide"] : outside;
}

function sliceProfileOf(quality: Quality): SliceProfile | undefined {
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
