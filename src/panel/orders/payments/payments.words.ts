// Words of an order's payments: the state, the forms that note them, the history.

import type { OrderChanges } from "../../../db/column-types.ts";
import { wording } from "../../../pages/words.ts";
import type { PaymentState } from "../../../payments/payment-state.ts";

type PaymentChange = NonNullable<OrderChanges["payments"]>[number];

export const paymentsWords = wording({
  en: {
    title: "Payment",
    states: {
      due: "Not paid",
      part: "Paid in part",
      paid: "Paid",
      to_refund: "To be refunded",
      refunded: "Refunded",
    } satisfies Record<PaymentState, string>,
    owed: "To pay in all",
    advance: "Of it in advance",
    paid: "Received",
    refunded: "Refunded",
    due: "Still to be paid",
    over: "Received too much",
    toRefund: "To be refunded",
    notNoted: "This order was placed before payments were noted here. Note one to follow it.",
    payment: {
      note: "Note a payment",
      amount: "Amount received",
      method: "Paid by",
      day: "Received on",
      save: "Note the payment",
    },
    refund: {
      note: "Note a refund",
      amount: "Amount paid back",
      method: "Paid back by",
      day: "Paid back on",
      save: "Note the refund",
    },
    refundHint: "Money paid back is not asked for again.",
    comment: "Note",
    commentHint: "Customers do not see it.",
    noted: {
      payment: (amount: string, number: number) => `${amount} received for order ${number} is noted.`,
      refund: (amount: string, number: number) => `${amount} paid back for order ${number} is noted.`,
    },
    isRefund: (amount: string) => `Refund ${amount}`,
    remove: "Remove",
    removeWhich: (payment: string) => `the note of ${payment}`,
    removed: (amount: string) => `The note of ${amount} is removed.`,
    restored: (amount: string) => `The note of ${amount} is back.`,
    morePaidBack: (paid: string) => `At most ${paid}: so much is received and not paid back.`,
    moreRefunded: "More would be paid back than was received. Remove the note of the refund first.",
    events: {
      payment: {
        noted: (payment: string) => `Payment noted: ${payment}`,
        removed: (payment: string) => `Note of a payment removed: ${payment}`,
        restored: (payment: string) => `Note of a payment put back: ${payment}`,
      },
      refund: {
        noted: (payment: string) => `Refund noted: ${payment}`,
        removed: (payment: string) => `Note of a refund removed: ${payment}`,
        restored: (payment: string) => `Note of a refund put back: ${payment}`,
      },
    } satisfies Record<PaymentChange["kind"], Record<PaymentChange["event"], (payment: string) => string>>,
  },
  uk: {
    title: "Оплата",
    states: {
      due: "Не оплачено",
      part: "Частково",
      paid: "Оплачено",
      to_refund: "Повернути гроші",
      refunded: "Гроші повернено",
    },
    owed: "До сплати всього",
    advance: "З них наперед",
    paid: "Отримано",
    refunded: "Повернено",
    due: "Залишилося сплатити",
    over: "Отримано зайвого",
    toRefund: "Треба повернути",
    notNoted: "Замовлення створене ще до обліку оплат. Запишіть оплату, щоб вести її тут.",
    payment: {
      note: "Записати оплату",
      amount: "Отримано",
      method: "Спосіб оплати",
      day: "Дата оплати",
      save: "Записати оплату",
    },
    refund: {
      note: "Записати повернення",
      amount: "Повернено клієнтові",
      method: "Спосіб повернення",
      day: "Дата повернення",
      save: "Записати повернення",
    },
    refundHint: "Повернені гроші знову до сплати не додаються.",
    comment: "Нотатка",
    commentHint: "Клієнти її не бачать.",
    noted: {
      payment: (amount, number) => `Записано: за замовлення № ${number} отримано ${amount}.`,
      refund: (amount, number) => `Записано: за замовлення № ${number} повернено ${amount}.`,
    },
    isRefund: (amount) => `Повернення ${amount}`,
    remove: "Прибрати",
    removeWhich: (payment) => `запис: ${payment}`,
    removed: (amount) => `Запис про ${amount} прибрано.`,
    restored: (amount) => `Запис про ${amount} знову на місці.`,
    morePaidBack: (paid) => `Не більше ${paid}: стільки отримано й не повернено.`,
    moreRefunded: "Вийде, що повернено більше, ніж отримано. Спершу приберіть запис про повернення.",
    events: {
      payment: {
        noted: (payment) => `Записано оплату: ${payment}`,
        removed: (payment) => `Прибрано запис про оплату: ${payment}`,
        restored: (payment) => `Відновлено запис про оплату: ${payment}`,
      },
      refund: {
        noted: (payment) => `Записано повернення: ${payment}`,
        removed: (payment) => `Прибрано запис про повернення: ${payment}`,
        restored: (payment) => `Відновлено запис про повернення: ${payment}`,
      },
    },
  },
});
