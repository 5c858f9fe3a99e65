// A model that takes longer to slice than an answer is held, so that progress is told.

import { twistedVase } from "../../../scripts/demo/demo-models.ts";

const COUNT = 2;

/** Vases in a row, as one binary STL. */
export function slowModel(): Uint8Array<ArrayBuffer> {
  const one = twistedVase();
  const body = one.subarray(84);
  const triangles = body.length / 50;
  const all = new Uint8Array(84 + COUNT * body.length);
  const view = new DataView(all.buffer);
  view.setUint32(80, COUNT * triangles, true);
  for (let copy = 0; copy < COUNT; copy++) {
    const start = 84 + copy * body.length;
    all.set(body, start);
    for (let corner = 0; corner < 3 * triangles; corner++) {
      const x = start + Math.floor(corner / 3) * 50 + 12 + (corner % 3) * 12;
      view.setFloat32(x, view.getFloat32(x, true) + 80 * copy, true);
    }
  }
  return all;
}
