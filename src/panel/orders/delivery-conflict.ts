// Delivery conflict: merges a form typed over an older version with the changes since.

import { DELIVERY_FIELDS, type DeliveryField } from "../../domain/delivery.ts";
import { detailsOf } from "../../orders/delivery.ts";
import type { OrderDetails } from "../../orders/order-details.store.ts";
import { type ShownFaults, type TypedValues, textOf } from "../../pages/form-values.ts";
import type { View } from "../kit/panel-context.ts";
import { deliveryValue } from "./delivery-in-words.ts";
import { orderWords } from "./order.words.ts";

interface MergedDelivery {
  /** The typed values; fields that the person left unchanged have their current value. */
  readonly values: TypedValues;
  /** Fields changed by both, with their current values. */
  readonly contested: readonly { readonly field: DeliveryField; readonly now: string | null }[];
}

export function mergeDelivery(
  { order, changes }: OrderDetails,
  typed: TypedValues,
  seenVersion: number,
): MergedDelivery {
  const now = detailsOf(order.delivery);
  const values: Record<string, TypedValues[string]> = { ...typed };
  const contested: { field: DeliveryField; now: string | null }[] = [];
  // Changes are latest first, so the last match is the first change after the seen version.
  const since = changes.filter(({ version }) => version > seenVersion).map((entry) => entry.changes?.delivery ?? {});
  for (const field of DELIVERY_FIELDS) {
    const seen = since.findLast((delivery) => delivery[field] !== undefined)?.[field]?.[0];
    if (seen === undefined) continue;
    const isUntouched = textOf(seen) === (typed[field] ?? "");
    if (isUntouched) values[field] = textOf(now[field]);
    else if (textOf(now[field]) !== (typed[field] ?? "")) contested.push({ field, now: now[field] });
  }
  return { values, contested };
}

export function contestedFaults({ language }: View, { contested }: MergedDelivery): ShownFaults {
  const words = orderWords(language);
  return Object.fromEntries(
    contested.map(({ field, now }) => [
      field,
      [now === null ? words.clearedNow : words.storedNow(deliveryValue(language, field, now))],
    ]),
  );
}
