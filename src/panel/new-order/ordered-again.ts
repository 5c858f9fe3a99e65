// An earlier order as the draft of a new one.

import { modelIdOf, type StudioId } from "../../domain/ids.ts";
import { fileNameOf } from "../../models/chosen-models.ts";
import type { Counter } from "../../orders/counter/counter.store.ts";
import { ADDRESS_PARTS, ADDRESS_REFS } from "../../orders/counter/counter-order.request.ts";
import { type TypedValues, textOf } from "../../pages/form-values.ts";
import { type DraftPart, draftContact, withParts } from "./draft.ts";
import { withProducts } from "./draft-products.ts";

type Again = NonNullable<Counter["again"]>;

/** An earlier order as a draft: its customer, delivery and parts. A choice that is not on offer any more is left open. */
export function orderedAgain(
  { order, items }: Again,
  { offer, products: offeredProducts }: Counter,
  studioId: StudioId,
): { readonly values: TypedValues; readonly lost: readonly string[] } {
  const offered = (rows: readonly { readonly id: number }[], id: number | null) =>
    rows.some((row) => row.id === id) ? textOf(id) : "";
  const parts = items.flatMap(({ item, model }): DraftPart[] => {
    if (model === undefined || item.productId !== null) return [];
    return [
      {
        modelId: modelIdOf(studioId, model.sha256),
        fileName: item.originalFileName ?? fileNameOf(model),
        materialId: offered(offer.materials, item.materialId),
        printingQualityId: offered(offer.qualities, item.printingQualityId),
        finishingIds: item.finishingIds.map((id) => offered(offer.finishings, id)).filter((id) => id !== ""),
        quantity: String(item.quantity),
        newPrice: "",
        reason: "",
      },
    ];
  });
  const { delivery } = order;
  const method = offer.deliveryMethods.find(({ name }) => name === delivery?.method);
  const address = [...ADDRESS_PARTS, ...ADDRESS_REFS].map((name) => [name, textOf(delivery?.[name])]);
  const values = {
    // The contact was erased if it has no name.
    ...(order.contact.firstName === "" ? {} : draftContact(order.contact)),
    ...Object.fromEntries(address),
    deliveryMethodId: textOf(method?.id),
  };
  const products = items.flatMap(({ item }) => {
    const { productId, productColorId, productPieces } = item;
    if (
      productPieces === null ||
      offered(
        offeredProducts.map(({ product }) => product),
        productId,
      ) === ""
    )
      return [];
    return [{ productId: textOf(productId), colorId: textOf(productColorId), quantity: String(productPieces) }];
  });
  const lost = items.flatMap(({ item, model }) =>
    isLost(item, model, offeredProducts)
      ? [item.productTitle ?? item.originalFileName ?? `№ ${item.position + 1}`]
      : [],
  );
  return { values: withProducts(withParts(values, parts), products), lost };
}

/** A part without its file, or a product that the studio sells no more; its further prints are named with the first one. */
function isLost(
  { productId, productPieces }: Again["items"][number]["item"],
  model: Again["items"][number]["model"],
  products: Counter["products"],
): boolean {
  if (productId === null) return model === undefined;
  return productPieces !== null && products.every(({ product }) => product.id !== productId);
}
