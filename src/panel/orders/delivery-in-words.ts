// Delivery fields in words: labels and values.

import { DELIVERY_FIELDS, type DeliveryField, deliveryFieldHolds, type StoredDelivery } from "../../domain/delivery.ts";
import type { Language } from "../../domain/person.ts";
import { detailsOf } from "../../orders/delivery.ts";
import { calendarDay } from "../../pages/format.ts";
import { orderWords } from "./order.words.ts";

/** The field's label; an unknown field keeps its name. */
export function deliveryLabel(language: Language, field: string): string {
  const labels: Readonly<Record<string, string>> = orderWords(language).fields;
  return labels[field] ?? field;
}

/** @param value as stored, not empty */
export function deliveryValue(language: Language, field: string, value: string): string {
  const words = orderWords(language);
  if (field === "method") return deliveryMethodName(language, value);
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

/** The service's own two methods are translated; the studio's keep their names. */
export function deliveryMethodName(language: Language, method: string): string {
  const words = orderWords(language);
  if (method === "nova_poshta") return words.novaPoshta;
  return method === "courier" ? words.courier : method;
}

/** The filled-in fields, in the order of DELIVERY_FIELDS. */
export function filledDeliveryFields(
  delivery: StoredDelivery | null,
): readonly [field: DeliveryField, value: string][] {
  const details = detailsOf(delivery);
  return DELIVERY_FIELDS.flatMap((field): [DeliveryField, string][] => {
    const value = details[field];
    return value === null ? [] : [[field, value]];
  });
}
