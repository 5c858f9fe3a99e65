// Places of an environment's data, as its file and both Workers' variable PLACE name them.
//
// SPDX-License-Identifier: MIT

/** Location hints that D1, R2, Durable Objects and containers all accept. */
export const LOCATIONS = ["wnam", "enam", "weur", "eeur", "apac", "oc"] as const;

/** Jurisdictions that D1, R2, Durable Objects and containers all accept. No data and no code leaves one. */
export const JURISDICTIONS = ["eu", "fedramp"] as const;

/** A location is a preference, a jurisdiction a guarantee. */
export type DataPlace =
  | { readonly location: (typeof LOCATIONS)[number] }
  | { readonly jurisdiction: (typeof JURISDICTIONS)[number] };
