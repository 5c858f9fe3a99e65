// Branded ids: their types keep one from being taken for another.

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
