// The estimate of the work of slicing a clean mesh, before it is sliced.
//
// It puts a long slice in the slow lane from its start, and refuses a visitor's slice beyond the visitor's budget at once.
//
// The number of triangles does not suffice: a cylinder of 20,000 sides takes a minute for each centimetre of its height, a ball of
// ten times as many triangles eleven seconds in all. Corners of the outlines, layer by layer, and the lines between them decide.

import type { FilamentProfile } from "../src/contract/profile.ts";
import { lineSpacingMm, lineWidths } from "./filament/filament-printer.ts";
import { type LayeredOutlines, layeredOutlines } from "./mesh/part/layered-outlines.ts";
import { enclosedVolume } from "./mesh/surface.ts";
import type { WeldedMesh } from "./mesh/welded-mesh.ts";

/**
 * Seconds of processor time, fitted to PrusaSlicer 2.9.2 (`npm run bench -- fairness --estimate`): to start; for a corner of a
 * layer's outlines; for two corners of one layer, since each is held against the others; for a millimetre of line. CuraEngine
 * takes a tenth for outlines of many thousand corners, and is held to the same limits.
 */
const SECONDS = { start: 0.3, corner: 10e-6, pairOfCorners: 7e-10, lineMm: 5e-8 } as const;

/**
 * The processor time that slicing takes, in seconds. Seldom too much, but a fifth to a tenth of the real one for walls of a few lines: a
 * run's own time then moves it to the slow lane.
 */
export function slicingWorkSeconds(mesh: WeldedMesh, profile: FilamentProfile): number {
  const outlines = layeredOutlines(mesh, profile.layerHeightMm);
  return (
    SECONDS.start +
    SECONDS.corner * outlines.corners +
    SECONDS.pairOfCorners * outlines.pairsOfCorners +
    SECONDS.lineMm * lineLengthMm(outlines, Math.abs(enclosedVolume(mesh)), profile)
  );
}

/** Lines of walls, infill and skins, without supports. */
function lineLengthMm(
  { uprightSquareMm, flatSquareMm }: LayeredOutlines,
  volumeCubicMm: number,
  profile: FilamentProfile,
): number {
  const { layerHeightMm, wallCount, infillPercent, topLayers, bottomLayers } = profile;
  const spacingMm = lineSpacingMm(lineWidths(profile).infill, layerHeightMm);
  const walls = (wallCount * uprightSquareMm) / layerHeightMm;
  const infill = (volumeCubicMm * infillPercent) / 100 / (spacingMm * layerHeightMm);
  const skins = (flatSquareMm * (topLayers + bottomLayers)) / 2 / spacingMm;
  return walls + infill + skins;
}
