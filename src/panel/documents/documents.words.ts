// Words of an order's documents: its list, the draft before issuing, and the issued document's page.

import type { DocumentRefusal } from "../../documents/documents.store.ts";
import type { DocumentKind } from "../../domain/order.ts";
import { wording } from "../../pages/words.ts";

export const documentWords = wording({
  en: {
    documents: "Invoices and receipts",
    none: "None is issued yet.",
    create: { invoice: "Invoice…", receipt: "Receipt…" } satisfies Record<DocumentKind, string>,
    draftOf: {
      invoice: (order: number) => `Invoice for order ${order}`,
      receipt: (order: number) => `Receipt for order ${order}`,
    } satisfies Record<DocumentKind, (order: number) => string>,
    backToOrder: "Back to the order",
    draftText:
      "This is how it will look. Once issued it has a number of its own and never changes, whatever is changed in the order or in the studio’s details.",
    language: "Language of the document",
    issue: { invoice: "Issue the invoice", receipt: "Issue the receipt" } satisfies Record<DocumentKind, string>,
    issued: {
      invoice: (number: number) => `Invoice ${number} is issued.`,
      receipt: (number: number) => `Receipt ${number} is issued.`,
    } satisfies Record<DocumentKind, (number: number) => string>,
    issuedBefore: "One that says exactly this is issued already:",
    toCustomer: "The customer finds it on the page of the order.",
    refused: {
      cancelled: "The order is cancelled: it gets no new documents.",
      nothing_paid: "Nothing is paid yet, so there is nothing to confirm. Note the payment with the order first.",
    } satisfies Record<DocumentRefusal, string>,
    meanwhile: "Something that stands on it was changed meanwhile. Nothing is issued yet: look at it again.",
    noRequisites: "Your details (name, tax number, account, address) are not on it: they are empty.",
    fillRequisites: "Fill them in",
  },
  uk: {
    documents: "Рахунки й квитанції",
    none: "Ще нічого не виписано.",
    create: { invoice: "Рахунок…", receipt: "Квитанція…" },
    draftOf: {
      invoice: (order) => `Рахунок до замовлення № ${order}`,
      receipt: (order) => `Квитанція до замовлення № ${order}`,
    },
    backToOrder: "Назад до замовлення",
    draftText:
      "Так виглядатиме документ. Виписаний, він отримає власний номер і вже не зміниться, хоч би що змінили в замовленні чи в реквізитах студії.",
    language: "Мова документа",
    issue: { invoice: "Виписати рахунок", receipt: "Виписати квитанцію" },
    issued: {
      invoice: (number) => `Рахунок № ${number} виписано.`,
      receipt: (number) => `Квитанцію № ${number} виписано.`,
    },
    issuedBefore: "Точно такий документ уже виписано:",
    toCustomer: "Клієнт знайде документ на сторінці свого замовлення.",
    refused: {
      cancelled: "Замовлення скасоване: нових документів до нього не виписують.",
      nothing_paid: "Ще нічого не сплачено, тож підтверджувати нема чого. Спершу запишіть оплату в замовленні.",
    },
    meanwhile: "Дещо в документі тим часом змінилося. Ще нічого не виписано: перегляньте його знову.",
    noRequisites: "У документі немає ваших реквізитів (назви, коду, рахунку, адреси): їх не заповнено.",
    fillRequisites: "Заповнити",
  },
});
