// Words of a person's own columns and filters.

import { wording } from "../../../pages/words.ts";

export const keptViewWords = wording({
  en: {
    summary: "My columns and filters",
    columns: "Columns",
    hint: "The page then opens for you with these columns and the filters chosen above.",
    keep: "Keep for me",
    reset: "Reset",
    kept: "Done: the page now opens for you like this.",
    resetDone: "Reset: the page opens for you without filters, with the usual columns.",
    none: "Nothing was changed: choose at least one column.",
    applied: "Your own filters apply.",
    showAll: "Show all",
  },
  uk: {
    summary: "Мої стовпці й фільтри",
    columns: "Стовпці",
    hint: "Тоді сторінка відкриватиметься для вас із цими стовпцями й вибраними вище фільтрами.",
    keep: "Запам’ятати для мене",
    reset: "Скинути",
    kept: "Готово: тепер сторінка відкривається для вас так.",
    resetDone: "Скинуто: сторінка відкривається для вас без фільтрів, зі звичайними стовпцями.",
    none: "Нічого не змінено: виберіть хоча б один стовпець.",
    applied: "Діють ваші фільтри.",
    showAll: "Показати все",
  },
});
