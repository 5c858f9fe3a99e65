// Fields of a delivery method. It has no price, so staff write all of it.

import { z } from "@hono/zod-openapi";
import { apiValueOf, columnsSchemaOf, type FieldsOf } from "../catalog-field.ts";
import type { DeliveryMethod } from "../catalog-rows.ts";
import { entryName, flagField, NAME } from "../entry-fields.request.ts";

const shown = apiValueOf<DeliveryMethod>();

export const DELIVERY_METHOD_FIELDS = {
  name: {
    column: "name",
    schema: entryName,
    writtenBy: "staff",
    words: {
      label: NAME,
      hint: { en: "Your customers choose it by this name.", uk: "За цією назвою його вибирають клієнти." },
    },
    control: "line",
    api: shown(z.string(), ({ name }) => name),
    inFile: true,
    onStorefront: true,
  },
  isPickup: {
    column: "isPickup",
    schema: flagField,
    writtenBy: "staff",
    words: {
      label: { en: "Pick-up at the studio", uk: "Самовивіз зі студії" },
      hint: { en: "The order page then asks for no address.", uk: "Тоді сторінка замовлень не питає адреси." },
    },
    control: "flag",
    api: null,
    inFile: true,
    onStorefront: true,
    initially: false,
  },
  isActive: {
    column: "isActive",
    schema: flagField,
    writtenBy: "staff",
    words: null,
    control: null,
    api: shown(z.boolean().openapi({ description: "false: an order for it is refused" }), ({ isActive }) => isActive),
    inFile: true,
    onStorefront: false,
    initially: true,
  },
} as const satisfies FieldsOf<DeliveryMethod>;

export const deliveryMethodSchema = columnsSchemaOf(DELIVERY_METHOD_FIELDS);
