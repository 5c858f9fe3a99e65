// Public catalog: the part of the studio's offer that leaves the server.
//
// No stock, no cost, no rate, no markup, no slicer's settings.

import { TECHNOLOGIES } from "../../../slicer-service/src/contract/technologies.ts";
import type { ProductOnShelf } from "../../catalog/product/shelf.store.ts";
import type { StorefrontOffer } from "../../catalog/storefront-offer.store.ts";
import { formatDecimal } from "../../domain/decimal.ts";
import { formatMinorUnits, minorUnits } from "../../domain/money.ts";
import type { PublicCatalog, ShelfProduct } from "../wire.ts";

/** Lists every field, so that a table's new column stays private. */
export function publicCatalog(offer: StorefrontOffer): PublicCatalog {
  const { materials, qualities, finishings, deliveryMethods, products } = offer;
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
    products: products.map(toShelfProduct),
  };
}

/** Every field is named here too. */
export function toShelfProduct({ product, colors, isPrinted }: ProductOnShelf): ShelfProduct {
  const { id, title, description, photos, priceMinor, isPriceComputed, leadTimeDays, stock } = product;
  return {
    ...{ id, title, description, photos, isPriceComputed, leadTimeDays, isPrinted },
    price: formatMinorUnits(minorUnits(priceMinor)),
    readyToShip: colors.length === 0 ? stock : colors.reduce((sum, color) => sum + color.stock, 0),
    colors: colors.map(({ id, name, hex, stock }) => ({ id, name, hex, readyToShip: stock })),
  };
}

/** If the studio's default quality is not on offer, the technology's first takes its place. */
function defaultOf(qualities: StorefrontOffer["qualities"], technologyId: number): number | undefined {
  const ofTechnology = qualities.filter((quality) => quality.technologyId === technologyId);
  return (ofTechnology.find(({ isDefault }) => isDefault) ?? ofTechnology[0])?.id;
}
