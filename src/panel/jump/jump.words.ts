// Words of the page that leads to an order, a customer or another page.

import { counted, wording } from "../../pages/words.ts";

export const jumpWords = wording({
  en: {
    pages: "Pages",
    orders: "Orders",
    customers: "Customers",
    search: "Search",
    list: "List of orders",
    searchAll: (text: string) => `Search all orders for “${text}”`,
    count: (count: number) => counted("en", count, { one: "result", other: "results" }),
  },
  uk: {
    pages: "Сторінки",
    orders: "Замовлення",
    customers: "Клієнти",
    search: "Пошук",
    list: "Список замовлень",
    searchAll: (text) => `Шукати «${text}» в усіх замовленнях`,
    count: (count) => `Знайдено: ${count}.`,
  },
});
