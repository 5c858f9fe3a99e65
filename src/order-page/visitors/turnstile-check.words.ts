// Words of refusals where the check that a visitor is no program was not passed.

import { wording } from "../../pages/words.ts";

export const checkWords = wording({
  en: {
    pass: "It must be checked first that you are no program, once an hour. If the page does not do so itself, load it again.",
    answer: "The check that you are no program was not passed, or is too old. Do it once more, and send again.",
    unavailable:
      "The check that you are no program cannot be made right now. Nothing is lost: send again in half a minute.",
  },
  uk: {
    pass: "Спершу треба перевірити, що ви не програма; так щогодини. Якщо сторінка не робить цього сама, завантажте її знову.",
    answer: "Перевірку, що ви не програма, не пройдено, або вона застаріла. Пройдіть її ще раз і надішліть знову.",
    unavailable: "Зараз неможливо перевірити, що ви не програма. Нічого не втрачено: надішліть ще раз за пів хвилини.",
  },
});
