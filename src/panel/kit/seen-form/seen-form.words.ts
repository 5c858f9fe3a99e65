// Words of a form that another person's change has overtaken.

import { wording } from "../../../pages/words.ts";

export const seenFormWords = wording({
  en: {
    changedMeanwhile:
      "Another person has changed this meanwhile. Your values are kept: look at the marked fields, and save again.",
    savedMeanwhile: (now: string) => `Saved meanwhile: ${now}.`,
    clearedMeanwhile: "Cleared meanwhile.",
    chosen: "yes",
  },
  uk: {
    changedMeanwhile:
      "Тим часом хтось інший уже це змінив. Ваші значення збережено: перегляньте позначені поля і збережіть ще раз.",
    savedMeanwhile: (now) => `Тим часом збережено: ${now}.`,
    clearedMeanwhile: "Тим часом значення прибрали.",
    chosen: "так",
  },
});
