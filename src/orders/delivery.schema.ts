// Delivery as the API writes it.

import { z } from "@hono/zod-openapi";
import { NOVA_POSHTA_SERVICE_TYPES } from "../domain/delivery.ts";

export const deliverySchema = z
  .object({
    method: z.string(),
    cityName: z.string().nullable(),
    cityRef: z.string().nullable(),
    warehouseName: z.string().nullable(),
    warehouseRef: z.string().nullable(),
    streetName: z.string().nullable(),
    streetRef: z.string().nullable(),
    buildingNumber: z.string().nullable(),
    apartmentNumber: z.string().nullable(),
    npServiceType: z.enum(NOVA_POSHTA_SERVICE_TYPES).nullable(),
    trackingNumber: z.string().nullable(),
    deliveryStatus: z.string().nullable(),
    scheduledDeliveryDate: z.string().nullable(),
    actualDeliveryDate: z.string().nullable(),
  })
  .openapi("Delivery");
