// Printing quality as the API writes it.

import { z } from "@hono/zod-openapi";
import { apiSchemasOf, apiValuesOf } from "../catalog-field.ts";
import type { Quality } from "../catalog-rows.ts";
import { QUALITY_FIELDS } from "./quality-fields.request.ts";

export const printingQualitySchema = z
  .object({ id: z.int(), ...apiSchemasOf(QUALITY_FIELDS), studioId: z.int() })
  .openapi("PrintingQuality");

export function toPrintingQuality(row: Quality): z.infer<typeof printingQualitySchema> {
  return { id: row.id, ...apiValuesOf(QUALITY_FIELDS, row, undefined), studioId: row.studioId };
}
