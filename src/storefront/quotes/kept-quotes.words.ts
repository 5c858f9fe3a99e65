// Words of refused and expired kept quotes.

import { wording } from "../../pages/words.ts";

export const keptQuoteWords = wording({
  en: {
    noQuote: "This studio did not make this quote. Calculate the price again, and keep that.",
    expired: "This price was shown more than an hour ago. Calculate it again, and keep that.",
    gone: "This quote is no longer kept",
    goneText:
      "A quote is kept for 14 days, on the page of the studio that made it. Send the files again: a price takes a minute.",
    toPage: "To the order page",
  },
  uk: {
    noQuote: "Це не розрахунок цієї студії. Розрахуйте ціну знову й збережіть її.",
    expired: "Цю ціну показано понад годину тому. Розрахуйте її знову й збережіть.",
    gone: "Цей розрахунок уже не зберігається",
    goneText:
      "Розрахунок зберігається 14 днів на сторінці студії, яка його зробила. Надішліть файли знову: ціна з’явиться за хвилину.",
    toPage: "До сторінки замовлень",
  },
});
