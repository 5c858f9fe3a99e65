// The parts in `examples`: a corner bracket with holes, a lid with a rim, a furniture foot. Lengths in millimetres.

import { ShapeUtils, Vector2 } from "three";
import type { Point, Shape } from "./shapes.ts";
import { stepRevolution } from "./step.ts";
import { binaryStl } from "./stl.ts";
import { oneObject, threeMf } from "./threemf.ts";

type Corner = readonly [x: number, y: number];

const TURN = 2 * Math.PI;

/** The files by their names in `examples`. */
export function exampleModels(): Readonly<Record<string, Uint8Array>> {
  return {
    "part.stl": binaryStl(cornerBracket(), "corner bracket"),
    "lid.3mf": threeMf(oneObject(lidWithRim())),
    "foot.step": footWithScrewHole(),
  };
}

/** A cone of 36 mm at its foot, 20 mm tall, with a rounded rim and a hole for a 6 mm screw with its head. */
function footWithScrewHole(): Uint8Array {
  return stepRevolution(
    [3, 0],
    [
      { to: [18, 0] },
      { to: [15, 17] },
      { to: [12, 20], centre: [12, 17] },
      { to: [6, 20] },
      { to: [3, 17] },
      { to: [3, 0] },
    ],
  );
}

/** An L of 60 mm legs, 20 mm wide and 5 mm thick, with round ends and a 5.4 mm hole in each leg. */
function cornerBracket(): Shape {
  const [leg, width, thickness, fillet] = [60, 20, 5, 8];
  const end = width / 2;
  // Counter-clockwise, beginning at the outer corner.
  const outline: Corner[] = [
    ...arc([fillet, fillet], fillet, 0.5, 0.75, 12),
    ...arc([leg - end, end], end, 0.75, 1.25, 24),
    ...arc([width + fillet, width + fillet], fillet, 0.75, 0.5, 12),
    ...arc([end, leg - end], end, 0, 0.5, 24),
  ];
  const hole = (x: number, y: number) => arc([x, y], 2.7, 0, 31 / 32, 31);
  return extruded(outline, [hole(leg - end, end), hole(end, leg - end), hole(end, end)], thickness);
}

/** A lid of 60 mm with a waved edge for the hand and a rim of 54 mm that goes into a jar. It stands on its top. */
function lidWithRim(): Shape {
  const [steps, waves] = [96, 24];
  const edge = (angle: number) => 30 + 0.6 * Math.cos(waves * angle);
  const plain = (radius: number) => () => radius;
  const profile: readonly (readonly [radius: (angle: number) => number, z: number])[] = [
    [edge, 0],
    [edge, 3],
    [plain(27), 3],
    [plain(27), 9],
    [plain(24.8), 9],
    [plain(24.8), 2],
  ];
  const angles = Array.from({ length: steps }, (_, step) => (step / steps) * TURN);
  const rings = profile.flatMap(([radius, z]) =>
    angles.map((angle): Point => [radius(angle) * Math.cos(angle), radius(angle) * Math.sin(angle), z]),
  );
  const at = (ring: number, step: number) => ring * steps + (step % steps);
  const [top, floor] = [rings.length, rings.length + 1];
  const last = profile.length - 1;
  const faces = angles.flatMap((_, step) => [
    [top, at(0, step + 1), at(0, step)],
    ...profile
      .slice(1)
      .map((_, ring) => [at(ring, step), at(ring, step + 1), at(ring + 1, step + 1), at(ring + 1, step)]),
    [floor, at(last, step), at(last, step + 1)],
  ]);
  return { points: [...rings, [0, 0, 0], [0, 0, 2]], faces };
}

/** Points on a circle from one part of a turn to another, both included. */
function arc([x, y]: Corner, radius: number, from: number, to: number, steps: number): Corner[] {
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = (from + ((to - from) * step) / steps) * TURN;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

/** A plate over an outline with holes, all of them counter-clockwise. */
function extruded(outline: readonly Corner[], holes: readonly (readonly Corner[])[], thickness: number): Shape {
  const vectors = (corners: readonly Corner[]) => corners.map(([x, y]) => new Vector2(x, y));
  const flat = [...outline, ...holes.flat()];
  const triangles = ShapeUtils.triangulateShape(vectors(outline), holes.map(vectors));
  const wall = (from: number, count: number, isHole: boolean) =>
    Array.from({ length: count }, (_, index) => {
      const [here, next] = [from + index, from + ((index + 1) % count)];
      const [first, second] = isHole ? [next, here] : [here, next];
      return [first, second, second + flat.length, first + flat.length];
    });
  let start = outline.length;
  const holeWalls = holes.flatMap((hole) => {
    const faces = wall(start, hole.length, true);
    start += hole.length;
    return faces;
  });
  return {
    points: [0, thickness].flatMap((z) => flat.map(([x, y]): Point => [x, y, z])),
    faces: [
      ...triangles.map((corners) => corners.toReversed()),
      ...triangles.map((corners) => corners.map((corner) => corner + flat.length)),
      ...wall(0, outline.length, false),
      ...holeWalls,
    ],
  };
}
