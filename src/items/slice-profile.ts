// What of a studio's print-quality profiles reaches the slicer.

import { eq } from "drizzle-orm";
import { resolveParameters } from "../../slicer-service/src/contract/process-parameters.ts";
import { checkProfile, type SliceProfile } from "../../slicer-service/src/contract/profile.ts";
import { printingQualities } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { requireStudio, type Studio } from "../db/studio-record.ts";
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
  const [studioRows, [quality]] = await db.batch([
    db.studio(),
    db.select(printingQualities, eq(printingQualities.id, printingQualityId)),
  ]);
  if (quality === undefined) {
    throw notFound({ printingQualityId: [`the studio has no printing quality ${printingQualityId}`] });
  }
  const faults = new Faults();
  refuseInactiveQuality(quality, "", faults);
  const profile = profileToSlice(quality, requireStudio(studioRows), "", faults);
  faults.throwIfAny();
  return profile;
}

/** @param at the path of the quality's field: "" in a quote, "items.0." in an order */
export function refuseInactiveQuality(quality: Quality, at: string, faults: Faults): void {
  if (!quality.isActive) faults.add(`${at}printingQualityId`, `printing quality ${quality.id} is inactive`);
}

/** The profile of a quality, every number of it resolved. What no engine takes of it is told here, as faults of the field. */
export function profileToSlice(quality: Quality, studio: Studio, at: string, faults: Faults): SliceProfile {
  const profile = sliceProfileOf(quality, studio);
  const checked = checkProfile(profile);
  if ("faults" in checked) {
    for (const fault of checked.faults) faults.add(`${at}printingQualityId`, `cannot be sliced: its ${fault}`);
  }
  return profile;
}

function sliceProfileOf(quality: Quality, studio: Studio): SliceProfile {
  const layerHeightMm = quality.layerHeightMicrometres / 1000;
  const { supports } = quality;
  const { slug } = technologyOf(quality.technologyId);
  const own = [studio.processParameters?.[slug], quality.processParameters];
  switch (slug) {
    case "fdm":
      return filamentProfileOf(quality);
    case "sla":
      return { technology: slug, layerHeightMm, supports, ...resolveParameters(slug, ...own) };
    case "dlp":
    case "msla":
      return { technology: slug, layerHeightMm, supports, ...resolveParameters(slug, ...own) };
    case "sls":
      return { technology: slug, layerHeightMm, ...resolveParameters(slug, ...own) };
    default:
      return slug satisfies never;
  }
}

function filamentProfileOf(quality: Quality): SliceProfile {
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
