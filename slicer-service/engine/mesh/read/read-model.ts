// Reading a model file of any accepted format into one drawing in millimetres.

import type { ModelFormat } from "../../../src/contract/model-formats.ts";
import type { Drawing } from "../drawing.ts";
import { readObj } from "./obj.ts";
import { readPly } from "./ply.ts";
import { readStep } from "./step.ts";
import { readStl } from "./stl.ts";
import { readThreeMf } from "./threemf.ts";

/** Formats of triangles, or of faces with straight edges. */
type MeshFormat = Exclude<ModelFormat, "step">;

const READERS: Readonly<Record<MeshFormat, (file: Uint8Array) => Drawing>> = {
  stl: readStl,
  obj: readObj,
  "3mf": readThreeMf,
  ply: readPly,
};

/**
 * Reads the file in the format that the upload recognised by content, never by name. Only STEP has to be waited for: its reader is
 * loaded when such a file comes.
 *
 * @throws ModelFailure, or OpenCascadeNotStarted
 */
export function readModelFile(file: Uint8Array, format: MeshFormat): Drawing;
export function readModelFile(file: Uint8Array, format: ModelFormat): Drawing | Promise<Drawing>;
export function readModelFile(file: Uint8Array, format: ModelFormat): Drawing | Promise<Drawing> {
  return format === "step" ? readStep(file) : READERS[format](file);
}
