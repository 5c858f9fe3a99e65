// What POST /quotes takes.

import { z } from "@hono/zod-openapi";
import { distinctIdsField, idField, inFormText, quantityField } from "../http/fields.ts";
import { noJsonArray } from "../http/list-in-texts.ts";
import { modelIdField } from "../http/model-id.schema.ts";
import { RequestFields } from "../http/request-fields.ts";
import type { ItemChoice } from "../items/resolve-items.ts";
import { MODEL_FIELD } from "../models/upload.request.ts";

const quoteFieldsSchema = z.object({
  materialId: inFormText(idField),
  printingQualityId: inFormText(idField),
  finishingIds: distinctIdsField.optional().meta({ description: "A JSON array of ids. None where not sent" }),
  quantity: inFormText(quantityField).default(1).meta({ description: "Copies; 1 where not sent" }),
  modelId: modelIdField.optional(),
});

export const quoteFields = new RequestFields(
  quoteFieldsSchema,
  { finishingIds: { entries: "numbers", unreadable: noJsonArray("[3, 4]") } },
  [MODEL_FIELD],
);

export function toItemChoice(fields: z.output<typeof quoteFieldsSchema>): ItemChoice {
  const { materialId, printingQualityId, quantity, finishingIds = [] } = fields;
  return { materialId, printingQualityId, finishingIds, quantity };
}
