// Filling holes where it is sure what is missing, and only there: a price must never come from a guess.
//
// A hole is filled when one of these holds:
// - Its border lies in one plane, one of the triangles around it lies in that plane too and faces the same way, and the
//   hole reaches an edge of that flat face (or is a single triangle). Then a piece of the face is missing: the wall
//   behind that edge ends in the plane, so the face must go on to it. A hole with flat face all around it may be the
//   mouth of a pocket whose walls are missing; a hole with no face in its plane may be an open box.
// - However it is closed, the price stays the same. A border of length P spans at most P² / 4π (the circle), and what
//   hides behind it is at most as deep as the model is long; all such holes together may be 0.5 % of the volume.

import { edgeEnd, forEachEdge } from "../edges.ts";
import { triangulatePolygon } from "../polygon.ts";
import { enclosedVolume, triangleOf, type WeldedMesh } from "../surface.ts";

/** Of the model's volume, all holes together that are filled for being small. */
const LARGEST_DOUBT = 0.005;
/** Millimetres that a flat border may be off its plane. */
const FLATNESS_MM = 0.001;
/** Cosine of half a degree: what a flat face drawn in a few digits may be bent by. */
const SAME_DIRECTION = 0.99996;
/** A surface with more holes than this is torn, not holed. */
const MAX_HOLES = 2000;
const MAX_BORDER_EDGES = 100_000;

export interface Hole {
  /** The border's corners, in the order in which triangles that fill it walk it. */
  readonly border: readonly number[];
  /** A filling of it, as indices of corners; flat where the border is. */
  readonly filling: readonly number[];
  readonly perimeter: number;
  readonly lowest: readonly number[];
  readonly highest: readonly number[];
  /** The hole is a missing piece of a flat face. */
  readonly inFlatFace: boolean;
  readonly direction: readonly number[];
}

export interface HoleReport {
  /** The mesh with all its holes filled, if that is sure. */
  readonly filled?: WeldedMesh;
  /** The holes that are in doubt; empty for a surface too torn to tell holes in it. */
  readonly doubtful: readonly Hole[];
}

/** Fills all holes, or none. */
export function fillHoles(mesh: WeldedMesh): HoleReport {
  const holes = findHoles(mesh);
  if (holes === undefined) return { doubtful: [] };
  const triangles = new Uint32Array(mesh.triangles.length + holes.reduce((sum, hole) => sum + hole.filling.length, 0));
  triangles.set(mesh.triangles);
  let length = mesh.triangles.length;
  for (const { filling } of holes) {
    triangles.set(filling, length);
    length += filling.length;
  }
  const filled = { corners: mesh.corners, triangles };
  const depth = longestWayThrough(mesh);
  const doubtful = holes.filter((hole) => !hole.inFlatFace || overlapsAnother(hole, holes));
  const doubt = doubtful.reduce((sum, { perimeter }) => sum + (perimeter ** 2 / (4 * Math.PI)) * depth, 0);
  if (doubt <= LARGEST_DOUBT * Math.abs(enclosedVolume(filled))) return { filled, doubtful: [] };
  return { doubtful };
}

/** Undefined where the open edges are no plain borders: where more than two triangles meet, or there are too many. */
function findHoles(mesh: WeldedMesh): Hole[] | undefined {
  const borderEdges: number[] = [];
  let plain = true;
  forEachEdge(mesh, ([edge = 0, ...others], balance) => {
    if (balance === 0) return;
    if (others.length > 0) plain = false;
    borderEdges.push(edge);
  });
  if (!plain || borderEdges.length > MAX_BORDER_EDGES) return undefined;
  const borders = walkBorders(mesh.triangles, borderEdges);
  if (borders.length > MAX_HOLES) return undefined;
  return borders.map((edges) => describeHole(mesh, edges));
}

/** Walks along open edges until each walk comes back to where it was: the edges of every hole, against their direction. */
function walkBorders(triangles: Uint32Array, borderEdges: readonly number[]): number[][] {
  const endingAt = new Map<number, number[]>();
  for (const edge of borderEdges) {
    const end = edgeEnd(triangles, edge);
    const others = endingAt.get(end);
    if (others === undefined) endingAt.set(end, [edge]);
    else others.push(edge);
  }
  const borders: number[][] = [];
  for (const first of borderEdges) {
    const walk: number[] = [];
    const placeOf = new Map<number, number>();
    let corner = edgeEnd(triangles, first);
    for (let edge = endingAt.get(corner)?.pop(); edge !== undefined; edge = endingAt.get(corner)?.pop()) {
      placeOf.set(corner, walk.length);
      walk.push(edge);
      corner = triangles[edge] ?? 0;
      // Where holes touch at a corner, each is closed as soon as the walk comes by there again.
      const place = placeOf.get(corner);
      if (place === undefined) continue;
      const border = walk.splice(place);
      for (const walked of border) placeOf.delete(edgeEnd(triangles, walked));
      borders.push(border);
    }
  }
  return borders;
}

function describeHole(mesh: WeldedMesh, edges: readonly number[]): Hole {
  const { corners, triangles } = mesh;
  const border = edges.map((edge) => edgeEnd(triangles, edge));
  const filling = triangulatePolygon(corners, border).flat();
  const lowest = [0, 1, 2].map((axis) => least(border.map((corner) => corners[3 * corner + axis] ?? 0)));
  const highest = [0, 1, 2].map((axis) => -least(border.map((corner) => -(corners[3 * corner + axis] ?? 0))));
  let perimeter = 0;
  let normal = [0, 0, 0];
  const origin = pointOf(corners, border[0] ?? 0);
  border.forEach((corner, index) => {
    const from = minus(pointOf(corners, corner), origin);
    const to = minus(pointOf(corners, border[(index + 1) % border.length] ?? 0), origin);
    perimeter += length(minus(to, from));
    // Twice the area that the border spans, as a vector across it.
    normal = plus(normal, cross(from, to));
  });
  const spanned = length(normal);
  const direction = normal.map((part) => part / spanned);
  return {
    border,
    filling,
    perimeter,
    lowest,
    highest,
    direction,
    inFlatFace: spanned > 0 && isPieceOfFlatFace(mesh, edges, border, filling, direction, spanned),
  };
}

function isPieceOfFlatFace(
  { corners, triangles }: WeldedMesh,
  edges: readonly number[],
  border: readonly number[],
  filling: readonly number[],
  direction: readonly number[],
  spanned: number,
): boolean {
  const origin = pointOf(corners, border[0] ?? 0);
  const offPlane = (corner: number) => Math.abs(dot(minus(pointOf(corners, corner), origin), direction));
  if (border.some((corner) => offPlane(corner) > FLATNESS_MM)) return false;
  // A border that crosses itself is filled with more area than it spans.
  let filledArea = 0;
  for (let at = 0; at < filling.length; at += 3) {
    filledArea += length(normalOf(corners, filling[at] ?? 0, filling[at + 1] ?? 0, filling[at + 2] ?? 0));
  }
  if (filledArea > 1.001 * spanned) return false;
  const goesOn = edges.map((edge) => {
    const first = 3 * triangleOf(edge);
    const normal = normalOf(corners, triangles[first] ?? 0, triangles[first + 1] ?? 0, triangles[first + 2] ?? 0);
    return dot(normal, direction) > SAME_DIRECTION * length(normal);
  });
  return goesOn.some(Boolean) && (border.length === 3 || !goesOn.every(Boolean));
}

/** Two holes in one plane and place are the outside and the inside of something missing, not two pieces of a face. */
function overlapsAnother(hole: Hole, holes: readonly Hole[]): boolean {
  return holes.some(
    (other) =>
      other !== hole &&
      Math.abs(dot(other.direction, hole.direction)) > SAME_DIRECTION &&
      // Holes that only touch share no more than the width of a rounding.
      [0, 1, 2].every((axis) => {
        const from = Math.max(hole.lowest[axis] ?? 0, other.lowest[axis] ?? 0);
        const to = Math.min(hole.highest[axis] ?? 0, other.highest[axis] ?? 0);
        const flat = Math.abs(hole.direction[axis] ?? 0) > SAME_DIRECTION;
        return flat ? to - from >= -FLATNESS_MM : to - from > FLATNESS_MM;
      }),
  );
}

/** The diagonal of the box around all corners in use. */
function longestWayThrough({ corners, triangles }: WeldedMesh): number {
  const lowest = [Infinity, Infinity, Infinity];
  const highest = [-Infinity, -Infinity, -Infinity];
  for (const corner of triangles) {
    for (let axis = 0; axis < 3; axis++) {
      const coordinate = corners[3 * corner + axis] ?? 0;
      if (coordinate < (lowest[axis] ?? 0)) lowest[axis] = coordinate;
      if (coordinate > (highest[axis] ?? 0)) highest[axis] = coordinate;
    }
  }
  return length(minus(highest, lowest));
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b), Infinity);
}

function pointOf(corners: Float32Array, corner: number): number[] {
  return [corners[3 * corner] ?? 0, corners[3 * corner + 1] ?? 0, corners[3 * corner + 2] ?? 0];
}

/** Across the triangle, as long as twice its area. */
function normalOf(corners: Float32Array, a: number, b: number, c: number): number[] {
  const origin = pointOf(corners, a);
  return cross(minus(pointOf(corners, b), origin), minus(pointOf(corners, c), origin));
}

function minus(a: readonly number[], b: readonly number[]): number[] {
  return a.map((part, axis) => part - (b[axis] ?? 0));
}

function plus(a: readonly number[], b: readonly number[]): number[] {
  return a.map((part, axis) => part + (b[axis] ?? 0));
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, part, axis) => sum + part * (b[axis] ?? 0), 0);
}

function cross([ax = 0, ay = 0, az = 0]: readonly number[], [bx = 0, by = 0, bz = 0]: readonly number[]): number[] {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

function length(vector: readonly number[]): number {
  return Math.sqrt(dot(vector, vector));
}
