// Sources of orders in words.

import type { Language } from "../../domain/person.ts";
import { wording } from "../../pages/words.ts";

const words = wording({
  en: {
    order_page: "order page",
    widget: "widget",
    api: "API",
    phone: "phone",
    instagram: "Instagram",
    "walk-in": "at the studio",
  },
  uk: {
    order_page: "сторінка замовлень",
    widget: "віджет",
    api: "API",
    phone: "телефон",
    instagram: "Instagram",
    "walk-in": "у студії",
  },
});

/** The source's name; a tag of a site or a person is shown as it is. */
export function orderSourceName(language: Language, source: string): string {
  const known: Readonly<Record<string, string>> = words(language);
  return Object.hasOwn(known, source) ? (known[source] ?? source) : source;
}
