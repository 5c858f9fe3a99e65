// Words of the frame around every page, and titles of refusals as pages.

import { wording } from "../../../pages/words.ts";

export const frameWords = wording({
  en: {
    skip: "Skip to the content",
    language: "Language",
    terms: "The studio’s terms",
    requisites: "Payment details and contacts",
    toPage: "To the order page",
    refused: {
      invalid: "This cannot be accepted",
      sold_out: "This is sold out",
      check: "This cannot be accepted",
      limit: "Too many requests",
      closed: "The studio takes no orders here now",
      not_found: "There is no such page",
      too_large: "This is too large",
      unavailable: "Not right now",
      failed: "Something went wrong on our side",
    },
  },
  uk: {
    skip: "До змісту",
    language: "Мова",
    terms: "Умови студії",
    requisites: "Реквізити й контакти",
    toPage: "До сторінки замовлень",
    refused: {
      invalid: "Це не можна прийняти",
      sold_out: "Це вже продано",
      check: "Це не можна прийняти",
      limit: "Забагато запитів",
      closed: "Зараз студія не приймає тут замовлень",
      not_found: "Такої сторінки немає",
      too_large: "Забагато даних",
      unavailable: "Зараз не вийде",
      failed: "У нас щось пішло не так",
    },
  },
});
