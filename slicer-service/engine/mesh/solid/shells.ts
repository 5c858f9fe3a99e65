// The shells of a closed surface, and what each of them is: the outside of a body, the hollow in one, or a body that was
// drawn inside out.

import { type Pieces, sixfoldVolumeAt, type WeldedMesh } from "../surface.ts";
import { surfacesTouch } from "./shell-overlap.ts";

/** Triangles that may be looked at to tell shells apart exactly; beyond that their boxes have to do. */
const MAX_LOOKS = 50_000_000;

export interface Shell {
  /** Negative where the surface faces inwards. */
  readonly volumeCubicMm: number;
  readonly lowest: readonly number[];
  readonly highest: readonly number[];
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
export function shellsOf(mesh: WeldedMesh, pieces: Pieces): Shell[] {
  const { corners, triangles } = mesh;
  const pieceOf = pieces.numbers();
  const sixfold = new Float64Array(pieces.count);
  const lowest = new Float64Array(3 * pieces.count).fill(Infinity);
  const highest = new Float64Array(3 * pieces.count).fill(-Infinity);
  const triangleCounts = new Uint32Array(pieces.count);
  for (let at = 0; at < triangles.length; at++) {
    const piece = pieceOf[Math.floor(at / 3)] ?? 0;
    if (at % 3 === 0) {
      sixfold[piece] = (sixfold[piece] ?? 0) + sixfoldVolumeAt(mesh, at);
      triangleCounts[piece] = (triangleCounts[piece] ?? 0) + 1;
    }
    const corner = 3 * (triangles[at] ?? 0);
    for (let axis = 0; axis < 3; axis++) {
      const coordinate = corners[corner + axis] ?? 0;
      const place = 3 * piece + axis;
      if (coordinate < (lowest[place] ?? 0)) lowest[place] = coordinate;
      if (coordinate > (highest[place] ?? 0)) highest[place] = coordinate;
    }
  }
  let ofPieces: Uint32Array[] | undefined;
  const trianglesOf = (piece: number): Uint32Array => {
    ofPieces ??= splitByPiece(triangles, pieceOf, triangleCounts);
    return ofPieces[piece] ?? new Uint32Array();
  };
  return Array.from(sixfold, (volume, piece) => ({
    volumeCubicMm: volume / 6,
    lowest: Array.from(lowest.subarray(3 * piece, 3 * piece + 3)),
    highest: Array.from(highest.subarray(3 * piece, 3 * piece + 3)),
    mesh: () => onlyUsedCorners(corners, trianglesOf(piece)),
  }));
}

function splitByPiece(triangles: Uint32Array, pieceOf: Int32Array, triangleCounts: Uint32Array): Uint32Array[] {
  const ofPieces = Array.from(triangleCounts, (count) => new Uint32Array(3 * count));
  const lengths = new Uint32Array(triangleCounts.length);
  for (let at = 0; at < triangles.length; at++) {
    const piece = pieceOf[Math.floor(at / 3)] ?? 0;
    const [target, length] = [ofPieces[piece], lengths[piece] ?? 0];
    if (target !== undefined) target[length] = triangles[at] ?? 0;
    lengths[piece] = length + 1;
  }
  return ofPieces;
}

function onlyUsedCorners(corners: Float32Array, triangles: Uint32Array): WeldedMesh {
  const used = new Map<number, number>();
  const renamed = triangles.map((corner) => {
    const known = used.get(corner);
    if (known !== undefined) return known;
    used.set(corner, used.size);
    return used.size - 1;
  });
  const kept = new Float32Array(3 * used.size);
  for (const [from, to] of used) kept.set(corners.subarray(3 * from, 3 * from + 3), 3 * to);
  return { corners: kept, triangles: renamed };
}

export function sortShells(shells: readonly Shell[]): SortedShells {
  const solids = shells.filter((shell) => shell.volumeCubicMm > 0).sort((a, b) => a.volumeCubicMm - b.volumeCubicMm);
  const hollows: { shell: Shell; within: Shell }[] = [];
  const insideOut: Shell[] = [];
  const meshOf = madeOnce();
  let looks = 0;
  const surrounds = (solid: Shell, shell: Shell): boolean => {
    if (!boxContains(solid, shell)) return false;
    const mesh = meshOf(solid);
    looks += mesh.triangles.length / 3;
    return looks > MAX_LOOKS || isInside(mesh, meshOf(shell).corners);
  };
  for (const shell of shells.filter((candidate) => candidate.volumeCubicMm < 0)) {
    const within = solids.find((solid) => solid.volumeCubicMm > -shell.volumeCubicMm && surrounds(solid, shell));
    if (within === undefined) insideOut.push(shell);
    else hollows.push({ shell, within });
  }
  return { solids, hollows, insideOut };
}

/** A shell's mesh, which is made when it is first asked for. */
function madeOnce(): (shell: Shell) => WeldedMesh {
  const meshes = new Map<Shell, WeldedMesh>();
  return (shell) => {
    const mesh = meshes.get(shell) ?? shell.mesh();
    meshes.set(shell, mesh);
    return mesh;
  };
}

function boxContains(outer: Shell, inner: Shell): boolean {
  return [0, 1, 2].every(
    (axis) =>
      (outer.lowest[axis] ?? 0) <= (inner.lowest[axis] ?? 0) &&
      (outer.highest[axis] ?? 0) >= (inner.highest[axis] ?? 0),
  );
}

/**
 * Whether a shell's first corner lies inside a closed surface: a ray from there leaves it an odd number of times. The
 * ray goes up, but for a slant of no simple ratio, so that it meets no edge of a part that is drawn square.
 */
function isInside({ corners, triangles }: WeldedMesh, [px = 0, py = 0, pz = 0]: Float32Array): boolean {
  const [slantX, slantY] = [0.012345678, 0.0087654321];
  let crossings = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const a = 3 * (triangles[at] ?? 0);
    const b = 3 * (triangles[at + 1] ?? 0);
    const c = 3 * (triangles[at + 2] ?? 0);
    const [az, bz, cz] = [(corners[a + 2] ?? 0) - pz, (corners[b + 2] ?? 0) - pz, (corners[c + 2] ?? 0) - pz];
    // Seen along the ray: x and y with the slant taken out, the ray being at 0, 0.
    const ax = (corners[a] ?? 0) - px - slantX * az;
    const ay = (corners[a + 1] ?? 0) - py - slantY * az;
    const bx = (corners[b] ?? 0) - px - slantX * bz;
    const by = (corners[b + 1] ?? 0) - py - slantY * bz;
    const cx = (corners[c] ?? 0) - px - slantX * cz;
    const cy = (corners[c + 1] ?? 0) - py - slantY * cz;
    const [ofC, ofA, ofB] = [ax * by - ay * bx, bx * cy - by * cx, cx * ay - cy * ax];
    if (!((ofA > 0 && ofB > 0 && ofC > 0) || (ofA < 0 && ofB < 0 && ofC < 0))) continue;
    if ((ofA * az + ofB * bz + ofC * cz) / (ofA + ofB + ofC) > 0) crossings++;
  }
  return crossings % 2 === 1;
}

/**
 * Whether any two shells share space. Sorted along X, each is compared only with those that reach into it; where the boxes
 * of two overlap, their surfaces are looked at, and where these do not touch, whether the one lies within the other.
 */
export function anyOverlap(shells: readonly Shell[]): boolean {
  const sorted = shells.toSorted((a, b) => (a.lowest[0] ?? 0) - (b.lowest[0] ?? 0));
  const meshOf = madeOnce();
  let looks = 0;
  return sorted.some((shell, index) => {
    for (let next = index + 1; next < sorted.length; next++) {
      const other = sorted[next];
      if (other === undefined || (other.lowest[0] ?? 0) > (shell.highest[0] ?? 0)) return false;
      const boxesApart = [1, 2].some(
        (axis) =>
          (other.lowest[axis] ?? 0) > (shell.highest[axis] ?? 0) ||
          (other.highest[axis] ?? 0) < (shell.lowest[axis] ?? 0),
      );
      if (boxesApart) continue;
      const [one, two] = [meshOf(shell), meshOf(other)];
      looks += (one.triangles.length + two.triangles.length) / 3;
      if (looks > MAX_LOOKS) return true;
      if (surfacesTouch(one, shell, two, other)) return true;
      if (isInside(one, two.corners) || isInside(two, one.corners)) return true;
    }
    return false;
  });
}
