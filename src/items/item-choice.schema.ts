// ItemChoice as a request writes it: what a customer chose for one file.

import { z } from "@hono/zod-openapi";
import { distinctIdsField, idField, quantityField } from "../http/fields.ts";
import { modelIdField } from "../http/model-id.schema.ts";

/** Of one order, at every door. */
export const MAX_ITEMS = 20;

export const itemChoiceSchema = z
  .object({
    materialId: idField,
    printingQualityId: idField,
    finishingIds: distinctIdsField
      .nullish()
      .transform((ids) => ids ?? [])
      .openapi({ description: "None where not sent" }),
    quantity: quantityField
      .nullish()
      .transform((quantity) => quantity ?? 1)
      .openapi({ description: "Copies; 1 where not sent" }),
    modelId: modelIdField
      .trim()
      .nullish()
      // As in a form, an empty value is none.
      .transform((modelId) => modelId || undefined),
  })
  .openapi("ItemChoice");
