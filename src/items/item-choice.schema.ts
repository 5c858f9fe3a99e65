// ItemChoice as a request writes it: what a customer chose for one file.

import { z } from "@hono/zod-openapi";
import { distinctIdsField, idField, quantityField } from "../http/fields.ts";

export const itemChoiceSchema = z
  .object({
    materialId: idField,
    printingQualityId: idField,
    finishingIds: distinctIdsField.nullish().transform((ids) => ids ?? []),
    quantity: quantityField.nullish().transform((quantity) => quantity ?? 1),
  })
  .openapi("ItemChoice");
