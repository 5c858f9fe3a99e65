// What a studio offers on its order page: active, and chosen for the page; in the studio's own order.

import { and, eq, type SQL, sql } from "drizzle-orm";
import { deliveryMethods, finishings, materials, printingQualities } from "../db/schema.ts";
import type { Results, StudioDb } from "../db/studio-db.ts";
import type { DeliveryMethod, Finishing, Material, Quality } from "./catalog-rows.ts";

export interface Offer {
  readonly materials: readonly Material[];
  readonly qualities: readonly Quality[];
  readonly finishings: readonly Finishing[];
  readonly deliveryMethods: readonly DeliveryMethod[];
}

/** The statements that read the offer; `offerOf` takes what they found. */
export function offerReads(db: StudioDb) {
  return [
    db.select(materials, and(eq(materials.status, "active"), eq(materials.isOnOrderPage, true)), placeIn(materials)),
    db.select(
      printingQualities,
      and(eq(printingQualities.isActive, true), eq(printingQualities.isOnOrderPage, true)),
      placeIn(printingQualities),
    ),
    db.select(finishings, eq(finishings.isArchived, false), placeIn(finishings)),
    db.select(deliveryMethods, eq(deliveryMethods.isActive, true), placeIn(deliveryMethods)),
  ] as const;
}

function placeIn(table: typeof materials | typeof printingQualities | typeof finishings | typeof deliveryMethods): SQL {
  return sql`${table.position}, ${table.id}`;
}

/** Without what no order can hold: a material whose technology has no quality on offer, and the other way round. */
export function offerOf([foundMaterials, foundQualities, foundFinishings, foundDeliveryMethods]: Results<
  ReturnType<typeof offerReads>
>): Offer {
  const withQuality = new Set(foundQualities.map(({ technologyId }) => technologyId));
  const printable = new Set(
    foundMaterials.map(({ technologyId }) => technologyId).filter((technologyId) => withQuality.has(technologyId)),
  );
  return {
    materials: foundMaterials.filter(({ technologyId }) => printable.has(technologyId)),
    qualities: foundQualities.filter(({ technologyId }) => printable.has(technologyId)),
    finishings: foundFinishings.filter(({ technologyId }) => technologyId === null || printable.has(technologyId)),
    deliveryMethods: foundDeliveryMethods,
  };
}
