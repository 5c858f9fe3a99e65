// Writes triangles as a binary STL file, scaled: this file is then sliced and printed.

const HEADER_BYTES = 80;
const TRIANGLE_BYTES = 50;
/** Nine numbers: three corners. */
const TRIANGLE_NUMBERS = 9;

/**
 * @param parts corners of triangles, nine numbers each, as the file places them
 * @param factor multiplies every coordinate
 */
export function writeBinaryStl(parts: readonly Float32Array[], factor: number): ArrayBuffer {
  const count = parts.reduce((sum, part) => sum + Math.floor(part.length / TRIANGLE_NUMBERS), 0);
  const file = new ArrayBuffer(HEADER_BYTES + 4 + count * TRIANGLE_BYTES);
  const view = new DataView(file);
  // A header that begins with "solid" would be taken for the text form.
  new Uint8Array(file).set(new TextEncoder().encode("binary STL, millimetres"));
  view.setUint32(HEADER_BYTES, count, true);
  let at = HEADER_BYTES + 4;
  for (const part of parts) {
    for (let first = 0; first + TRIANGLE_NUMBERS <= part.length; first += TRIANGLE_NUMBERS) {
      // The normal stays zero: readers compute it from the corners.
      at += 12;
      for (let number = 0; number < TRIANGLE_NUMBERS; number++) {
        view.setFloat32(at, (part[first + number] ?? 0) * factor, true);
        at += 4;
      }
      at += 2;
    }
  }
  return file;
}
