// How an order reaches its customer.

import { z } from "@hono/zod-openapi";
import type { StoredDelivery } from "../db/column-types.ts";
import type { OrderFields } from "./order.request.ts";

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
    npServiceType: z.enum(["WarehouseWarehouse", "WarehouseDoors"]).nullable(),
    trackingNumber: z.string().nullable(),
    deliveryStatus: z.string().nullable(),
    scheduledDeliveryDate: z.string().nullable(),
    actualDeliveryDate: z.string().nullable(),
  })
  .openapi("Delivery");

/** @param configuredMethod the name of the studio's delivery method that was chosen, if one was */
export function deliveryOf(fields: OrderFields, configuredMethod: string | undefined): StoredDelivery | null {
  const sent = {
    cityName: fields.deliveryCityName ?? null,
    cityRef: fields.deliveryCityRef ?? null,
    warehouseName: fields.deliveryWarehouseName ?? null,
    warehouseRef: fields.deliveryWarehouseRef ?? null,
    streetName: fields.deliveryStreetName ?? null,
    streetRef: fields.deliveryStreetRef ?? null,
    buildingNumber: fields.deliveryBuildingNumber ?? null,
    apartmentNumber: fields.deliveryApartmentNumber ?? null,
    npServiceType: fields.deliveryNpServiceType ?? null,
  };
  if (configuredMethod === undefined && Object.values(sent).every((value) => value === null)) return null;
  const namesCarrier = [sent.cityRef, sent.warehouseRef, sent.streetRef].some((reference) => reference !== null);
  return {
    method: configuredMethod ?? (namesCarrier ? "nova_poshta" : "courier"),
    ...sent,
    trackingNumber: null,
    deliveryStatus: null,
    scheduledDeliveryDate: null,
    actualDeliveryDate: null,
  };
}
