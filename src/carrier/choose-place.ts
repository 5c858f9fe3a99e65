// The place that a person means, among those that the carrier finds by a typed name.

import type { CarrierPlace } from "../platform/carrier/carrier.ts";

/** The chosen place; else the only one, or the only one of exactly the typed name. Undefined: the person has to choose. */
export function chosenPlace(
  places: readonly CarrierPlace[],
  { ref, name }: { readonly ref: string | undefined; readonly name: string },
): CarrierPlace | undefined {
  const exact = places.filter((place) => place.name.toLowerCase() === name.toLowerCase());
  const [only, ...others] = exact.length > 0 ? exact : places;
  return places.find((place) => place.ref === ref) ?? (others.length === 0 ? only : undefined);
}
