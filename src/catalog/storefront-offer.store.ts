// A studio's offer on its order page, each list in the studio's order.

import { type NamedResults, prepared, type StudioDb } from "../db/studio-db.ts";
import { listReads, onOfferTo } from "../items/on-offer.ts";
import { type FieldsOf, inSecondLanguage } from "./catalog-field.ts";
import type { DeliveryMethod, Finishing, Material, Quality } from "./catalog-rows.ts";
import { FINISHING_FIELDS } from "./finishing/finishing-fields.request.ts";
import { MATERIAL_FIELDS } from "./material/material-fields.request.ts";
import { QUALITY_FIELDS } from "./quality/quality-fields.request.ts";

export interface StorefrontOffer {
  readonly materials: readonly Material[];
  readonly qualities: readonly Quality[];
  readonly finishings: readonly Finishing[];
  readonly deliveryMethods: readonly DeliveryMethod[];
}

/** The statements that read the offer; `offerOf` takes their rows. */
export function offerReads(db: StudioDb) {
  return preparedReads(db, {});
}

const preparedReads = prepared((db) => listReads(db, onOfferTo("visitor")));

/** The statement that reads the delivery methods on offer, for a caller's own batch. */
export const deliveryOfferReads = prepared((db) => {
  const { deliveryMethods } = listReads(db, onOfferTo("visitor"));
  return { deliveryMethods };
});

/**
 * The offer in the visitor's language, as far as the studio has its texts in it.
 *
 * Leaves out entries that no order can hold: a material without a quality of its technology on offer, and the other way round.
 */
export function offerOf(
  found: NamedResults<ReturnType<typeof offerReads>>,
  { isSecondLanguage }: { readonly isSecondLanguage: boolean },
): StorefrontOffer {
  const withQuality = new Set(found.qualities.map(({ technologyId }) => technologyId));
  const printable = new Set(
    found.materials.map(({ technologyId }) => technologyId).filter((technologyId) => withQuality.has(technologyId)),
  );
  const read = <Row extends object>(fields: FieldsOf<Row>, row: Row) =>
    isSecondLanguage ? inSecondLanguage(fields, row) : row;
  return {
    materials: found.materials
      .filter(({ technologyId }) => printable.has(technologyId))
      .map((material) => read(MATERIAL_FIELDS, material)),
    qualities: found.qualities
      .filter(({ technologyId }) => printable.has(technologyId))
      .map((quality) => read(QUALITY_FIELDS, quality)),
    finishings: found.finishings
      .filter(({ technologyId }) => technologyId === null || printable.has(technologyId))
      .map((finishing) => read(FINISHING_FIELDS, finishing)),
    deliveryMethods: found.deliveryMethods,
  };
}
