// Words of the documents' script, in the language of the page.

import { DEFAULT_LANGUAGE, LANGUAGES } from "../../../domain/person.ts";
import { counted, quoted, wording } from "../../../pages/words.ts";

const wordsOf = wording({
  en: {
    copy: "Copy",
    copied: "Copied",
    results: (count: number) => counted("en", count, { one: "result", other: "results" }),
    nothing: (typed: string) => `Nothing is called or says “${typed}”.`,
  },
  uk: {
    copy: "Копіювати",
    copied: "Скопійовано",
    results: (count) =>
      counted("uk", count, { one: "результат", few: "результати", many: "результатів", other: "результату" }),
    nothing: (typed) => `Немає нічого з назвою чи текстом ${quoted(typed)}.`,
  },
});

export const readerWords = wordsOf(
  LANGUAGES.find((language) => language === document.documentElement.lang) ?? DEFAULT_LANGUAGE,
);
