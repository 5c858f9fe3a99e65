// Words of an invoice and a receipt on paper, and their names on pages.

import type { DocumentContent } from "../db/column-types.ts";
import type { DocumentKind } from "../domain/order.ts";
import { wording } from "./words.ts";

type LineKind = DocumentContent["lines"][number]["kind"];

export const documentSheetWords = wording({
  en: {
    numbered: {
      invoice: (number: number) => `Invoice ${number}`,
      receipt: (number: number) => `Receipt ${number}`,
    } satisfies Record<DocumentKind, (number: number) => string>,
    draft: { invoice: "Invoice, not issued yet", receipt: "Receipt, not issued yet" } satisfies Record<
      DocumentKind,
      string
    >,
    dated: (day: string) => `of ${day}`,
    studio: "From",
    code: (code: string) => `Tax number ${code}`,
    customer: "To",
    basis: "For",
    order: (number: number) => `Order ${number}`,
    line: "Description",
    quantity: "Quantity",
    amount: "Amount",
    lines: {
      item: (name: string | null) => `3D printing: ${name ?? ""}`,
      top_up: () => "Top-up to the minimum order",
      delivery: (name: string | null) => (name === null ? "Delivery" : `Delivery: ${name}`),
    } satisfies Record<LineKind, (name: string | null) => string>,
    total: "Total",
    received: "Received so far",
    toPay: "Still to be paid",
    advance: "Of it in advance",
    payments: "Received",
    day: "Day",
    method: "By",
    refund: "Refund",
    paid: "Received in all",
    inWords: "In words",
    signature: "Signature",
    notFiscal: "This is not a fiscal receipt.",
    print: "Print",
  },
  uk: {
    numbered: {
      invoice: (number) => `Рахунок № ${number}`,
      receipt: (number) => `Квитанція № ${number}`,
    },
    draft: { invoice: "Рахунок, ще не виписаний", receipt: "Квитанція, ще не виписана" },
    dated: (day) => `від ${day}`,
    studio: "Постачальник",
    code: (code) => `Код ${code}`,
    customer: "Покупець",
    basis: "Підстава",
    order: (number) => `Замовлення № ${number}`,
    line: "Найменування",
    quantity: "Кількість, шт.",
    amount: "Сума",
    lines: {
      item: (name) => `3D-друк: ${name ?? ""}`,
      top_up: () => "Доплата до мінімального замовлення",
      delivery: (name) => (name === null ? "Доставка" : `Доставка: ${name}`),
    },
    total: "Разом",
    received: "Уже отримано",
    toPay: "Залишилося сплатити",
    advance: "З них наперед",
    payments: "Отримано",
    day: "Дата",
    method: "Спосіб",
    refund: "Повернення",
    paid: "Усього отримано",
    inWords: "Сума прописом",
    signature: "Підпис",
    notFiscal: "Це не фіскальний чек.",
    print: "Надрукувати",
  },
});
