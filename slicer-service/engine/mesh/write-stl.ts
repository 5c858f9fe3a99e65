// Writing binary STL: the only kind of file that slicers and pages get from us.

import { MILLIMETRES_HEADER } from "../../src/contract/stl-unit.ts";
import { HEADER_BYTES, NORMAL_BYTES, TRIANGLE_BYTES, TRIANGLE_COUNT_AT } from "./stl-layout.ts";

/** The file of a plate's mesh, in the folder of its slice. */
export const MESH_FILE = "mesh.stl";

/**
 * Writes a binary STL with its unit in the header. PrusaSlicer takes a binary file for ASCII if no byte after the count is above 127,
 * so every attribute word is 0xFFFF; no slicer reads it. Normals are left to the slicer, as STL allows.
 */
export function writeStl(corners: Float32Array, triangles: Uint32Array): Uint8Array {
  const triangleCount = triangles.length / 3;
  const file = new Uint8Array(HEADER_BYTES + TRIANGLE_BYTES * triangleCount);
  new TextEncoder().encodeInto(MILLIMETRES_HEADER, file);
  const view = new DataView(file.buffer);
  view.setUint32(TRIANGLE_COUNT_AT, triangleCount, true);
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const at = HEADER_BYTES + TRIANGLE_BYTES * triangle;
    for (let corner = 0; corner < 3; corner++) {
      const index = triangles[3 * triangle + corner];
      for (let axis = 0; axis < 3; axis++) {
        view.setFloat32(at + NORMAL_BYTES + 12 * corner + 4 * axis, corners[3 * index + axis], true);
      }
    }
    view.setUint16(at + TRIANGLE_BYTES - 2, 0xffff, true);
  }
  return file;
}

/** The same binary STL, lower by this many millimetres. */
export function lowerStl(file: Uint8Array, millimetres: number): Uint8Array {
  const lowered = file.slice();
  const view = new DataView(lowered.buffer);
  for (let at = HEADER_BYTES + NORMAL_BYTES; at < lowered.length; at += TRIANGLE_BYTES) {
    for (let z = at + 8; z < at + 36; z += 12) view.setFloat32(z, view.getFloat32(z, true) - millimetres, true);
  }
  return lowered;
}
