// Stubs of Durable Objects, placed with their environment's data: the only way to any object, in both Workers.
//
// SPDX-License-Identifier: MIT

import type { DataPlace, LOCATIONS } from "./place.ts";

/** Durable Objects live in more parts of the world than D1 and R2. */
type LocationHint = (typeof LOCATIONS)[number] | "sam" | "afr" | "me";

/** The used part of a Durable Object's namespace. Written out: scripts read this too, and lack the types of Workers. */
export interface PlacedNamespace<Id, Stub> {
  idFromName(name: string): Id;
  get(id: Id, options?: { locationHint?: LocationHint }): Stub;
  jurisdiction(jurisdiction: "eu" | "fedramp"): PlacedNamespace<Id, Stub>;
}

/**
 * A new stub of the object with this name. The platform makes the object at its first call and never moves it: without a
 * place it would stay for ever near its first caller, even a monitor.
 *
 * @param near replaces the environment's location; a jurisdiction has no other place, and other ids
 */
export function placedObject<Id, Stub>(
  namespace: PlacedNamespace<Id, Stub>,
  name: string,
  place: DataPlace,
  near?: LocationHint,
): Stub {
  if ("jurisdiction" in place) {
    const inside = namespace.jurisdiction(place.jurisdiction);
    return inside.get(inside.idFromName(name));
  }
  return namespace.get(namespace.idFromName(name), { locationHint: near ?? place.location });
}
