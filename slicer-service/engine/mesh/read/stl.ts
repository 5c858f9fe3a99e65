// Reading STL, binary and ASCII, and writing the one kind of STL a slicer gets from us.

import { ModelFailure } from "../../model-failure.ts";
import { MAX_TRIANGLES, MeshBuilder, type TriangleMesh } from "../triangle-mesh.ts";

const HEADER_BYTES = 84;
const TRIANGLE_BYTES = 50;
const NORMAL_BYTES = 12;
/** All white space of an ASCII file is this or below. */
const SPACE = 32;

/**
 * Reads an STL in millimetres. The word "solid" proves nothing, many binary files begin with it: a file whose length
 * agrees with its triangle count is binary.
 */
export function readStl(file: Uint8Array): TriangleMesh {
  if (file.length === 0) throw new ModelFailure("empty_model");
  if (file.length >= HEADER_BYTES) {
    const triangleCount = new DataView(file.buffer, file.byteOffset).getUint32(80, true);
    if (file.length === HEADER_BYTES + TRIANGLE_BYTES * triangleCount) return readBinary(file, triangleCount);
  }
  const opening = new TextDecoder("latin1").decode(file.subarray(0, 1024));
  if (/^(\u00ef\u00bb\u00bf)?\s*solid\b/i.test(opening)) return readAscii(file);
  if (file.length >= HEADER_BYTES) {
    const triangleCount = new DataView(file.buffer, file.byteOffset).getUint32(80, true);
    // Some programs append data of their own. A shorter file was cut off and would lack a part of the model.
    if (triangleCount > 0 && file.length > HEADER_BYTES + TRIANGLE_BYTES * triangleCount) {
      return readBinary(file, triangleCount);
    }
  }
  throw new ModelFailure("unreadable_model");
}

function readBinary(file: Uint8Array, triangleCount: number): TriangleMesh {
  if (triangleCount > MAX_TRIANGLES) throw new ModelFailure("model_too_complex");
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  // Its numbers are of single precision, and as many as the file says: no need to collect them in a builder.
  const corners = new Float32Array(9 * triangleCount);
  const triangles = new Uint32Array(3 * triangleCount);
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const at = HEADER_BYTES + TRIANGLE_BYTES * triangle + NORMAL_BYTES;
    for (let number = 0; number < 9; number++) {
      const coordinate = view.getFloat32(at + 4 * number, true);
      if (!Number.isFinite(coordinate)) throw new ModelFailure("invalid_coordinates");
      corners[9 * triangle + number] = coordinate;
    }
    for (let corner = 0; corner < 3; corner++) triangles[3 * triangle + corner] = 3 * triangle + corner;
  }
  return { corners, triangles };
}

function readAscii(file: Uint8Array): TriangleMesh {
  const text = new TextDecoder("latin1").decode(file);
  const mesh = new MeshBuilder();
  let facets = 0;
  let ended = false;
  let at = 0;
  const nextWord = (): string => {
    while (at < text.length && text.charCodeAt(at) <= SPACE) at++;
    const start = at;
    while (at < text.length && text.charCodeAt(at) > SPACE) at++;
    return text.slice(start, at);
  };
  for (let word = nextWord(); word !== ""; word = nextWord()) {
    // No other word of the format has as many letters as one of these, but for the numbers of normals.
    if (word.length !== "vertex".length && word.length !== "endfacet".length) continue;
    switch (word.toLowerCase()) {
      case "vertex": {
        const corner = mesh.addCorner(coordinate(nextWord()), coordinate(nextWord()), coordinate(nextWord()));
        if (corner % 3 === 2) mesh.addTriangle(corner - 2, corner - 1, corner);
        break;
      }
      case "endfacet":
        facets++;
        break;
      case "endsolid":
        ended = true;
        break;
    }
  }
  // Cut off within a facet, or not an STL but a text that begins with its word.
  if (mesh.cornerCount % 3 !== 0 || facets !== mesh.triangleCount) throw new ModelFailure("unreadable_model");
  if (facets === 0 && !ended) throw new ModelFailure("unreadable_model");
  return mesh.build();
}

/** A coordinate as written by a program: a number, or one of the ways C prints what is none. */
export function coordinate(token: string | undefined): number {
  if (token === undefined || token === "") throw new ModelFailure("unreadable_model");
  const value = Number(token);
  if (Number.isNaN(value) && !/nan|inf|ind/i.test(token)) throw new ModelFailure("unreadable_model");
  return value;
}

/**
 * Writes a binary STL. PrusaSlicer takes a binary file for ASCII when the bytes after the count hold nothing above
 * 127, so every attribute word, which no slicer reads, is 0xFFFF. Normals are left to the slicer, as STL allows.
 */
export function writeStl(corners: Float32Array, triangles: Uint32Array): Uint8Array {
  const triangleCount = triangles.length / 3;
  const file = new Uint8Array(HEADER_BYTES + TRIANGLE_BYTES * triangleCount);
  const view = new DataView(file.buffer);
  view.setUint32(80, triangleCount, true);
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const at = HEADER_BYTES + TRIANGLE_BYTES * triangle;
    for (let corner = 0; corner < 3; corner++) {
      const index = triangles[3 * triangle + corner] ?? 0;
      for (let axis = 0; axis < 3; axis++) {
        view.setFloat32(at + NORMAL_BYTES + 12 * corner + 4 * axis, corners[3 * index + axis] ?? 0, true);
      }
    }
    view.setUint16(at + TRIANGLE_BYTES - 2, 0xffff, true);
  }
  return file;
}

/** The same binary STL, lower by so many millimetres. */
export function lowerStl(file: Uint8Array, millimetres: number): Uint8Array {
  const lowered = file.slice();
  const view = new DataView(lowered.buffer);
  for (let at = HEADER_BYTES + NORMAL_BYTES; at < lowered.length; at += TRIANGLE_BYTES) {
    for (let z = at + 8; z < at + 36; z += 12) view.setFloat32(z, view.getFloat32(z, true) - millimetres, true);
  }
  return lowered;
}
