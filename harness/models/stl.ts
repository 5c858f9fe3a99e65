// Writes shapes as STL files, binary and ASCII.
//
// Apart from the engine's own STL writer, so that the engine's reader is tested on files that it did not write.

import { bytes } from "./bytes.ts";
import { box, type Shape, triangulated } from "./shapes.ts";

/** 80 bytes of free text, then the number of triangles. */
export const STL_HEADER_BYTES = 84;
/** A normal, three corners and two unused bytes. */
export const STL_TRIANGLE_BYTES = 50;
/** The normal stays zero: readers take it from the order of the corners. */
export const STL_NORMAL_BYTES = 12;

/** An empty binary STL for this many triangles, and a view to write them. */
export function allocateStl(triangles: number): { file: Uint8Array<ArrayBuffer>; view: DataView } {
  const file = new Uint8Array(STL_HEADER_BYTES + STL_TRIANGLE_BYTES * triangles);
  const view = new DataView(file.buffer);
  view.setUint32(80, triangles, true);
  return { file, view };
}

/** @param header the free text, cut at 80 bytes */
export function binaryStl(shape: Shape, header = ""): Uint8Array<ArrayBuffer> {
  const { points, faces } = triangulated(shape);
  const { file, view } = allocateStl(faces.length);
  file.set(bytes(header).subarray(0, 80));
  faces.forEach((face, triangle) => {
    const at = STL_HEADER_BYTES + STL_TRIANGLE_BYTES * triangle + STL_NORMAL_BYTES;
    face.forEach((corner, index) => {
      points[corner]?.forEach((coordinate, axis) => {
        view.setFloat32(at + 12 * index + 4 * axis, coordinate, true);
      });
    });
  });
  return file;
}

export function asciiStl(shape: Shape): Uint8Array<ArrayBuffer> {
  const { points, faces } = triangulated(shape);
  const facets = faces.map((face) => {
    const vertices = face.map((corner) => `      vertex ${points[corner]?.join(" ")}\n`).join("");
    return `  facet normal 0 0 0\n    outer loop\n${vertices}    endloop\n  endfacet\n`;
  });
  return bytes(`solid part\n${facets.join("")}endsolid part\n`);
}

/** The binary STL of a box of random size, new to the service and to every engine. */
export function uniqueBox(): Uint8Array<ArrayBuffer> {
  const side = () => 8 + Math.random() * 4;
  return binaryStl(box([0, 0, 0], [side(), side(), side()]));
}

const OTHER_BOXES = 32;
let boxesMade = 0;

/** From now on the boxes are those of the test before: its studio is another one. */
export function beginBoxesAnew(): void {
  boxesMade = 0;
}

/** The binary STL of a box unlike the 31 before it: new to a test's studio, and sliced once for all tests that remember outcomes. */
export function anotherBox(): Uint8Array<ArrayBuffer> {
  boxesMade = (boxesMade + 1) % OTHER_BOXES;
  return binaryStl(box([0, 0, 0], [8 + boxesMade / 8, 9, 10]));
}
