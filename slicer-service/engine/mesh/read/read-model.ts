// Reading a model file of any accepted format into one drawing in millimetres.

import type { ModelFormat } from "../../../src/contract/model-formats.ts";
import type { Drawing } from "../drawing.ts";
import { readObj } from "./obj.ts";
import { readPly } from "./ply.ts";
import { readStl } from "./stl.ts";
import { readThreeMf } from "./threemf.ts";

const READERS: Readonly<Record<ModelFormat, (file: Uint8Array) => Drawing>> = {
  stl: readStl,
  obj: readObj,
  "3mf": readThreeMf,
  ply: readPly,
};

/**
 * Reads the file in the format that the upload recognised by content, never by name.
 *
 * @throws ModelFailure
 */
export function readModelFile(file: Uint8Array, format: ModelFormat): Drawing {
  return READERS[format](file);
}
