// Material as the API writes it.

import { z } from "@hono/zod-openapi";
import { isLowStock } from "../../domain/workshop.ts";
import { apiSchemasOf, apiValuesOf, type RecordContext } from "../catalog-field.ts";
import type { Material } from "../catalog-rows.ts";
import { MATERIAL_FIELDS } from "./material-fields.request.ts";

export const materialSchema = z
  .object({
    id: z.int(),
    ...apiSchemasOf(MATERIAL_FIELDS),
    isLowStock: z.boolean().openapi({ description: "Whether the stock is at or below its threshold" }),
    studioId: z.int(),
  })
  .openapi("Material");

export function toMaterial(row: Material, context: RecordContext): z.infer<typeof materialSchema> {
  const { id, studioId } = row;
  return { id, ...apiValuesOf(MATERIAL_FIELDS, row, context), isLowStock: isLowStock(row), studioId };
}
