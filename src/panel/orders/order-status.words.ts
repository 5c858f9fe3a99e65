// Order statuses in words: names, and buttons of moves.

import { ORDER_STATUSES, type OrderStatus } from "../../domain/order.ts";
import type { Language } from "../../domain/person.ts";
import { wording } from "../../pages/words.ts";

const statuses = wording<Record<OrderStatus, string>>({
  en: {
    pending: "New",
    confirmed: "Confirmed",
    printing: "Printing",
    post_processing: "Post-processing",
    ready: "Ready",
    shipped: "Shipped",
    completed: "Completed",
    cancelled: "Cancelled",
  },
  uk: {
    pending: "Нове",
    confirmed: "Підтверджене",
    printing: "Друкується",
    post_processing: "Постобробка",
    ready: "Готове",
    shipped: "Відправлене",
    completed: "Завершене",
    cancelled: "Скасоване",
  },
});

const forward = wording<Record<OrderStatus, string>>({
  en: {
    pending: "Make new again",
    confirmed: "Confirm",
    printing: "Start printing",
    post_processing: "To post-processing",
    ready: "Mark as ready",
    shipped: "Mark as shipped",
    completed: "Complete",
    cancelled: "Cancel the order",
  },
  uk: {
    pending: "Зробити новим",
    confirmed: "Підтвердити",
    printing: "Почати друк",
    post_processing: "На постобробку",
    ready: "Позначити готовим",
    shipped: "Позначити відправленим",
    completed: "Завершити",
    cancelled: "Скасувати замовлення",
  },
});

const back = wording({
  en: { to: (status: string) => `Back to “${status}”` },
  uk: { to: (status) => `Назад: «${status}»` },
});

export function statusName(language: Language, status: OrderStatus): string {
  return statuses(language)[status];
}

/** True if the move undoes an earlier step. */
export function isBackwardMove(from: OrderStatus, to: OrderStatus): boolean {
  return ORDER_STATUSES.indexOf(to) < ORDER_STATUSES.indexOf(from);
}

/** The text of the button. */
export function moveLabel(language: Language, from: OrderStatus, to: OrderStatus): string {
  return isBackwardMove(from, to) ? back(language).to(statusName(language, to)) : forward(language)[to];
}

/** The badge's class. */
export const STATUS_BADGE_CLASS: Readonly<Record<OrderStatus, string>> = {
  pending: "warn",
  confirmed: "accent",
  printing: "accent",
  post_processing: "accent",
  ready: "good",
  shipped: "good",
  completed: "",
  cancelled: "bad",
};
