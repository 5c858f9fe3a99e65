// Values of a resumed form in words: each under its form's label.

import { findTechnology } from "../../../slicer-service/src/contract/technologies.ts";
import type { CatalogField } from "../../catalog/catalog-field.ts";
import { CATALOG } from "../../catalog/catalog-kinds.ts";
import { PAYMENT_METHODS } from "../../domain/order.ts";
import type { Language } from "../../domain/person.ts";
import type { TypedValues } from "../../pages/form-values.ts";
import { paymentMethodNames } from "../../pages/payment-method.words.ts";
import { MINIMUM_PRICE_SCOPES } from "../../pricing/price-rules.ts";
import { nameInRow } from "../../studios/price-rules.request.ts";
import { customersWords } from "../customers/customers.words.ts";
import { SEEN_FIELD } from "../kit/seen-form/seen-form.ts";
import { newOrderWords } from "../new-order/new-order.words.ts";
import { keptViewWords } from "../orders/kept-view/kept-view.words.ts";
import { orderWords } from "../orders/order.words.ts";
import { paymentsWords } from "../orders/payments/payments.words.ts";
import { priceRulesWords } from "../prices/price-rules.words.ts";
import { priceWords } from "../prices/prices.words.ts";
import { printerWords } from "../printing/printers.words.ts";
import { printingWords } from "../printing/printing.words.ts";
import { requestsWords } from "../requests/requests.words.ts";
import { storefrontWords } from "../storefront/storefront.words.ts";
import { signInWords } from "./sign-in.words.ts";

/** Fields that the page sends by itself. */
const UNTYPED = [
  ...[SEEN_FIELD, "version", "requestKey", "back", "takesOff", "putBack", "meantCurrency"],
  ...["orders", "prints", "begun", "query", "board", "againSeen"],
  ...["do", "leftOut", "shownPrices", "findCustomer", "findModel"],
];

/** The place of a part or product in a new order. */
const PLACE = /^(items|products)\.\d+\./;
/** Their names are in the database. */
const IDS = ["modelId", "materialId", "printingQualityId", "finishingIds", "productId", "colorId"];

/** The typed values, in the form's order; empty ones are left out. */
export function resumedValues(language: Language, values: TypedValues): readonly (readonly [string, string])[] {
  const labels = labelsIn(language);
  return Object.entries(values).flatMap(([name, value]) => {
    const typed = [value ?? ""].flat().join(", ");
    const own = name.replace(PLACE, "");
    const isIdInOrder = own !== name && IDS.includes(own);
    if (UNTYPED.includes(name) || isIdInOrder || name.startsWith("shown.") || typed === "") return [];
    const label = labels[name] ?? labels[nameInRow(own)] ?? name;
    return [[label, valueInWords(language, name, typed)] as const];
  });
}

/** Labels by the names of their fields. */
function labelsIn(language: Language): Readonly<Record<string, string>> {
  const ofCatalog = Object.values(CATALOG).flatMap(({ fields }) =>
    Object.entries<CatalogField>(fields).flatMap(([name, { words }]) =>
      words === null ? [] : [[name, words.label[language]] as const],
    ),
  );
  return { ...Object.fromEntries(ofCatalog), ...labelsOfForms(language) };
}

/** Labels of fields that no catalog kind declares. */
function labelsOfForms(language: Language) {
  const { email, language: ownLanguage } = signInWords(language);
  const { studioTitle, locale, currency, hourlyRate, setupCost, markupPercentage } = priceWords(language);
  const { minimumPrice, minimumPricePer, electricityPrice } = priceWords(language);
  const { model, buildVolume, status, maintenanceNote, nextMaintenanceAt } = printerWords(language);
  const { fields, comment, note, trackingToShip, due, dueReason, againCopies, againReason } = orderWords(language);
  const { payment, refund, comment: paymentNote } = paymentsWords(language);
  const { copiesTitle, printer, reason } = printingWords(language);
  const { columns } = keptViewWords(language);
  const { answer } = requestsWords(language);
  const { firstName, lastName, phone } = customersWords(language);
  const { welcome, terms, requisites, sites } = storefrontWords(language);
  const { advancePercent, payeeName, payeeIban, payeeCode } = storefrontWords(language);
  const rules = priceRulesWords(language);
  const newOrder = newOrderWords(language);
  return {
    ...{
      fileName: newOrder.models,
      quantity: newOrder.quantity,
      newPrice: newOrder.newPrice,
      priority: newOrder.priority,
    },
    ...{ source: newOrder.source, ownSource: newOrder.ownSource },
    ...{ email, language: ownLanguage },
    ...{ title: studioTitle, locale, currency, hourlyRate, setupCost, markupPercentage, minimumPrice },
    ...{ minimumPricePer, electricityPrice },
    ...{ model, buildVolume, status, maintenanceNote, nextMaintenanceAt },
    ...{ ...fields, comment, note, newTrackingNumber: trackingToShip, dueOn: due, dueReason },
    ...{ paymentAmount: payment.amount, paymentMethod: payment.method, paymentDay: payment.day, paymentNote },
    ...{ refundAmount: refund.amount, refundMethod: refund.method, refundDay: refund.day, refundNote: paymentNote },
    ...{ againCopies, againReason, copies: copiesTitle, printerId: printer, reason, columns },
    ...{ advancePercent, payeeName, payeeIban, payeeCode },
    ...{ firstName, lastName, phoneNumber: phone },
    ...{ answer, welcome, terms, requisites, allowedSites: sites },
    fromQuantity: rules.fromQuantity,
    discount: rules.discount,
    priorityName: rules.priorityName,
    nameInSecondLanguage: rules.nameInSecondLanguage,
    surcharge: rules.surcharge,
    workingDays: rules.workingDays,
    place: rules.place,
  };
}

function valueInWords(language: Language, name: string, value: string): string {
  if (value === "true") return signInWords(language).yes;
  const method = PAYMENT_METHODS.find((known) => known === value);
  if (method !== undefined && name.endsWith("Method")) return paymentMethodNames(language)[method];
  const scope = MINIMUM_PRICE_SCOPES.find((known) => known === value);
  if (name === "minimumPricePer" && scope !== undefined) return priceWords(language).minimumScopes[scope];
  return name === "technologyId" ? (findTechnology(Number(value))?.name ?? value) : value;
}
