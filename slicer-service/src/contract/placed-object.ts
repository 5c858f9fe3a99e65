// Stubs of Durable Objects, each placed where its environment's data lives: the only way to any object, in both Workers.
//
// SPDX-License-Identifier: MIT

import type { LOCATIONS, Place } from "./place.ts";

/** Durable Objects live in more parts of the world than D1 and R2. */
type LocationHint = (typeof LOCATIONS)[number] | "sam" | "afr" | "me";

/** A Durable Object's namespace, as far as it is used. Written out: scripts read this too, and know no types of Workers. */
export interface PlacedNamespace<Id, Stub> {
  idFromName(name: string): Id;
  get(id: Id, options?: { locationHint?: LocationHint }): Stub;
  jurisdiction(jurisdiction: "eu" | "fedramp"): PlacedNamespace<Id, Stub>;
}

/**
 * A new stub of the object with this name. The platform makes the object at its first call and never moves it: without a
 * place it would stay for ever near its first caller, be it a monitor.
 *
 * @param near takes the place of the environment's location; a jurisdiction has no other place, and other ids
 */
export function placedObject<Id, Stub>(
  namespace: PlacedNamespace<Id, Stub>,
  name: string,
  place: Place,
  near?: LocationHint,
): Stub {
  if ("jurisdiction" in place) {
    const inside = namespace.jurisdiction(place.jurisdiction);
    return inside.get(inside.idFromName(name));
  }
  return namespace.get(namespace.idFromName(name), { locationHint: near ?? place.location });
}
