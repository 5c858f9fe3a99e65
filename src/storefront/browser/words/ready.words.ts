// Words of the days to choose from, loaded with the first quote that has several.

import { wording } from "../../../pages/words.ts";
import type { PriorityDropped } from "../../wire.ts";

export const readyWords = wording({
  en: {
    legend: "When it is to be ready",
    usual: "As usual",
    dropped: {
      not_offered: "The studio no longer offers the earlier day that you chose.",
      not_earlier: "Your order is ready as early without the surcharge that you chose, so it is left out.",
    } satisfies Record<PriorityDropped, string>,
  },
  uk: {
    legend: "Коли має бути готове",
    usual: "Звичайний термін",
    dropped: {
      not_offered: "Студія вже не пропонує швидшого терміну, який ви вибрали.",
      not_earlier: "Замовлення буде готове так само скоро й без вибраної доплати, тож її прибрано.",
    },
  },
});
