// Test helpers: a solid read from a file as the engine does it, and the failure expected instead.

import { expect } from "vitest";
import { readModelFile } from "../../../../slicer-service/engine/mesh/read/read-model.ts";
import { makeSolid, type Solid } from "../../../../slicer-service/engine/mesh/solid/solid.ts";
import type { ModelFormat } from "../../../../slicer-service/src/contract/model-formats.ts";

export const solidOf = (file: Uint8Array, format: ModelFormat): Promise<Solid> =>
  makeSolid(readModelFile(file, format));

/** Matches the `ModelFailure` of this code. */
export function failure(code: string): object {
  return expect.objectContaining({ name: "ModelFailure", code });
}
