// Words of the payment of an order, for its customer.

import { wording } from "./words.ts";

export const howToPayWords = wording({
  en: {
    title: "Payment",
    owed: "For everything",
    paid: "You have paid",
    refunded: "The studio has paid back",
    left: "Still to pay in all",
    over: "The studio is to pay back",
    inAdvance: "To pay now, in advance",
    now: "To pay",
    settled: {
      paid: "The order is paid. Thank you!",
      to_refund: "The order is cancelled. The studio will pay the money back.",
      refunded: "The studio has paid the money back.",
    },
    byTransfer: "For a transfer, copy the sum and the purpose; where to pay stands in the studio’s payment details.",
    sum: "Sum",
    purposeTitle: "Purpose of the payment",
    purpose: (number: number) => `Payment for order ${number}`,
    payeeName: "Payee",
    payeeIban: "IBAN",
    payeeCode: "Tax code of the payee",
    codeOnPage: "The order’s page has a QR code for your bank’s app: account, sum and purpose are filled in.",
    code: "Or scan this with your bank’s app: account, sum and purpose are filled in.",
    codeOf: "QR code of the transfer",
    openBank: "Open in the bank’s app",
  },
  uk: {
    title: "Оплата",
    owed: "За все разом",
    paid: "Ви сплатили",
    refunded: "Студія повернула",
    left: "Ще до сплати всього",
    over: "Студія має повернути",
    inAdvance: "Зараз — передоплата",
    now: "До сплати",
    settled: {
      paid: "Замовлення оплачено. Дякуємо!",
      to_refund: "Замовлення скасовано. Студія поверне гроші.",
      refunded: "Студія повернула гроші.",
    },
    byTransfer: "Для переказу скопіюйте суму й призначення; куди платити — у реквізитах студії.",
    sum: "Сума",
    purposeTitle: "Призначення платежу",
    purpose: (number) => `Оплата замовлення № ${number}`,
    payeeName: "Отримувач",
    payeeIban: "IBAN",
    payeeCode: "Код отримувача",
    codeOnPage:
      "На сторінці замовлення є QR-код для застосунку вашого банку: рахунок, сума й призначення заповняться самі.",
    code: "Або відскануйте код застосунком свого банку: рахунок, сума й призначення заповняться самі.",
    codeOf: "QR-код переказу",
    openBank: "Відкрити в застосунку банку",
  },
});
