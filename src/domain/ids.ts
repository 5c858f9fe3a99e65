// The ids that pass through many hands at once. Their types keep one from being taken for another.

declare const brand: unique symbol;

export type StudioId = number & { readonly [brand]: "StudioId" };
export type ApiKeyId = number & { readonly [brand]: "ApiKeyId" };

/** Takes an id read from the `studios` table as what it is. */
export const asStudioId = (id: number) => id as StudioId;
/** Takes an id read from the `api_keys` table as what it is. */
export const asApiKeyId = (id: number) => id as ApiKeyId;
