// Words of refusals by a limit: its name, and the time of its end.

import type { Language } from "../../domain/person.ts";
import { inEveryLanguage, type Sentence } from "../../domain/sentence.ts";
import { type Allowance, DAILY_ALLOWANCES, type DayOf } from "../../domain/visitor.ts";
import { type CountedWord, counted, wording } from "../../pages/words.ts";

const words = wording({
  en: {
    visitorCalls: (when: string) => `Your network has asked for a lot within a minute. Try again ${when}.`,
    studioCalls: (when: string) => `Very many people are on this page right now. Try again ${when}.`,
    network: {
      upload: (count: string, when: string) =>
        `Your network has sent ${count} files within a day, which is the limit. The next can be sent ${when}.`,
      slice: (count: string, when: string) =>
        `${count} calculations were made for your network within a day, which is the limit. The next can begin ${when}; calculated parts stay, and can be ordered.`,
      order: (count: string, when: string) =>
        `Your network has sent ${count} orders within a day, which is the limit. The next can be sent ${when}.`,
      request: (count: string, when: string) =>
        `Your network has sent ${count} price requests within a day, which is the limit. The next can be sent ${when}; parts with a price can be ordered all the same.`,
      keep: (count: string, when: string) =>
        `Your network has kept ${count} prices by a link within a day, which is the limit. The next can be kept ${when}; you can order now all the same.`,
    },
    studio: {
      upload: (_count: string, when: string) =>
        `This studio's page was sent so many files within a day that it takes no more now. The next can be sent ${when}.`,
      slice: (_count: string, when: string) =>
        `This studio's page has calculated so much within a day that it can begin nothing more now. The next can begin ${when}; calculated parts stay, and can be ordered.`,
      order: (_count: string, when: string) =>
        `This studio's page was sent so many orders within a day that it takes no more now. The next can be sent ${when}.`,
      request: (_count: string, when: string) =>
        `This studio's page was sent so many price requests within a day that it takes no more now. The next can be sent ${when}; parts with a price can be ordered all the same.`,
      keep: (_count: string, when: string) =>
        `So many prices were kept on this studio's page within a day that it keeps no more now. The next can be kept ${when}; you can order now all the same.`,
    },
  },
  uk: {
    visitorCalls: (when) => `З вашої мережі за хвилину надійшло забагато запитів. Спробуйте ще раз ${when}.`,
    studioCalls: (when) => `На цій сторінці зараз дуже багато людей. Спробуйте ще раз ${when}.`,
    network: {
      upload: (count, when) =>
        `З вашої мережі за добу надіслано файлів: ${count} — це межа. Наступний можна надіслати ${when}.`,
      slice: (count, when) =>
        `Для вашої мережі за добу зроблено розрахунків: ${count} — це межа. Наступний може початися ${when}; розраховані деталі залишаються, їх можна замовити.`,
      order: (count, when) =>
        `З вашої мережі за добу надіслано замовлень: ${count} — це межа. Наступне можна надіслати ${when}.`,
      request: (count, when) =>
        `З вашої мережі за добу надіслано запитів на ціну: ${count} — це межа. Наступний можна надіслати ${when}; деталі з ціною можна замовити й зараз.`,
      keep: (count, when) =>
        `З вашої мережі за добу збережено розрахунків: ${count} — це межа. Наступний можна зберегти ${when}; замовити можна й зараз.`,
    },
    studio: {
      upload: (_count, when) =>
        `На сторінку цієї студії за добу надіслано так багато файлів, що зараз вона більше не приймає. Наступний можна надіслати ${when}.`,
      slice: (_count, when) =>
        `Сторінка цієї студії за добу розрахувала так багато, що зараз нових розрахунків не починає. Наступний може початися ${when}; розраховані деталі залишаються, їх можна замовити.`,
      order: (_count, when) =>
        `На сторінку цієї студії за добу надіслано так багато замовлень, що зараз вона більше не приймає. Наступне можна надіслати ${when}.`,
      request: (_count, when) =>
        `На сторінку цієї студії за добу надіслано так багато запитів на ціну, що зараз вона більше не приймає. Наступний можна надіслати ${when}; деталі з ціною можна замовити й зараз.`,
      keep: (_count, when) =>
        `На сторінці цієї студії за добу збережено так багато розрахунків, що зараз вона більше не зберігає. Наступний можна зберегти ${when}; замовити можна й зараз.`,
    },
  },
});

const units = wording<Record<"second" | "minute" | "hour", CountedWord> & { after: (time: string) => string }>({
  en: {
    second: { one: "second", other: "seconds" },
    minute: { one: "minute", other: "minutes" },
    hour: { one: "hour", other: "hours" },
    after: (time) => `in ${time}`,
  },
  uk: {
    second: { one: "секунду", few: "секунди", many: "секунд", other: "секунди" },
    minute: { one: "хвилину", few: "хвилини", many: "хвилин", other: "хвилини" },
    hour: { one: "годину", few: "години", many: "годин", other: "години" },
    after: (time) => `за ${time}`,
  },
});

/** The refusal of a network's calls, or of all calls to one studio, above their limit. */
export function tooManyCalls(whose: "visitorCalls" | "studioCalls", seconds: number): Sentence {
  return inEveryLanguage((language) => words(language)[whose](inTime(language, seconds)));
}

export function dayUsedUp(dayOf: DayOf, allowance: Allowance, seconds: number): Sentence {
  return inEveryLanguage((language) => {
    const count = new Intl.NumberFormat(language).format(DAILY_ALLOWANCES[dayOf][allowance]);
    return words(language)[dayOf === "studio" ? "studio" : "network"][allowance](count, inTime(language, seconds));
  });
}

/** A time in people's words: seconds, minutes or hours, rounded up. */
function inTime(language: Language, seconds: number): string {
  const { second, minute, hour, after } = units(language);
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 90) return after(counted(language, seconds, second));
  if (minutes < 90) return after(counted(language, minutes, minute));
  return after(counted(language, Math.ceil(minutes / 60), hour));
}
