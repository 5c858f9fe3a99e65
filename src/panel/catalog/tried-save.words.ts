// Words about the trial of a save.

import { wording } from "../../pages/words.ts";

export const triedWords = wording({
  en: {
    notTried:
      "It was not tried on a sample: no slicer answered in time. If the slicer refuses it, this page and the first price will say so.",
    partlyTried: (most: number) =>
      `A sample was sliced with the first ${most} qualities that differ. If the slicer refuses one of the others, its page and the first price will say so.`,
    withQuality: (name: string) => `With the quality “${name}”:`,
    cannotBeSliced: "Nothing can be sliced by these values, so every price that needs them is refused:",
  },
  uk: {
    notTried:
      "На зразку це не перевірено: жоден слайсер не відповів вчасно. Якщо слайсер це відхилить, про це скажуть ця сторінка й перша ціна.",
    partlyTried: (most) =>
      `Зразок нарізано з першими якостями, що відрізняються (${most}). Якщо слайсер відхилить якусь з інших, про це скажуть її сторінка й перша ціна.`,
    withQuality: (name) => `З якістю «${name}»:`,
    cannotBeSliced: "За цими значеннями не можна нарізати нічого, тож у кожній ціні, якій вони потрібні, відмовлено:",
  },
});
