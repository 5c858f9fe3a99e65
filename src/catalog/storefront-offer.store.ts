// A studio's offer on its order page, each list in the studio's order.

import { type SQL, sql } from "drizzle-orm";
import { deliveryMethods, finishings, materials, printingQualities } from "../db/schema.ts";
import type { Results, StudioDb } from "../db/studio-db.ts";
import { onOfferTo } from "../items/on-offer.ts";
import type { DeliveryMethod, Finishing, Material, Quality } from "./catalog-rows.ts";

export interface StorefrontOffer {
  readonly materials: readonly Material[];
  readonly qualities: readonly Quality[];
  readonly finishings: readonly Finishing[];
  readonly deliveryMethods: readonly DeliveryMethod[];
}

/** The statements that read the offer; `offerOf` takes their rows. */
export function offerReads(db: StudioDb) {
  const onOffer = onOfferTo("visitor");
  return [
    db.select(materials, onOffer.materials, placeIn(materials)),
    db.select(printingQualities, onOffer.qualities, placeIn(printingQualities)),
    db.select(finishings, onOffer.finishings, placeIn(finishings)),
    db.select(deliveryMethods, onOffer.deliveryMethods, placeIn(deliveryMethods)),
  ] as const;
}

function placeIn(table: typeof materials | typeof printingQualities | typeof finishings | typeof deliveryMethods): SQL {
  return sql`${table.position}, ${table.id}`;
}

/** Leaves out entries that no order can hold: a material whose technology has no quality on offer, and the other way round. */
export function offerOf([foundMaterials, foundQualities, foundFinishings, foundDeliveryMethods]: Results<
  ReturnType<typeof offerReads>
>): StorefrontOffer {
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
