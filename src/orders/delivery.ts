// Delivery of an order, made from the fields that the customer gave.

import type { OrderChanges } from "../db/column-types.ts";
import {
  DELIVERY_FIELDS,
  type DeliveryAddress,
  type DeliveryDetails,
  NO_DELIVERY,
  type StoredDelivery,
} from "../domain/delivery.ts";

/** @param configuredMethod the name of the studio's delivery method that was chosen, if one was */
export function toDelivery(address: DeliveryAddress, configuredMethod: string | undefined): StoredDelivery | null {
  return storedDelivery({ ...NO_DELIVERY, method: configuredMethod ?? null, ...address });
}

/** null if nothing is given. */
export function storedDelivery(details: DeliveryDetails): StoredDelivery | null {
  if (Object.values(details).every((value) => value === null)) return null;
  const { cityRef, warehouseRef, streetRef } = details;
  const namesCarrier = [cityRef, warehouseRef, streetRef].some((reference) => reference !== null);
  return { ...details, method: details.method ?? (namesCarrier ? "nova_poshta" : "courier") };
}

/** The delivery's fields; all null if the order has none. */
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
  // Histories hold the result of `deliveryDifferences`: fields of a delivery, each with an earlier value.
  return { ...detailsOf(delivery), ...(Object.fromEntries(old) as Partial<DeliveryDetails>) };
}
