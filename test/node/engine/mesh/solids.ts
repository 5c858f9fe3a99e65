// Solids for tests: a file read and made solid as the engine does it, or refused.

import { expect } from "vitest";
import { readModel } from "../../../../slicer-service/engine/mesh/read/read-model.ts";
import { makeSolid, type Solid } from "../../../../slicer-service/engine/mesh/solid/solid.ts";
import type { ModelFormat } from "../../../../slicer-service/src/contract/model-formats.ts";

export const solidOf = (file: Uint8Array, format: ModelFormat): Promise<Solid> => makeSolid(readModel(file, format));

/** What a refused model is refused with. */
export function failure(code: string): object {
  return expect.objectContaining({ name: "ModelFailure", code });
}
