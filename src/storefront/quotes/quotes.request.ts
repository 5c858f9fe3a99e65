// Input of POST /{slug}/quotes: the whole basket.

import { z } from "zod";
import { distinctIdsField, idField, quantityField, textField } from "../../http/request/fields.ts";
import { MAX_ITEMS } from "../../items/item.schema.ts";
import { fileNameField, sentModelIdField } from "../kit/page-fields.request.ts";
import type { BasketToQuote } from "./offer-quote.ts";

const itemSchema = z.object({
  modelId: sentModelIdField,
  materialId: idField,
  printingQualityId: idField,
  finishingIds: distinctIdsField,
  quantity: quantityField,
  fileName: fileNameField.optional(),
});

const productSchema = z.object({
  productId: idField,
  colorId: idField.nullish().transform((id) => id ?? null),
  quantity: quantityField,
});

export const basketSchema = z
  .object({
    items: z.array(itemSchema).max(MAX_ITEMS),
    products: z.array(productSchema).max(MAX_ITEMS).default([]),
    priority: textField.optional(),
  })
  .superRefine(({ items, products }, check) => {
    const count = items.length + products.length;
    const fault = { origin: "array", inclusive: true, input: items, path: ["items"] };
    if (count === 0) check.addIssue({ ...fault, code: "too_small", minimum: 1 });
    if (count > MAX_ITEMS) check.addIssue({ ...fault, code: "too_big", maximum: MAX_ITEMS });
  });

export function toBasket({ items, products, priority }: z.output<typeof basketSchema>): BasketToQuote {
  const named = items.map(({ modelId, fileName, ...choice }) => ({ modelId, choice, fileName: fileName || undefined }));
  return { items: named, products, priority };
}
