// Words of the delivery's price, loaded with the order form.

import { wording } from "../../../pages/words.ts";

export const deliveryWords = wording({
  en: {
    byCarrier: "Delivery is paid to the carrier.",
    free: "free",
    freeFrom: (sum: string) => `free from ${sum}`,
  },
  uk: {
    byCarrier: "Доставку оплачують перевізнику.",
    free: "безкоштовно",
    freeFrom: (sum) => `безкоштовно від ${sum}`,
  },
});
