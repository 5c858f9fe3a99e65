// Ids: brands keep one from being taken for another; and the API's model id.

declare const brand: unique symbol;

export type StudioId = number & { readonly [brand]: "StudioId" };
export type PersonId = number & { readonly [brand]: "PersonId" };
export type ApiKeyId = number & { readonly [brand]: "ApiKeyId" };

/** For an id read from the `studios` table. */
export const asStudioId = (id: number) => id as StudioId;
/** For an id read from the `api_keys` table. */
export const asApiKeyId = (id: number) => id as ApiKeyId;

/** For an id read from the `people` table. */
export const asPersonId = (id: number) => id as PersonId;

/**
 * Model id as the API writes it: names a content in one studio. Opaque to clients.
 *
 * It is made of the studio and the file's SHA-256: the same content always has the same id, and only the content gives it away.
 * In another studio it names nothing, though that studio has the same content.
 */
export type ModelId = `mdl_${number}_${string}`;

/** @param sha256 of the file, hexadecimal */
export const modelIdOf = (studioId: StudioId, sha256: string): ModelId => `mdl_${studioId}_${sha256}`;

/** The SHA-256 of the content that an id names in this studio; undefined if it can name none. */
export function contentNamedBy(modelId: string, studioId: StudioId): string | undefined {
  const [, ofStudio, sha256] = modelId.match(/^mdl_([1-9]\d*)_([0-9a-f]{64})$/) ?? [];
  return ofStudio === String(studioId) ? sha256 : undefined;
}
