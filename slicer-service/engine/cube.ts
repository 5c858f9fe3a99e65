// The cube that is sliced to tell a broken installation from a model at fault.

import { writeStl } from "./mesh/write-stl.ts";

const CUBE_SIDE_MM = 20;

/** As a binary STL. */
export function cubeStl(): Uint8Array {
  const corners = Float32Array.from({ length: 24 }, (_, at) => CUBE_SIDE_MM * ((Math.floor(at / 3) >> (at % 3)) & 1));
  // Each side is walked counter-clockwise as seen from outside; a corner's number has a bit for each axis.
  const sides = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return writeStl(corners, Uint32Array.from(sides.flatMap(([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, a, c, d])));
}
