// A delivery's fields as a person reads them.

import { DELIVERY_FIELDS, type DeliveryField, deliveryFieldHolds, type StoredDelivery } from "../../domain/delivery.ts";
import type { Language } from "../../domain/person.ts";
import { detailsOf } from "../../orders/delivery.ts";
import { calendarDay } from "../../pages/format.ts";
import { orderWords } from "./order.words.ts";

/** The label of a field of the delivery; of one that is not known, its name. */
export function deliveryLabel(language: Language, field: string): string {
  const labels: Readonly<Record<string, string>> = orderWords(language).fields;
  return labels[field] ?? field;
}

/** @param value as stored, not empty */
export function deliveryValue(language: Language, field: string, value: string): string {
  const words = orderWords(language);
  if (field === "method") return methodName(language, value);
  const holds = deliveryFieldHolds(field);
  switch (holds) {
    case "service_type": {
      const types: Readonly<Record<string, string>> = words.serviceTypes;
      return types[value] ?? value;
    }
    case "day":
      return calendarDay(language, value);
    case "text":
    case undefined:
      return value;
    default:
      return holds satisfies never;
  }
}

/** The two methods that the service itself gives have words; any other has the name that the studio gave it. */
export function methodName(language: Language, method: string): string {
  const words = orderWords(language);
  if (method === "nova_poshta") return words.novaPoshta;
  return method === "courier" ? words.courier : method;
}

/** The fields that are filled in, in their order. */
export function filledIn(delivery: StoredDelivery | null): readonly [field: DeliveryField, value: string][] {
  const details = detailsOf(delivery);
  return DELIVERY_FIELDS.flatMap((field): [DeliveryField, string][] => {
    const value = details[field];
    return value === null ? [] : [[field, value]];
  });
}
