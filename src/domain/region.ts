// Regions: where a studio's gate lives, in the platform's words for parts of the world (location hints).

export const REGIONS = ["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"] as const;

export type Region = (typeof REGIONS)[number];

/** Where an environment's data lives unless its operator says otherwise. */
export const DEFAULT_REGION = "eeur" satisfies Region;
