// Places of an environment's data, as its file and both Workers' variable PLACE name them.
//
// SPDX-License-Identifier: MIT

/** Near where D1, R2, Durable Objects and containers can all be told to be: location hints of the platform. */
export const LOCATIONS = ["wnam", "enam", "weur", "eeur", "apac", "oc"] as const;

/** Jurisdictions that D1, R2, Durable Objects and containers all know. No data and no code leaves one. */
export const JURISDICTIONS = ["eu", "fedramp"] as const;

/** Near where data should lie, or where it must. */
export type Place =
  | { readonly location: (typeof LOCATIONS)[number] }
  | { readonly jurisdiction: (typeof JURISDICTIONS)[number] };
