// Writes triangles as a binary STL file: this file is then sliced and printed.

import { MILLIMETRES_HEADER } from "../../../../slicer-service/src/contract/stl-unit.ts";

const HEADER_BYTES = 80;
const TRIANGLE_BYTES = 50;
/** Nine numbers: three corners. */
const TRIANGLE_NUMBERS = 9;

/** Bytes of a file with this many triangles. */
export function binaryStlBytes(triangles: number): number {
  return HEADER_BYTES + 4 + triangles * TRIANGLE_BYTES;
}

/** @param corners of triangles in millimetres, nine numbers each */
export function writeBinaryStl(corners: Float32Array): ArrayBuffer {
  const count = Math.floor(corners.length / TRIANGLE_NUMBERS);
  const file = new ArrayBuffer(binaryStlBytes(count));
  const view = new DataView(file);
  // A header that begins with "solid" would be taken for the text form.
  new Uint8Array(file).set(new TextEncoder().encode(MILLIMETRES_HEADER));
  view.setUint32(HEADER_BYTES, count, true);
  let at = HEADER_BYTES + 4;
  for (let first = 0; first < count * TRIANGLE_NUMBERS; first += TRIANGLE_NUMBERS) {
    // The normal stays zero: readers compute it from the corners.
    at += 12;
    for (let number = 0; number < TRIANGLE_NUMBERS; number++) {
      view.setFloat32(at, corners[first + number] ?? 0, true);
      at += 4;
    }
    at += 2;
  }
  return file;
}
