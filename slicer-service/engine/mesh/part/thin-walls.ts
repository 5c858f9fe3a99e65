// Thin walls: the share of a part that is thinner than any printed line.
//
// The part is cut at a few heights, and each cut is crossed by lines along X and along Y. The length of a line within the part, times
// the cosine at which it meets the surface, is the thickness of a wall there. Each line counts by the square of that cosine: for the
// lines along X and those along Y these squares add up to one, so that every wall counts once in any direction.

import { firstAtLeast } from "../binary-search.ts";
import { boundingBoxOf } from "../bounding-box.ts";
import type { WeldedMesh } from "../welded-mesh.ts";

/** Heights of the cuts, and lines across each cut either way: they miss less than a hundredth of a part. */
const HEIGHTS = 8;
const LINES = 24;

interface Crossing {
  readonly at: number;
  /** For the angle between the line and the surface's normal, within the cut. */
  readonly squaredCosine: number;
}

/** The share of the part's area, over all heights, that is thinner than the thinnest printed wall. */
export function lostShare(mesh: WeldedMesh, thinnestMm: number): number {
  const { lowest, highest } = boundingBoxOf(mesh.corners, mesh.triangles);
  const heights = stepMiddles(lowest[2], highest[2], HEIGHTS);
  let [passed, lost] = [0, 0];
  for (const [along, across] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const lines = stepMiddles(lowest[across], highest[across], LINES);
    const apart = highest[across] - lowest[across];
    for (const crossings of crossingsOf(mesh, heights, lines, along, across)) {
      crossings.sort((a, b) => a.at - b.at);
      for (let index = 1; index < crossings.length; index += 2) {
        const [enters, leaves] = [crossings[index - 1], crossings[index]];
        const lengthMm = leaves.at - enters.at;
        const squaredCosine = (enters.squaredCosine + leaves.squaredCosine) / 2;
        passed += apart * lengthMm;
        if (lengthMm * Math.sqrt(squaredCosine) < thinnestMm) lost += apart * lengthMm * squaredCosine;
      }
    }
  }
  // Lines of both kinds passed the whole part.
  return passed > 0 ? Math.min(1, (2 * lost) / passed) : 0;
}

/** Places near the middle of equal steps: at the very middle many parts have a face, drawn at a round measure. */
function stepMiddles(from: number, to: number, steps: number): Float64Array {
  return Float64Array.from({ length: steps }, (_, index) => from + ((index + 0.4142) / steps) * (to - from));
}

/** The places at which the surface crosses each line of each cut. Single assignments, as in mesh/edges.ts: this may be the first run. */
function crossingsOf(
  { corners, triangles }: WeldedMesh,
  heights: Float64Array,
  lines: Float64Array,
  along: 0 | 1,
  across: 0 | 1,
): Crossing[][] {
  const crossings = Array.from({ length: heights.length * lines.length }, (): Crossing[] => []);
  for (let at = 0; at < triangles.length; at += 3) {
    const a = 3 * triangles[at];
    const b = 3 * triangles[at + 1];
    const c = 3 * triangles[at + 2];
    const top = Math.max(corners[a + 2], corners[b + 2], corners[c + 2]);
    const bottom = Math.min(corners[a + 2], corners[b + 2], corners[c + 2]);
    for (let cut = firstAtLeast(heights, bottom); cut < heights.length && heights[cut] < top; cut++) {
      const height = heights[cut];
      // The corner alone on its side of the plane: the cut runs over both its edges.
      const isAbove = corners[a + 2] > height;
      const bIsAlone = corners[b + 2] > height !== isAbove && corners[c + 2] > height === isAbove;
      const cIsAlone = corners[c + 2] > height !== isAbove && corners[b + 2] > height === isAbove;
      const alone = bIsAlone ? b : cIsAlone ? c : a;
      const next = bIsAlone ? c : cIsAlone ? a : b;
      const last = bIsAlone ? a : cIsAlone ? b : c;
      const toNext = (height - corners[alone + 2]) / (corners[next + 2] - corners[alone + 2]);
      const toLast = (height - corners[alone + 2]) / (corners[last + 2] - corners[alone + 2]);
      const from = corners[alone + across] + toNext * (corners[next + across] - corners[alone + across]);
      const to = corners[alone + across] + toLast * (corners[last + across] - corners[alone + across]);
      const end = Math.max(from, to);
      let line = firstAtLeast(lines, Math.min(from, to));
      if (line >= lines.length || lines[line] >= end) continue;
      const start = corners[alone + along] + toNext * (corners[next + along] - corners[alone + along]);
      const stop = corners[alone + along] + toLast * (corners[last + along] - corners[alone + along]);
      const squaredCosine = (to - from) ** 2 / ((to - from) ** 2 + (stop - start) ** 2);
      for (; line < lines.length && lines[line] < end; line++) {
        const share = (lines[line] - from) / (to - from);
        crossings[cut * lines.length + line].push({ at: start + share * (stop - start), squaredCosine });
      }
    }
  }
  return crossings;
}
