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

export const basketSchema = z.object({
  items: z.array(itemSchema).min(1).max(MAX_ITEMS),
  priority: textField.optional(),
});

export function toBasket({ items, priority }: z.output<typeof basketSchema>): BasketToQuote {
  const named = items.map(({ modelId, fileName, ...choice }) => ({ modelId, choice, fileName: fileName || undefined }));
  return { items: named, priority };
}
