// Delivery as the API writes it.

import { z } from "@hono/zod-openapi";
import { type DeliveryField, NOVA_POSHTA_SERVICE_TYPES } from "../domain/delivery.ts";
import { moneySchema } from "../http/contract/money.schema.ts";
import { orNull } from "../http/contract/or-null.schema.ts";

export const deliverySchema = z
  .object({
    method: z.string().openapi({ description: "The name of the studio's method, else nova_poshta or courier" }),
    cityName: z.string().nullable(),
    cityRef: z.string().nullable().openapi({ description: "The carrier's id of the city" }),
    warehouseName: z.string().nullable(),
    warehouseRef: z.string().nullable().openapi({ description: "The carrier's id of the branch" }),
    streetName: z.string().nullable(),
    streetRef: z.string().nullable().openapi({ description: "The carrier's id of the street" }),
    buildingNumber: z.string().nullable(),
    apartmentNumber: z.string().nullable(),
    npServiceType: z.enum(NOVA_POSHTA_SERVICE_TYPES).nullable(),
    trackingNumber: z.string().nullable().openapi({ description: "The carrier's number of the parcel" }),
    deliveryStatus: z.string().nullable().openapi({ description: "As the carrier says it" }),
    scheduledDeliveryDate: z.string().nullable(),
    actualDeliveryDate: z.string().nullable(),
    price: orNull(moneySchema).openapi({
      description:
        "As it was when the order was placed, beside the items and no part of `totalPrice`; null where the method states none",
    }),
  } satisfies Record<DeliveryField | "price", z.ZodType>)
  .openapi("Delivery");
