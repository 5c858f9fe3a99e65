// Finishing as the API writes it.

import { z } from "@hono/zod-openapi";
import { apiSchemasOf, apiValuesOf, type RecordContext } from "../catalog-field.ts";
import type { Finishing } from "../catalog-rows.ts";
import { FINISHING_FIELDS } from "./finishing-fields.request.ts";

export const finishingSchema = z
  .object({ id: z.int(), ...apiSchemasOf(FINISHING_FIELDS), studioId: z.int() })
  .openapi("Finishing");

export function toFinishing(row: Finishing, context: RecordContext): z.infer<typeof finishingSchema> {
  return { id: row.id, ...apiValuesOf(FINISHING_FIELDS, row, context), studioId: row.studioId };
}
