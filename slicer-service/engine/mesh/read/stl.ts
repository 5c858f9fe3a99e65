// Reading STL, binary and ASCII.

import { MILLIMETRES_HEADER } from "../../../src/contract/stl-unit.ts";
import { ModelFailure } from "../../model-failure.ts";
import type { Drawing } from "../drawing.ts";
import { HEADER_BYTES, NORMAL_BYTES, TRIANGLE_BYTES, TRIANGLE_COUNT_AT } from "../stl-layout.ts";
import { MAX_TRIANGLES, MeshBuilder, type TriangleMesh } from "../triangle-mesh.ts";
import { parseCoordinate } from "./coordinate.ts";

/** All white space of an ASCII file is this or below. */
const SPACE = 32;

/**
 * Reads an STL as millimetres: the format has no unit. The word "solid" proves nothing, many binary files begin with it: a file
 * whose length agrees with its triangle count is binary.
 *
 * @throws ModelFailure
 */
export function readStl(file: Uint8Array): Drawing {
  if (file.length === 0) throw new ModelFailure("empty_model");
  if (file.length >= HEADER_BYTES) {
    const triangleCount = new DataView(file.buffer, file.byteOffset).getUint32(TRIANGLE_COUNT_AT, true);
    if (file.length === HEADER_BYTES + TRIANGLE_BYTES * triangleCount) {
      return { ...readBinary(file, triangleCount), isInMillimetres: statesMillimetres(file) };
    }
  }
  const opening = new TextDecoder("latin1").decode(file.subarray(0, 1024));
  // No text holds a zero byte, and every count of triangles does.
  if (!opening.includes("\0") && /^(\u00ef\u00bb\u00bf)?\s*solid\b/i.test(opening)) return readAscii(file);
  if (file.length >= HEADER_BYTES) {
    const triangleCount = new DataView(file.buffer, file.byteOffset).getUint32(TRIANGLE_COUNT_AT, true);
    // Some programs append data of their own. A shorter file was cut off and would lack a part of the model.
    if (triangleCount > 0 && file.length > HEADER_BYTES + TRIANGLE_BYTES * triangleCount) {
      return readBinary(file, triangleCount);
    }
  }
  throw new ModelFailure("unreadable_model");
}

/** As the order page writes a part's file once its unit is known. */
function statesMillimetres(file: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(file.subarray(0, MILLIMETRES_HEADER.length)) === MILLIMETRES_HEADER;
}

function readBinary(file: Uint8Array, triangleCount: number): TriangleMesh {
  if (triangleCount > MAX_TRIANGLES) throw new ModelFailure("model_too_complex");
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  // No builder: the file states its number of triangles, and its numbers are in single precision.
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
    // Only these words matter; a comparison of lengths skips almost all others quickly.
    if (word.length !== "vertex".length && word.length !== "endfacet".length) continue;
    switch (word.toLowerCase()) {
      case "vertex": {
        const corner = mesh.addCorner(
          parseCoordinate(nextWord()),
          parseCoordinate(nextWord()),
          parseCoordinate(nextWord()),
        );
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
  // The file was cut off within a facet, or is another text that begins with "solid".
  if (mesh.cornerCount % 3 !== 0 || facets !== mesh.triangleCount) throw new ModelFailure("unreadable_model");
  if (facets === 0 && !ended) throw new ModelFailure("unreadable_model");
  return mesh.build();
}
