// Offer to an audience: the studio may name its whole catalog, a visitor only the part that the storefront shows.
//
// For a visitor the rest does not exist: a material that is not offered stays the studio's own business.

import { and, eq, type SQL, sql } from "drizzle-orm";
import { deliveryMethods, finishings, materials, printingQualities, products } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import type { Audience } from "../domain/visitor.ts";

/** Conditions on the catalog's rows, by table. */
export type Offer = Readonly<
  Record<"materials" | "qualities" | "finishings" | "deliveryMethods" | "products", SQL | undefined>
>;

/** The rows that a new order can hold. */
export const IN_USE: Offer = {
  materials: eq(materials.status, "active"),
  qualities: eq(printingQualities.isActive, true),
  finishings: eq(finishings.isArchived, false),
  deliveryMethods: eq(deliveryMethods.isActive, true),
  products: eq(products.isActive, true),
};

const OF_STOREFRONT: Offer = {
  ...IN_USE,
  materials: and(IN_USE.materials, eq(materials.isOnStorefront, true)),
  qualities: and(IN_USE.qualities, eq(printingQualities.isOnStorefront, true)),
  products: and(IN_USE.products, eq(products.isOnStorefront, true)),
};

/** Whether the studio's own rows may be used together is checked later, with a reason for each that may not. */
const OF_STUDIO: Offer = {
  materials: undefined,
  qualities: undefined,
  finishings: undefined,
  deliveryMethods: undefined,
  products: undefined,
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

/** The statements that read an offer's lists, each in the order that the studio gave it. */
export function listReads(db: StudioDb, offer: Offer) {
  return {
    materials: db.select(materials, offer.materials, placeIn(materials)),
    qualities: db.select(printingQualities, offer.qualities, placeIn(printingQualities)),
    finishings: db.select(finishings, offer.finishings, placeIn(finishings)),
    deliveryMethods: db.select(deliveryMethods, offer.deliveryMethods, placeIn(deliveryMethods)),
  };
}

function placeIn(table: typeof materials | typeof printingQualities | typeof finishings | typeof deliveryMethods): SQL {
  return sql`${table.position}, ${table.id}`;
}
