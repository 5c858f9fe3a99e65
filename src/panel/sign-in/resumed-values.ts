// Values of a resumed form in words: each under its field's label, as the form itself shows it.

import { findTechnology } from "../../../slicer-service/src/contract/technologies.ts";
import type { CatalogField } from "../../catalog/catalog-field.ts";
import { CATALOG } from "../../catalog/catalog-kinds.ts";
import { ORDER_STATUSES } from "../../domain/order.ts";
import type { Language } from "../../domain/person.ts";
import type { TypedValues } from "../../pages/form-values.ts";
import { accountWords } from "../account/account.words.ts";
import { SEEN_FIELD } from "../kit/seen-form.ts";
import { orderWords } from "../orders/order.words.ts";
import { statusName } from "../orders/order-status.words.ts";
import { ordersWords } from "../orders/orders.words.ts";
import { priceWords } from "../prices/prices.words.ts";
import { printerWords } from "../printing/printers.words.ts";
import { requestsWords } from "../requests/requests.words.ts";
import { storefrontWords } from "../storefront/storefront.words.ts";
import { signInWords } from "./sign-in.words.ts";

/** Fields that the page sends by itself. */
const UNTYPED = [SEEN_FIELD, "version", "requestKey", "back", "takesOff", "putBack", "meantCurrency"];

/** The typed values, in the form's order; empty ones are left out. */
export function resumedValues(language: Language, values: TypedValues): readonly (readonly [string, string])[] {
  const labels = labelsIn(language);
  return Object.entries(values).flatMap(([name, value]) => {
    const typed = [value ?? ""].flat().join(", ");
    if (UNTYPED.includes(name) || name.startsWith("shown.") || typed === "") return [];
    return [[labels[name] ?? name, valueInWords(language, name, typed)] as const];
  });
}

/** Labels by the names of their fields. */
function labelsIn(language: Language): Readonly<Record<string, string>> {
  const order = orderWords(language);
  const requests = requestsWords(language);
  const ofCatalog = Object.values(CATALOG).flatMap(({ fields }) =>
    Object.entries<CatalogField>(fields).flatMap(([name, { words }]) =>
      words === null ? [] : [[name, words.label[language]] as const],
    ),
  );
  return {
    ...textsOf(accountWords(language)),
    ...textsOf(storefrontWords(language)),
    ...textsOf(priceWords(language)),
    ...textsOf(printerWords(language)),
    ...Object.fromEntries(ofCatalog),
    ...order.fields,
    newTrackingNumber: order.trackingToShip,
    comment: order.comment,
    note: order.note,
    dueOn: order.due,
    dueReason: order.dueReason,
    status: ordersWords(language).status,
    answer: requests.answer,
  };
}

/** Words without the sentences that take values. */
function textsOf(words: object): Record<string, string> {
  return Object.fromEntries(Object.entries(words).filter(([, word]) => typeof word === "string"));
}

function valueInWords(language: Language, name: string, value: string): string {
  if (value === "true") return signInWords(language).yes;
  if (name === "technologyId") return findTechnology(Number(value))?.name ?? value;
  const status = ORDER_STATUSES.find((one) => name === "status" && one === value);
  return status === undefined ? value : statusName(language, status);
}
