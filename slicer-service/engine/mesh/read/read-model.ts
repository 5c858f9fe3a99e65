// Reading a model file of any accepted format into one mesh in millimetres.

import type { ModelFormat } from "../../../src/contract/contract.ts";
import type { TriangleMesh } from "../triangle-mesh.ts";
import { readObj } from "./obj.ts";
import { readStl } from "./stl.ts";
import { readThreeMf } from "./threemf.ts";

/**
 * Reads the file as this format, which is what the upload was found to be, never guessed from a name.
 *
 * @throws ModelFailure
 */
export function readModel(file: Uint8Array, format: ModelFormat): TriangleMesh {
  switch (format) {
    case "stl":
      return readStl(file);
    case "obj":
      return readObj(file);
    case "3mf":
      return readThreeMf(file);
  }
}
