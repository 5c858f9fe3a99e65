// Writes shapes as OBJ files.

import { bytes } from "./bytes.ts";
import type { Shape } from "./shapes.ts";

/**
 * Faces keep all their corners.
 *
 * @param reference writes a corner, counted from 1, in one of the ways that the format allows
 */
export function obj(shape: Shape, reference: (corner: number) => string = String): Uint8Array<ArrayBuffer> {
  const vertices = shape.points.map((point) => `v ${point.join(" ")}\n`);
  const faces = shape.faces.map((face) => `f ${face.map((corner) => reference(corner + 1)).join(" ")}\n`);
  return bytes(`# a part\no part\n${vertices.join("")}${faces.join("")}`);
}
