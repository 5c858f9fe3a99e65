// Reasons why a chosen file is left out of a new order.

import { wording } from "../../../pages/words.ts";

export const leftOutWords = wording({
  en: {
    tooMany: "The order has no room for more parts.",
    tooLarge: (megabytes: number) => `The file is larger than ${megabytes} MB.`,
    tooLargeTogether: "The chosen files are too large together: add this one next.",
    noModel: (formats: string) => `It is no ${formats} model.`,
  },
  uk: {
    tooMany: "У замовленні вже немає місця для деталей.",
    tooLarge: (megabytes) => `Файл більший за ${megabytes} МБ.`,
    tooLargeTogether: "Вибрані файли разом завеликі: додайте цей наступним разом.",
    noModel: (formats) => `Це не модель ${formats}.`,
  },
});
