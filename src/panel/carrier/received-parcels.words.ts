// Words of the setting that completes orders of received parcels.

import { wording } from "../../pages/words.ts";

export const receivedParcelsWords = wording({
  en: {
    title: "Parcels under way",
    hint: "Nova Poshta is asked about them by the hour. Its word is written into the order, and shown to the customer.",
    completes: "A received parcel completes its order",
    save: "Save",
    on: "Received parcels complete their orders.",
    off: "Received parcels leave their orders as they are.",
  },
  uk: {
    title: "Посилки в дорозі",
    hint: "Про них щогодини запитуємо Нову пошту. Її слово записується в замовлення, і клієнт його бачить.",
    completes: "Отримана посилка завершує замовлення",
    save: "Зберегти",
    on: "Отримані посилки завершують свої замовлення.",
    off: "Отримані посилки залишають замовлення як є.",
  },
});
