// Model id as the API writes it: names a content in one studio. Opaque to clients.
//
// It is made of the studio and the file's SHA-256, so the same content always has the same id, and one cannot be guessed: who
// has a model's id has had the model. In another studio it names nothing, though that studio has the same content.

import type { StudioId } from "./ids.ts";

export type ModelId = `mdl_${number}_${string}`;

/** @param sha256 of the file, hexadecimal */
export const modelIdOf = (studioId: StudioId, sha256: string): ModelId => `mdl_${studioId}_${sha256}`;

/** The SHA-256 of the content that an id names in this studio; undefined where it can name none. */
export function contentNamedBy(modelId: string, studioId: StudioId): string | undefined {
  const [, ofStudio, sha256] = modelId.match(/^mdl_([1-9]\d*)_([0-9a-f]{64})$/) ?? [];
  return ofStudio === String(studioId) ? sha256 : undefined;
}
