// Words of refusals by Turnstile's check.

import { wording } from "../../pages/words.ts";

export const checkWords = wording({
  en: {
    pass: "Once an hour the page must check that you are not a program. If it does not do so itself, load it again.",
    answer: "The check that you are not a program was not passed, or is too old. Do it once more, and send again.",
    unavailable:
      "The check that you are not a program cannot be made right now. Nothing is lost: send again in half a minute.",
  },
  uk: {
    pass: "Раз на годину сторінка має перевірити, що ви не програма. Якщо вона не робить цього сама, завантажте її знову.",
    answer: "Перевірку, що ви не програма, не пройдено, або вона застаріла. Пройдіть її ще раз і надішліть знову.",
    unavailable: "Зараз неможливо перевірити, що ви не програма. Нічого не втрачено: надішліть ще раз за пів хвилини.",
  },
});
