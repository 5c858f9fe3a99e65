// Suggestions of places and the estimate of a carriage, as a browser gets them while a person types.

/** A place to choose. */
export interface SuggestedPlace {
  readonly ref: string;
  readonly name: string;
}

/** `unavailable`: the carrier does not tell now, and the person types the place. */
export type PlacesAnswer =
  | { readonly status: "found"; readonly places: readonly SuggestedPlace[] }
  | { readonly status: "unavailable" };

/** The sentence is in the person's language. */
export type EstimateAnswer =
  | { readonly status: "estimated"; readonly sentence: string }
  | { readonly status: "unavailable" };
