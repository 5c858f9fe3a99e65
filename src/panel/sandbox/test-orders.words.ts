// Words of the page of test orders.

import { wording } from "../../pages/words.ts";

export const testOrderWords = wording({
  en: {
    title: "Test orders",
    intro:
      "The studio's site or script has placed them with a test key. They are priced as real orders are, but nothing is to be printed or sent: they are on no board, in no total and in no stock. Each moves to “Completed” by itself within minutes, and is deleted after a week with its customer's data.",
    guide: "How the sandbox is used",
    number: "Number",
    placed: "Placed",
    status: "Status",
    total: "Total",
    items: "Items",
    key: "Key",
    empty: "There is no test order",
    emptyText: "An API key of the kind “test” places them.",
    nothingMore: "There are no more.",
    pages: "Pages of test orders",
    first: "Newest",
    next: "Older",
  },
  uk: {
    title: "Тестові замовлення",
    intro:
      "Їх створив сайт чи скрипт студії з тестовим ключем. Ціни в них такі самі, як у справжніх, але нічого не треба друкувати чи надсилати: їх немає ні на дошці, ні в сумах, ні в запасах. Кожне за кілька хвилин саме доходить до статусу «Завершене», а через тиждень видаляється разом із даними замовника.",
    guide: "Як користуватися пісочницею",
    number: "Номер",
    placed: "Створено",
    status: "Статус",
    total: "Сума",
    items: "Позиції",
    key: "Ключ",
    empty: "Тестових замовлень немає",
    emptyText: "Їх створює API-ключ виду «тестовий».",
    nothingMore: "Більше немає.",
    pages: "Сторінки тестових замовлень",
    first: "Найновіші",
    next: "Старіші",
  },
});
