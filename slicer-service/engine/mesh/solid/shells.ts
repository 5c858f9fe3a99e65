// Shells of a closed surface, and the kind of each: a body, a hollow, or a body inside out.

import { type BoundingBox, boxContains } from "../bounding-box.ts";
import { itemAt } from "../checks.ts";
import { DisjointSet } from "../disjoint-set.ts";
import { sixfoldVolumeAt } from "../surface.ts";
import { pointAt, type Vector } from "../vector.ts";
import type { WeldedMesh } from "../welded-mesh.ts";
import { someOverlappingPair } from "./box-pairs.ts";
import { surfacesTouch } from "./shell-overlap.ts";

/** Number of triangles that are tested to tell shells apart exactly; beyond it only bounding boxes are compared. */
const MAX_TESTED_TRIANGLES = 50_000_000;

export interface Shell extends BoundingBox {
  /** Negative if the surface faces inwards. */
  readonly volumeCubicMm: number;
  /** Made on first use, and kept. */
  readonly mesh: () => WeldedMesh;
}

export interface SortedShells {
  readonly solids: readonly Shell[];
  /** Inward surfaces, each with the smallest solid around it. */
  readonly hollows: readonly { readonly shell: Shell; readonly within: Shell }[];
  /** Inward surfaces with no solid around them: bodies written with their triangles the wrong way round. */
  readonly insideOut: readonly Shell[];
}

/** For a surface whose every edge has two triangles: there each piece is a closed shell of its own. */
export function shellsOf(mesh: WeldedMesh, pieces: DisjointSet): Shell[] {
  const { corners, triangles } = mesh;
  const pieceOf = pieces.numbers();
  const sixfold = new Float64Array(pieces.count);
  const lowest = new Float64Array(3 * pieces.count).fill(Infinity);
  const highest = new Float64Array(3 * pieces.count).fill(-Infinity);
  const triangleCounts = new Uint32Array(pieces.count);
  for (let at = 0; at < triangles.length; at++) {
    const piece = pieceOf[Math.floor(at / 3)];
    if (at % 3 === 0) {
      sixfold[piece] += sixfoldVolumeAt(mesh, at);
      triangleCounts[piece]++;
    }
    const corner = 3 * triangles[at];
    for (let axis = 0; axis < 3; axis++) {
      const coordinate = corners[corner + axis];
      const place = 3 * piece + axis;
      if (coordinate < lowest[place]) lowest[place] = coordinate;
      if (coordinate > highest[place]) highest[place] = coordinate;
    }
  }
  const meshOf = meshesOfPieces(mesh, pieceOf, triangleCounts);
  return Array.from(sixfold, (volume, piece) => ({
    volumeCubicMm: volume / 6,
    lowest: pointAt(lowest, piece),
    highest: pointAt(highest, piece),
    mesh: () => meshOf(piece),
  }));
}

/** The mesh of a piece by its number. */
function meshesOfPieces(
  { corners, triangles }: WeldedMesh,
  pieceOf: Int32Array,
  triangleCounts: Uint32Array,
): (piece: number) => WeldedMesh {
  const made = new Map<number, WeldedMesh>();
  let ofPieces: Uint32Array[] | undefined;
  let newIndices = new Int32Array(0);
  return (piece) => {
    const known = made.get(piece);
    if (known !== undefined) return known;
    if (ofPieces === undefined) {
      ofPieces = splitByPiece(triangles, pieceOf, triangleCounts);
      newIndices = new Int32Array(corners.length / 3).fill(-1);
    }
    const mesh = onlyUsedCorners(corners, itemAt(ofPieces, piece), newIndices);
    made.set(piece, mesh);
    return mesh;
  };
}

function splitByPiece(triangles: Uint32Array, pieceOf: Int32Array, triangleCounts: Uint32Array): Uint32Array[] {
  const ofPieces = Array.from(triangleCounts, (count) => new Uint32Array(3 * count));
  const lengths = new Uint32Array(triangleCounts.length);
  for (let at = 0; at < triangles.length; at++) {
    const piece = pieceOf[Math.floor(at / 3)];
    ofPieces[piece][lengths[piece]++] = triangles[at];
  }
  return ofPieces;
}

/** @param newIndices -1 for every corner, before and after: filled anew, it would take as long as the whole mesh for each piece */
function onlyUsedCorners(corners: Float32Array, triangles: Uint32Array, newIndices: Int32Array): WeldedMesh {
  const renamed = new Uint32Array(triangles.length);
  const used = new Uint32Array(triangles.length);
  let count = 0;
  for (let at = 0; at < triangles.length; at++) {
    const corner = triangles[at];
    if (newIndices[corner] === -1) {
      newIndices[corner] = count;
      used[count++] = corner;
    }
    renamed[at] = newIndices[corner];
  }
  const kept = new Float32Array(3 * count);
  for (let index = 0; index < count; index++) {
    const corner = used[index];
    newIndices[corner] = -1;
    kept[3 * index] = corners[3 * corner];
    kept[3 * index + 1] = corners[3 * corner + 1];
    kept[3 * index + 2] = corners[3 * corner + 2];
  }
  return { corners: kept, triangles: renamed };
}

export function sortShells(shells: readonly Shell[]): SortedShells {
  const solids = shells.filter((shell) => shell.volumeCubicMm > 0).sort((a, b) => a.volumeCubicMm - b.volumeCubicMm);
  const hollows: { shell: Shell; within: Shell }[] = [];
  const insideOut: Shell[] = [];
  let tested = 0;
  const surrounds = (solid: Shell, shell: Shell): boolean => {
    if (!boxContains(solid, shell)) return false;
    const mesh = solid.mesh();
    tested += mesh.triangles.length / 3;
    return tested > MAX_TESTED_TRIANGLES || isInside(mesh, pointAt(shell.mesh().corners, 0));
  };
  for (const shell of shells.filter((candidate) => candidate.volumeCubicMm < 0)) {
    const within = solids.find((solid) => solid.volumeCubicMm > -shell.volumeCubicMm && surrounds(solid, shell));
    if (within === undefined) insideOut.push(shell);
    else hollows.push({ shell, within });
  }
  return { solids, hollows, insideOut };
}

/**
 * Whether a point lies inside a closed surface: a ray from there crosses it an odd number of times. The ray goes up with
 * a slight slant of no simple ratio, so that it meets no edge of a part that is drawn square.
 */
export function isInside({ corners, triangles }: WeldedMesh, [px, py, pz]: Vector): boolean {
  const [slantX, slantY] = [0.012345678, 0.0087654321];
  let crossings = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const a = 3 * triangles[at];
    const b = 3 * triangles[at + 1];
    const c = 3 * triangles[at + 2];
    const [az, bz, cz] = [corners[a + 2] - pz, corners[b + 2] - pz, corners[c + 2] - pz];
    // Seen along the ray: x and y with the slant taken out, the ray being at 0, 0.
    const ax = corners[a] - px - slantX * az;
    const ay = corners[a + 1] - py - slantY * az;
    const bx = corners[b] - px - slantX * bz;
    const by = corners[b + 1] - py - slantY * bz;
    const cx = corners[c] - px - slantX * cz;
    const cy = corners[c + 1] - py - slantY * cz;
    const [ofC, ofA, ofB] = [ax * by - ay * bx, bx * cy - by * cx, cx * ay - cy * ax];
    if (!((ofA > 0 && ofB > 0 && ofC > 0) || (ofA < 0 && ofB < 0 && ofC < 0))) continue;
    if ((ofA * az + ofB * bz + ofC * cz) / (ofA + ofB + ofC) > 0) crossings++;
  }
  return crossings % 2 === 1;
}

/**
 * Whether any two shells share space. Two shells with overlapping boxes are compared by their surfaces; if these do not touch, one
 * may still lie inside the other.
 */
export function anyOverlap(shells: readonly Shell[]): boolean {
  let tested = 0;
  return someOverlappingPair(shells, (first, second) => {
    const [shell, other] = [itemAt(shells, first), itemAt(shells, second)];
    const [one, two] = [shell.mesh(), other.mesh()];
    tested += (one.triangles.length + two.triangles.length) / 3;
    if (tested > MAX_TESTED_TRIANGLES) return true;
    if (surfacesTouch(one, shell, two, other)) return true;
    return isInside(one, pointAt(two.corners, 0)) || isInside(two, pointAt(one.corners, 0));
  });
}

/** Groups of shells: none shares its box with one of another group. Most groups of a plate full of parts have one shell. */
export function groupByBoxes<Body extends BoundingBox>(shells: readonly Body[]): Body[][] {
  const sets = new DisjointSet(shells.length);
  someOverlappingPair(shells, (one, other) => {
    sets.join(one, other);
    return sets.count === 1;
  });
  const groups = Array.from({ length: sets.count }, (): Body[] => []);
  sets.numbers().forEach((group, index) => {
    itemAt(groups, group).push(itemAt(shells, index));
  });
  return groups;
}
