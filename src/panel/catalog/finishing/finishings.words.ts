// Words of the pages of finishings.

import { wording } from "../../../pages/words.ts";

export const finishingWords = wording({
  en: {
    add: "New finishing",
    empty: "No finishing yet. Sanding, painting, threaded inserts: add what you do after printing.",
    emptyAfterArchiving: "All finishings are archived.",
    charge: "Charge",
    percentageOf: (percentage: string) => `${percentage} % of material and time`,
    free: "Free of charge",
    noMaterial: (names: string) => `You have no material with this name: ${names}.`,
  },
  uk: {
    add: "Нова обробка",
    empty: "Обробки ще немає. Шліфування, фарбування, різьбові вставки: додайте те, що ви робите після друку.",
    emptyAfterArchiving: "Уся обробка в архіві.",
    charge: "Вартість",
    percentageOf: (percentage) => `${percentage} % від матеріалу й часу`,
    free: "Безкоштовно",
    noMaterial: (names) => `Матеріалу з такою назвою у вас немає: ${names}.`,
  },
});
