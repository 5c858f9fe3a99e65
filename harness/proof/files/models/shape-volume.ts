// Volume of a shape by the sum of its faces, apart from the engine's own code.

import { type Shape, triangulated } from "../../../models/shapes.ts";

/** Right for closed shapes whose bodies do not overlap. Mm³. */
export function volumeOf(shape: Shape): number {
  const { points, faces } = triangulated(shape);
  let sixfold = 0;
  for (const [first = 0, second = 0, third = 0] of faces) {
    const [a, b, c] = [points[first], points[second], points[third]];
    if (a === undefined || b === undefined || c === undefined) throw new Error("a face without its corner");
    sixfold +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sixfold / 6;
}
