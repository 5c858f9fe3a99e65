// Words of the home page.

import { wording } from "../../src/pages/words.ts";

export const homeWords = wording({
  en: {
    title: "Studio Integration API",
    purpose:
      "Prices and orders for 3D-printing studios: by an API for programs, a panel for the studio, and an order page for its customers.",
    customers: "For customers",
    customersText:
      "Each studio has an order page on this service: send a model, see the price, order it. Its address is the studio's own, such as",
    customersHint: "The studio gives it to you.",
    studioInAddress: "studio",
    people: "For studios",
    peopleText: "Orders, printing, catalog, prices and keys.",
    openPanel: "Open the panel",
    developers: "For developers",
    developersText: "Guides, a reference with “try it”, clients and collections to download.",
    openDocuments: "Read the documents",
    firstCall: "First call",
    languages: "Language",
  },
  uk: {
    title: "Studio Integration API",
    purpose:
      "Ціни й замовлення для студій 3D-друку: API для програм, панель для студії та сторінка замовлень для її клієнтів.",
    customers: "Для клієнтів",
    customersText:
      "Кожна студія має на цьому сервісі сторінку замовлень: надішліть модель, побачте ціну, замовте. Її адреса — власна в кожної студії, наприклад",
    customersHint: "Адресу дає студія.",
    studioInAddress: "студія",
    people: "Для студій",
    peopleText: "Замовлення, друк, каталог, ціни та ключі.",
    openPanel: "Відкрити панель",
    developers: "Для розробників",
    developersText: "Посібники, довідник зі спробою запитів, клієнти й колекції для завантаження. Англійською.",
    openDocuments: "Читати документацію",
    firstCall: "Перший запит",
    languages: "Мова",
  },
});
