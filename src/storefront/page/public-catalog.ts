// Public catalog: the part of the studio's offer that leaves the server.
//
// No stock, no cost, no rate, no markup, no slicer's settings.

import { TECHNOLOGIES } from "../../../slicer-service/src/contract/technologies.ts";
import type { StorefrontOffer } from "../../catalog/storefront-offer.store.ts";
import { formatDecimal } from "../../domain/decimal.ts";
import type { PublicCatalog } from "../wire.ts";

/** Lists every field, so that a table's new column stays private. */
export function publicCatalog({ materials, qualities, finishings, deliveryMethods }: StorefrontOffer): PublicCatalog {
  const offered = new Set(materials.map(({ technologyId }) => technologyId));
  return {
    technologies: TECHNOLOGIES.filter(({ id }) => offered.has(id)).map(({ id, name, slug }) => ({ id, name, slug })),
    materials: materials.map(({ id, technologyId, name, color, colorHex }) => {
      return { id, technologyId, name, color, colorHex };
    }),
    qualities: qualities.map(({ id, technologyId, name, description, layerHeightMicrometres, supports }) => {
      const layerHeightMm = Number(formatDecimal(layerHeightMicrometres, 3));
      const isDefault = id === defaultOf(qualities, technologyId);
      return { id, technologyId, name, description, layerHeightMm, supports, isDefault };
    }),
    finishings: finishings.map(({ id, technologyId, name, description, materialNames, onlyWithSupports }) => {
      return { id, technologyId, name, description, materialNames, onlyWithSupports };
    }),
    deliveryMethods: deliveryMethods.map(({ id, name, isPickup }) => ({ id, name, isPickup })),
  };
}

/** If the studio's default quality is not on offer, the technology's first takes its place. */
function defaultOf(qualities: StorefrontOffer["qualities"], technologyId: number): number | undefined {
  const ofTechnology = qualities.filter((quality) => quality.technologyId === technologyId);
  return (ofTechnology.find(({ isDefault }) => isDefault) ?? ofTechnology[0])?.id;
}
