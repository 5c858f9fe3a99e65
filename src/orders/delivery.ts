// Delivery of an order, made from the fields that the customer gave.

import type { StoredDelivery } from "../db/column-types.ts";

/** Where to deliver. Null: not given. */
export type DeliveryAddress = Pick<
  StoredDelivery,
  | "cityName"
  | "cityRef"
  | "warehouseName"
  | "warehouseRef"
  | "streetName"
  | "streetRef"
  | "buildingNumber"
  | "apartmentNumber"
  | "npServiceType"
>;

/** @param configuredMethod the name of the studio's delivery method that was chosen, if one was */
export function toDelivery(address: DeliveryAddress, configuredMethod: string | undefined): StoredDelivery | null {
  if (configuredMethod === undefined && Object.values(address).every((value) => value === null)) return null;
  const { cityRef, warehouseRef, streetRef } = address;
  const namesCarrier = [cityRef, warehouseRef, streetRef].some((reference) => reference !== null);
  return {
    method: configuredMethod ?? (namesCarrier ? "nova_poshta" : "courier"),
    ...address,
    trackingNumber: null,
    deliveryStatus: null,
    scheduledDeliveryDate: null,
    actualDeliveryDate: null,
  };
}
