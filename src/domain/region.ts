// Regions: where a studio's gate lives, in the platform's words for parts of the world (location hints).

export const REGIONS = ["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"] as const;

export type Region = (typeof REGIONS)[number];

/** Where studios are unless the operator says otherwise; README creates D1 and R2 there too. */
export const DEFAULT_REGION: Region = "eeur";
