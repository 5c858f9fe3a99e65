// What POST /quotes takes.

import { z } from "@hono/zod-openapi";
import { distinctIdsField, idField, inFormText, jsonArrayField, quantityField } from "../http/fields.ts";
import { modelIdField } from "../http/model-id.schema.ts";
import type { ItemChoice } from "../items/resolve-items.ts";

export const quoteFieldsSchema = z.object({
  materialId: inFormText(idField),
  printingQualityId: inFormText(idField),
  finishingIds: jsonArrayField(distinctIdsField, "[3, 4]")
    .optional()
    .meta({ description: "A JSON array of ids. None where not sent" }),
  "finishingIds[]": z
    .array(inFormText(idField))
    .pipe(distinctIdsField)
    .optional()
    .meta({ description: "The same, one field per id" }),
  quantity: inFormText(quantityField).default(1).meta({ description: "Copies; 1 where not sent" }),
  modelId: modelIdField.optional(),
});

export function toItemChoice(fields: z.output<typeof quoteFieldsSchema>): ItemChoice {
  const { materialId, printingQualityId, quantity } = fields;
  return {
    materialId,
    printingQualityId,
    finishingIds: fields.finishingIds ?? fields["finishingIds[]"] ?? [],
    quantity,
  };
}
