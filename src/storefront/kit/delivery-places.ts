// Destinations of a delivery, and the fields of each.

import type { OrderSent } from "../wire.ts";

/** A field of the address, by its name in the forms. */
export type AddressInput = Exclude<keyof OrderSent & `delivery${string}`, "deliveryMethodId">;

/** Kinds of destination: each has its own fields. */
export const PLACES = ["branch", "address", "later"] as const;
export type DeliveryPlace = (typeof PLACES)[number];

export const FIELDS_OF_PLACE: Readonly<Record<DeliveryPlace, readonly AddressInput[]>> = {
  branch: ["deliveryCityName", "deliveryCityRef", "deliveryWarehouseName", "deliveryWarehouseRef"],
  address: [
    ...(["deliveryCityName", "deliveryCityRef"] as const),
    ...(["deliveryStreetName", "deliveryBuildingNumber", "deliveryApartmentNumber"] as const),
  ],
  later: [],
};

/** Fields that a parcel needs to arrive; a house has no flat number. */
export const REQUIRED_OF_PLACE: Readonly<Record<DeliveryPlace, readonly AddressInput[]>> = {
  branch: ["deliveryCityName", "deliveryWarehouseName"],
  address: ["deliveryCityName", "deliveryStreetName", "deliveryBuildingNumber"],
  later: [],
};
