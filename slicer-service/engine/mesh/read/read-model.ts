// A model file of any accepted format becomes one mesh in millimetres.

import type { ModelFormat } from "../../../src/contract/contract.ts";
import type { TriangleMesh } from "../triangle-mesh.ts";
import { readObj } from "./obj.ts";
import { readStl } from "./stl.ts";
import { readThreeMf } from "./threemf.ts";

/** The format is what the upload was found to be, never guessed from a name. */
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
