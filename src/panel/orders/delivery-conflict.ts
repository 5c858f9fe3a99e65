// Delivery conflict: a form that was typed over an older delivery, merged with others' changes meanwhile.

import { DELIVERY_FIELDS, type DeliveryField } from "../../domain/delivery.ts";
import { detailsOf } from "../../orders/delivery.ts";
import type { OrderDetails } from "../../orders/order-details.store.ts";
import { type ShownFaults, type TypedValues, textOf } from "../../pages/form-values.ts";
import type { View } from "../kit/panel-context.ts";
import { deliveryValue } from "./delivery-in-words.ts";
import { orderWords } from "./order.words.ts";

export interface MergedDelivery {
  /** As typed; a field that the person had left as it was is as it is now. */
  readonly values: TypedValues;
  /** Fields that both have changed, with their current values. */
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
  // Latest first: the last one found is the first change after the person's version.
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

/** The current value beside each contested field. */
export function contestedFaults({ language }: View, { contested }: MergedDelivery): ShownFaults {
  const words = orderWords(language);
  return Object.fromEntries(
    contested.map(({ field, now }) => [
      field,
      [now === null ? words.clearedNow : words.storedNow(deliveryValue(language, field, now))],
    ]),
  );
}
