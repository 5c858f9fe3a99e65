// Fields of a delivery method. The owner writes its price, and the sum of items from which it is free.

import { z } from "@hono/zod-openapi";
import { moneySchema, toMoneyOrNull } from "../../http/contract/money.schema.ts";
import { orNull } from "../../http/contract/or-null.schema.ts";
import { customIssue } from "../../http/request/custom-issues.ts";
import { amountField, positiveAmountField } from "../../http/request/decimal-fields.ts";
import {
  apiValueOf,
  columnsSchemaOf,
  type FieldsOf,
  inColumns,
  type RecordContext,
  schemasOf,
  staffFieldsOf,
} from "../catalog-field.ts";
import type { DeliveryMethod } from "../catalog-rows.ts";
import { entryName, flagField, NAME, orNone } from "../entry-fields.request.ts";

type Context = Pick<RecordContext, "currency">;

const shown = apiValueOf<DeliveryMethod, Context>();

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
  price: {
    column: "priceMinor",
    schema: amountField.optional().transform(orNone),
    writtenBy: "owner",
    scale: 2,
    unit: "currency",
    words: {
      label: { en: "Price", uk: "Ціна" },
      hint: {
        en: "Added to the order on its own line. Leave it empty if customers pay the carrier.",
        uk: "Додається до замовлення окремим рядком. Якщо клієнт платить перевізнику, залиште порожнім.",
      },
    },
    control: "decimal",
    isOptional: true,
    inList: true,
    api: shown(
      orNull(moneySchema).openapi({ description: "For one order, beside its items; null where none is stated" }),
      ({ priceMinor }, { currency }) => toMoneyOrNull(priceMinor, currency),
    ),
    inFile: true,
    // Quotes tell visitors the price of each method for their basket.
    onStorefront: false,
  },
  freeFrom: {
    column: "freeFromMinor",
    schema: positiveAmountField.optional().transform(orNone),
    writtenBy: "owner",
    scale: 2,
    unit: "currency",
    words: {
      label: { en: "Free from", uk: "Безкоштовно від" },
      hint: {
        en: "The sum of an order’s items from which this delivery costs nothing.",
        uk: "Сума позицій замовлення, від якої ця доставка нічого не коштує.",
      },
    },
    control: "decimal",
    isOptional: true,
    inList: true,
    api: shown(
      orNull(moneySchema).openapi({
        description: "The total of an order's items from which it costs nothing; null where it is never free",
      }),
      ({ freeFromMinor }, { currency }) => toMoneyOrNull(freeFromMinor, currency),
    ),
    inFile: true,
    onStorefront: false,
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

/** A delivery method as it is written: without a price it cannot be free from a sum on. */
export const writtenDeliveryMethodSchema = z
  .object(schemasOf(DELIVERY_METHOD_FIELDS))
  .refine(({ price, freeFrom }) => price !== null || freeFrom === null, {
    ...customIssue("freeFromWithoutPrice"),
    path: ["freeFrom"],
  })
  .transform((values) => inColumns(DELIVERY_METHOD_FIELDS, values));

/** The fields of a delivery method that any member may change. */
export const deliveryMethodDetailsSchema = columnsSchemaOf(staffFieldsOf(DELIVERY_METHOD_FIELDS));
