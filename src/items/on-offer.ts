// Offer to an audience: the studio may name its whole catalog, a visitor only the part that the storefront shows.
//
// For a visitor the rest does not exist: a material that is not offered stays the studio's own business.

import { and, eq, type SQL } from "drizzle-orm";
import { deliveryMethods, finishings, materials, printingQualities } from "../db/schema.ts";
import type { Audience } from "../domain/visitor.ts";

/** Conditions on the catalog's rows, by table. */
export type Offer = Readonly<Record<"materials" | "qualities" | "finishings" | "deliveryMethods", SQL | undefined>>;

const OF_STOREFRONT: Offer = {
  materials: and(eq(materials.status, "active"), eq(materials.isOnStorefront, true)),
  qualities: and(eq(printingQualities.isActive, true), eq(printingQualities.isOnStorefront, true)),
  finishings: eq(finishings.isArchived, false),
  deliveryMethods: eq(deliveryMethods.isActive, true),
};

/** Whether the studio's own rows may be used together is checked later, with a reason for each that may not. */
const OF_STUDIO: Offer = {
  materials: undefined,
  qualities: undefined,
  finishings: undefined,
  deliveryMethods: undefined,
};

export function onOfferTo(audience: Audience): Offer {
  switch (audience) {
    case "studio":
      return OF_STUDIO;
    case "visitor":
      return OF_STOREFRONT;
    default:
      return audience satisfies never;
  }
}
