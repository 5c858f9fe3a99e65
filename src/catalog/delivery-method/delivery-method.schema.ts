// Delivery settings as the API writes them: the studio's delivery methods.

import { z } from "@hono/zod-openapi";
import { apiSchemasOf, apiValuesOf, type RecordContext } from "../catalog-field.ts";
import type { DeliveryMethod } from "../catalog-rows.ts";
import { DELIVERY_METHOD_FIELDS } from "./delivery-method-fields.request.ts";
import { shownSlug } from "./delivery-slug.ts";

const { name, ...others } = apiSchemasOf(DELIVERY_METHOD_FIELDS);

const deliveryMethodRecordSchema = z
  .object({
    id: z.int(),
    name,
    slug: z.string().openapi({
      description: "Made of the method's first name; it stays when the name changes. Unique within the studio",
    }),
    ...others,
  })
  .openapi("DeliveryMethod");

export const deliverySettingsSchema = z
  .object({ deliveryMethods: z.array(deliveryMethodRecordSchema) })
  .openapi("DeliverySettings");

export function toDeliveryMethod(
  row: DeliveryMethod,
  context: Pick<RecordContext, "currency">,
): z.infer<typeof deliveryMethodRecordSchema> {
  const { name, ...shown } = apiValuesOf(DELIVERY_METHOD_FIELDS, row, context);
  return { id: row.id, name, slug: shownSlug(row), ...shown };
}
