// Delivery of an order, made from the fields that the customer gave.

import type { OrderChanges, StoredDelivery } from "../db/column-types.ts";

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

/** What the studio fills in: the address and the tracking. Without a method, the address tells it. */
export type DeliveryDetails = Omit<StoredDelivery, "method"> & { readonly method: string | null };

/** @param configuredMethod the name of the studio's delivery method that was chosen, if one was */
export function toDelivery(address: DeliveryAddress, configuredMethod: string | undefined): StoredDelivery | null {
  return storedDelivery({
    method: configuredMethod ?? null,
    ...address,
    trackingNumber: null,
    deliveryStatus: null,
    scheduledDeliveryDate: null,
    actualDeliveryDate: null,
  });
}

/** Null where nothing is given. */
export function storedDelivery(details: DeliveryDetails): StoredDelivery | null {
  if (Object.values(details).every((value) => value === null)) return null;
  const { cityRef, warehouseRef, streetRef } = details;
  const namesCarrier = [cityRef, warehouseRef, streetRef].some((reference) => reference !== null);
  return { ...details, method: details.method ?? (namesCarrier ? "nova_poshta" : "courier") };
}

const NO_DELIVERY: DeliveryDetails = {
  method: null,
  cityName: null,
  cityRef: null,
  warehouseName: null,
  warehouseRef: null,
  streetName: null,
  streetRef: null,
  buildingNumber: null,
  apartmentNumber: null,
  npServiceType: null,
  trackingNumber: null,
  deliveryStatus: null,
  scheduledDeliveryDate: null,
  actualDeliveryDate: null,
};

export type DeliveryField = keyof DeliveryDetails;

// Object.keys answers the keys of the object, in its order.
export const DELIVERY_FIELDS = Object.keys(NO_DELIVERY) as readonly DeliveryField[];

/** The delivery's fields; all null where the order has none. */
export function detailsOf(delivery: StoredDelivery | null): DeliveryDetails {
  return delivery ?? NO_DELIVERY;
}

export type DeliveryDifferences = NonNullable<OrderChanges["delivery"]>;

/** The fields that differ, each before and after. */
export function deliveryDifferences(before: StoredDelivery | null, after: StoredDelivery | null): DeliveryDifferences {
  const [old, fresh] = [detailsOf(before), detailsOf(after)];
  const changed = DELIVERY_FIELDS.filter((field) => old[field] !== fresh[field]);
  return Object.fromEntries(changed.map((field) => [field, [old[field], fresh[field]]]));
}

/** The delivery as it was before those differences. */
export function detailsBefore(delivery: StoredDelivery | null, differences: DeliveryDifferences): DeliveryDetails {
  const old = Object.entries(differences).map(([field, [before]]) => [field, before] as const);
  // Histories hold what `deliveryDifferences` found: fields of a delivery, each with a value that it had.
  return { ...detailsOf(delivery), ...(Object.fromEntries(old) as Partial<DeliveryDetails>) };
}
