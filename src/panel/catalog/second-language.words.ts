// Words of the fields in the order page's second language.

import { wording } from "../../pages/words.ts";

export const secondLanguageWords = wording({
  en: {
    also: { en: "In English too", uk: "In Ukrainian too" },
    entryHint:
      "Customers who read the order page in this language see these texts instead. Left empty, they read the studio's own. Orders and the API keep the studio's.",
    pageHint:
      "Customers who read the order page in this language see these texts instead. Left empty, they read yours above.",
  },
  uk: {
    also: { en: "Ще й англійською", uk: "Ще й українською" },
    entryHint:
      "Ці тексти бачать клієнти, які читають сторінку замовлень цією мовою. Якщо поле порожнє, вони бачать ваш основний текст. У замовленнях і в API лишаються основні.",
    pageHint:
      "Ці тексти бачать клієнти, які читають сторінку замовлень цією мовою. Якщо поле порожнє, вони бачать ваш текст, що вище.",
  },
});
