// Product as the API writes it.

import { z } from "@hono/zod-openapi";
import { apiSchemasOf, apiValuesOf, type RecordContext } from "../catalog-field.ts";
import type { Product } from "../catalog-rows.ts";
import { PRODUCT_FIELDS } from "./product-fields.request.ts";

export const productSchema = z
  .object({
    id: z.int(),
    ...apiSchemasOf(PRODUCT_FIELDS),
    studioId: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .openapi("Product");

export function toProduct(row: Product, context: RecordContext): z.infer<typeof productSchema> {
  return {
    id: row.id,
    ...apiValuesOf(PRODUCT_FIELDS, row, context),
    studioId: row.studioId,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}
