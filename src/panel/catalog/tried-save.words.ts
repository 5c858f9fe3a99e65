// Words about the trial of a save.

import { quoted, wording } from "../../pages/words.ts";

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
      "На зразку це не перевірено: жоден слайсер не відповів вчасно. Якщо слайсер цього не прийме, про це буде сказано на цій сторінці й під час першого розрахунку ціни.",
    partlyTried: (most) =>
      `Зразок нарізано з першими якостями, що відрізняються (${most}). Якщо слайсер не прийме якоїсь з інших, про це буде сказано на її сторінці й під час першого розрахунку ціни.`,
    withQuality: (name) => `З якістю ${quoted(name)}:`,
    cannotBeSliced: "З такими значеннями нарізка не вдається, тож ціни, для яких вони потрібні, не розраховуються:",
  },
});
