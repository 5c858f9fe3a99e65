// Tells a model's format by its content. A file's name says nothing reliable: sites rename, browsers guess.

import type { ModelFormat } from "../../slicer-service/src/contract/contract.ts";

/** The ends of a file: enough to tell what it is without holding all of it. */
export interface FileEnds {
  /** The first END_BYTES, or the whole file if it is shorter. */
  readonly head: Uint8Array;
  /** The last END_BYTES, or the whole file if it is shorter. */
  readonly tail: Uint8Array;
  readonly sizeBytes: number;
}

export const END_BYTES = 64 * 1024;

const STL_HEADER_BYTES = 84;
const STL_TRIANGLE_BYTES = 50;

/** The format, or a sentence on what is wrong with the file. */
export function recogniseModel(file: FileEnds): { readonly format: ModelFormat } | { readonly fault: string } {
  const { head, sizeBytes } = file;
  if (sizeBytes === 0) return { fault: "is empty" };
  if (isZip(head)) {
    return isThreeMf(file) ? { format: "3mf" } : { fault: "is a ZIP archive without a 3MF model in it" };
  }
  // Some programs begin a binary STL with "solid" too, so its length decides before its text.
  const triangles = binaryStlTriangles(head);
  const binaryStlBytes = STL_HEADER_BYTES + STL_TRIANGLE_BYTES * triangles;
  if (triangles > 0 && sizeBytes === binaryStlBytes) return { format: "stl" };
  if (isText(head)) {
    const text = new TextDecoder().decode(head);
    if (/^\s*solid\b/i.test(text)) return { format: "stl" };
    if (/^[ \t]*v[ \t]+[-+.\d]/m.test(text)) return { format: "obj" };
    return notAModel;
  }
  if (sizeBytes === STL_HEADER_BYTES && triangles === 0) return { fault: "is an STL file without triangles" };
  if (triangles > 0 && sizeBytes > binaryStlBytes) return { format: "stl" };
  // A count that an upload could never hold is no count but some other file's bytes.
  if (triangles > 0 && triangles < 10_000_000 && sizeBytes > STL_HEADER_BYTES) {
    return { fault: `is cut short, or not an STL, OBJ or 3MF model: as an STL it would hold ${triangles} triangles` };
  }
  return notAModel;
}

const notAModel = { fault: "is not an STL, OBJ or 3MF model" };

function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;
}

/** The directory at an archive's end names every file in it; a 3MF's model is a `.model` part. */
function isThreeMf({ head, tail }: FileEnds): boolean {
  const latin1 = new TextDecoder("latin1");
  return [head, tail].some((end) => latin1.decode(end).toLowerCase().includes(".model"));
}

function binaryStlTriangles(head: Uint8Array): number {
  if (head.length < STL_HEADER_BYTES) return 0;
  return new DataView(head.buffer, head.byteOffset).getUint32(STL_HEADER_BYTES - 4, true);
}

function isText(head: Uint8Array): boolean {
  return !head.includes(0);
}
