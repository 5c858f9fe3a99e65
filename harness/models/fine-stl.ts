// Binary STL files of millions of triangles, written without building a shape in memory first.

import { allocateStl, STL_HEADER_BYTES, STL_NORMAL_BYTES, STL_TRIANGLE_BYTES } from "./stl.ts";

/** A ball of about this many triangles. */
export function fineBall(radius: number, triangles: number): Uint8Array<ArrayBuffer> {
  const rings = Math.max(3, Math.round(Math.sqrt(triangles / 4)) + 1);
  const around = 2 * rings;
  const { file, view } = allocateStl(2 * around * (rings - 1));
  const turns = Array.from({ length: around }, (_, step) => (2 * Math.PI * step) / around);
  const [cosines, sines] = [Float64Array.from(turns, Math.cos), Float64Array.from(turns, Math.sin)];
  let place = STL_HEADER_BYTES + STL_NORMAL_BYTES;
  let corner = 0;
  const add = (ring: number, step: number) => {
    const latitude = (ring / rings - 0.5) * Math.PI;
    const reach = ring === 0 || ring === rings ? 0 : radius * Math.cos(latitude);
    view.setFloat32(place, reach * (cosines[step % around] ?? 0), true);
    view.setFloat32(place + 4, reach * (sines[step % around] ?? 0), true);
    view.setFloat32(place + 8, radius * Math.sin(latitude), true);
    // The last corner of a triangle is followed by two unused bytes and the next triangle's normal.
    place += ++corner % 3 === 0 ? 12 + 2 + STL_NORMAL_BYTES : 12;
  };
  for (let ring = 0; ring < rings; ring++) {
    for (let step = 0; step < around; step++) {
      if (ring > 0) {
        add(ring, step);
        add(ring, step + 1);
        add(ring + 1, step + 1);
      }
      if (ring < rings - 1) {
        add(ring, step);
        add(ring + 1, step + 1);
        add(ring + 1, step);
      }
    }
  }
  return file;
}

/** Two such balls that overlap, of about this many triangles together. */
export function fineTwins(radius: number, triangles: number): Uint8Array<ArrayBuffer> {
  const ball = fineBall(radius, triangles / 2).subarray(STL_HEADER_BYTES);
  const { file, view } = allocateStl((2 * ball.length) / STL_TRIANGLE_BYTES);
  file.set(ball, STL_HEADER_BYTES);
  const second = STL_HEADER_BYTES + ball.length;
  file.set(ball, second);
  for (let at = second + STL_NORMAL_BYTES; at < file.length; at += STL_TRIANGLE_BYTES) {
    for (let x = at; x < at + 36; x += 12) {
      view.setFloat32(x, view.getFloat32(x, true) + radius / 3, true);
      view.setFloat32(x + 4, view.getFloat32(x + 4, true) + radius / 7, true);
    }
  }
  return file;
}
