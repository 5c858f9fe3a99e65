// Test helpers: a solid read from a file as the engine does it, and the failure expected instead.

import { expect } from "vitest";
import { readModelFile } from "../../../../slicer-service/engine/mesh/read/read-model.ts";
import { makeBodies, type Solid } from "../../../../slicer-service/engine/mesh/solid/solid.ts";
import type { ModelFormat } from "../../../../slicer-service/src/contract/model-formats.ts";

export async function solidOf(file: Uint8Array, format: ModelFormat): Promise<Solid> {
  const drawing = await readModelFile(file, format);
  return (await makeBodies(drawing, drawing.isInMillimetres)).unite();
}

/** Matches the `ModelFailure` of this code. */
export function failure(code: string): object {
  return expect.objectContaining({ name: "ModelFailure", code });
}
