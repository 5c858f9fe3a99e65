// Hole filling, only if the missing piece is certain, or its greatest effect known.
//
// A hole is filled when one of these holds:
// - Its border lies in one plane, one of the triangles around it lies in that plane too and faces the same way, and the
//   hole reaches an edge of that flat face (or is a single triangle). Then a piece of the face is missing: the wall
//   behind that edge ends in the plane, so the face must continue to it.
// - The surface around it continues across it, as around a spot that a scanner missed, and its possible shape there changes
//   the volume and the surface by 2 % at most (hole-bounds.ts).
// - Any closing of it leaves the price the same. A border of length P spans at most P² / 4π (the circle), and the room behind it
//   is at most as deep as the model is long; all such holes together may be 0.5 % of the volume. Larger ones stay open: a
//   surface that ends at a hole instead of continuing may be a vessel's, and its inside no part of it at all.

import { AXES, type BoundingBox, boundingBoxOf, sizeOf } from "../bounding-box.ts";
import { itemAt } from "../checks.ts";
import { edgeEnd, forEachEdge, triangleOf } from "../edges.ts";
import { triangulatePolygon } from "../polygon.ts";
import { enclosedVolume, normalAt, surfaceArea, triangleNormal } from "../surface.ts";
import { cross, dot, length, minus, plus, pointAt, type Vector } from "../vector.ts";
import type { WeldedMesh } from "../welded-mesh.ts";
import { boundOfHole, type HoleBound, sumOfBounds } from "./hole-bounds.ts";

/** Share of the model's volume that may hide behind all holes together at which the surface ends. */
const MAX_DOUBT = 0.005;
/** Share of the model's volume, and of its surface, by which all fillings together may be wrong. */
const MAX_ERROR = 0.02;
/** Millimetres that a flat border may be off its plane. */
const FLATNESS_MM = 0.001;
/** Cosine of half a degree, by which a flat face written with few digits may be bent. */
const SAME_DIRECTION = 0.99996;
/** A surface with more holes than this is torn to pieces. */
const MAX_HOLES = 2000;
const MAX_BORDER_EDGES = 100_000;

export interface Hole {
  /** The border's corners, in the direction of the triangles that fill it. */
  readonly border: readonly number[];
  /** Triangles that fill it, three indices of corners each; flat if the border is. */
  readonly filling: readonly number[];
  readonly perimeterMm: number;
  readonly box: BoundingBox;
  /** The hole is a missing piece of a flat face. */
  readonly inFlatFace: boolean;
  /** Across the hole, outward, of length 1; not a number if the border spans no area. */
  readonly direction: Vector;
  /** The possible surface across it; undefined if the surface ends at the hole. */
  readonly bound: HoleBound | undefined;
}

export interface HoleReport {
  /** The mesh with all its holes filled, if that is certain or its greatest effect known. */
  readonly filled?: WeldedMesh;
  /** The greatest error of the fillings, as a share of the volume. */
  readonly errorShare: number;
  /** The number of holes before filling. */
  readonly holes: number;
  /** The doubtful holes; empty for a surface too torn to tell holes in it. */
  readonly doubtful: readonly Hole[];
}

/** Fills all holes, or none. */
export function fillHoles(mesh: WeldedMesh): HoleReport {
  const holes = findHoles(mesh);
  if (holes === undefined) return { holes: 0, doubtful: [], errorShare: 0 };
  const triangles = new Uint32Array(mesh.triangles.length + holes.reduce((sum, hole) => sum + hole.filling.length, 0));
  triangles.set(mesh.triangles);
  let end = mesh.triangles.length;
  for (const { filling } of holes) {
    triangles.set(filling, end);
    end += filling.length;
  }
  const filled = { corners: mesh.corners, triangles };
  const unsure = holes.filter((hole) => !hole.inFlatFace || overlapsAnother(hole, holes));
  const bounded = unsure.filter((hole) => hole.bound !== undefined && !overlapsAnother(hole, holes));
  const ending = unsure.filter((hole) => !bounded.includes(hole));
  const depthMm = length(sizeOf(boundingBoxOf(mesh.corners, mesh.triangles)));
  const hidden = ending.reduce((sum, { perimeterMm }) => sum + (perimeterMm ** 2 / (4 * Math.PI)) * depthMm, 0);
  const across = sumOfBounds(bounded.flatMap(({ bound }) => (bound === undefined ? [] : [bound])));
  const volume = Math.abs(enclosedVolume(filled));
  const errorCubicMm = hidden + across.cubicMm;
  if (
    hidden <= MAX_DOUBT * volume &&
    errorCubicMm <= MAX_ERROR * volume &&
    across.squareMm <= MAX_ERROR * surfaceArea(filled)
  ) {
    return { filled, holes: holes.length, doubtful: [], errorShare: errorCubicMm === 0 ? 0 : errorCubicMm / volume };
  }
  return { holes: holes.length, doubtful: unsure, errorShare: 0 };
}

/** Undefined if more than two triangles meet at an open edge, or there are too many open edges or holes. */
function findHoles(mesh: WeldedMesh): Hole[] | undefined {
  const borderEdges: number[] = [];
  let everyBorderOfOne = true;
  forEachEdge(mesh, (edges, balance) => {
    if (balance === 0) return;
    if (edges.length > 1) everyBorderOfOne = false;
    borderEdges.push(edges[0]);
  });
  if (!everyBorderOfOne || borderEdges.length > MAX_BORDER_EDGES) return undefined;
  const borders = walkBorders(mesh.triangles, borderEdges);
  if (borders.length > MAX_HOLES) return undefined;
  return borders.map((edges) => describeHole(mesh, edges));
}

/** The edges of every hole, found by walking along open edges, against their direction, until the walk meets itself. */
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
      corner = itemAt(triangles, edge);
      // Each hole is complete as soon as the walk comes to its corner again, even if holes touch there.
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
  let perimeterMm = 0;
  let normal: Vector = [0, 0, 0];
  const origin = pointAt(corners, itemAt(border, 0));
  border.forEach((corner, index) => {
    const from = minus(pointAt(corners, corner), origin);
    const to = minus(pointAt(corners, itemAt(border, (index + 1) % border.length)), origin);
    perimeterMm += length(minus(to, from));
    // Twice the area that the border spans, as a vector across it.
    normal = plus(normal, cross(from, to));
  });
  const spanned = length(normal);
  const direction: Vector = [normal[0] / spanned, normal[1] / spanned, normal[2] / spanned];
  return {
    border,
    filling,
    perimeterMm,
    box: boundingBoxOf(corners, border),
    direction,
    inFlatFace: spanned > 0 && isPieceOfFlatFace(mesh, edges, border, filling, direction, spanned),
    bound: spanned > 0 ? boundOfHole(mesh, edges, border, direction, spanned / 2, perimeterMm) : undefined,
  };
}

function isPieceOfFlatFace(
  mesh: WeldedMesh,
  edges: readonly number[],
  border: readonly number[],
  filling: readonly number[],
  direction: Vector,
  spanned: number,
): boolean {
  const { corners } = mesh;
  const origin = pointAt(corners, itemAt(border, 0));
  const offPlane = (corner: number) => Math.abs(dot(minus(pointAt(corners, corner), origin), direction));
  if (border.some((corner) => offPlane(corner) > FLATNESS_MM)) return false;
  // A border that crosses itself is filled with more area than it spans.
  let filledArea = 0;
  for (let at = 0; at < filling.length; at += 3) {
    const [a, b, c] = [itemAt(filling, at), itemAt(filling, at + 1), itemAt(filling, at + 2)];
    filledArea += length(triangleNormal(corners, a, b, c));
  }
  if (filledArea > 1.001 * spanned) return false;
  const goesOn = edges.map((edge) => {
    const normal = normalAt(mesh, 3 * triangleOf(edge));
    return dot(normal, direction) > SAME_DIRECTION * length(normal);
  });
  return goesOn.some(Boolean) && (border.length === 3 || !goesOn.every(Boolean));
}

/** Two holes in one plane and place are the outside and the inside of one missing wall, not two pieces of a face. */
function overlapsAnother(hole: Hole, holes: readonly Hole[]): boolean {
  return holes.some(
    (other) =>
      other !== hole &&
      Math.abs(dot(other.direction, hole.direction)) > SAME_DIRECTION &&
      // Holes that only touch overlap by a rounding error at most.
      AXES.every((axis) => {
        const from = Math.max(hole.box.lowest[axis], other.box.lowest[axis]);
        const to = Math.min(hole.box.highest[axis], other.box.highest[axis]);
        const flat = Math.abs(hole.direction[axis]) > SAME_DIRECTION;
        return flat ? to - from >= -FLATNESS_MM : to - from > FLATNESS_MM;
      }),
  );
}
