// Words of a page in every language. A page keeps its own beside it, in a `*.words.ts` file.

import type { Language } from "../domain/person.ts";

/** The same entries with any texts. */
type Worded<Words> = {
  readonly [Name in keyof Words]: Words[Name] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : Words[Name] extends string
      ? string
      : Worded<Words[Name]>;
};

type TextsOf<Words> = { readonly en: Words } & Readonly<Record<Exclude<Language, "en">, Worded<NoInfer<Words>>>>;

/** The words in the person's language. Every language must have the same entries: one that is missing does not compile. */
export function wording<Words>(texts: TextsOf<Words>): (language: Language) => Worded<Words> {
  // The other languages were checked against the English entries: the type only widens the English texts.
  const words = texts as Readonly<Record<Language, Worded<Words>>>;
  return (language) => words[language];
}

/** Each language by its own name, for people who cannot read the page's. */
export const OWN_LANGUAGE_NAMES = { uk: "Українська", en: "English" } as const satisfies Record<Language, string>;

/** A name in Ukrainian quotation marks; its own become the inner ones: «Ваза „Хвиля“». */
export function quoted(name: string): string {
  return `«${name.replaceAll("«", "„").replaceAll("»", "“")}»`;
}

/** Forms of a counted word. Ukrainian has three for whole numbers: 1 файл, 2 файли, 5 файлів. */
export interface CountedWord {
  readonly one: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

const pluralRules = {
  en: new Intl.PluralRules("en"),
  uk: new Intl.PluralRules("uk"),
} satisfies Record<Language, Intl.PluralRules>;

/** The number with its word in the right form. */
export function counted(language: Language, count: number, word: CountedWord): string {
  const form = pluralRules[language].select(count);
  const chosen = form === "zero" || form === "two" ? undefined : word[form];
  return `${new Intl.NumberFormat(language).format(count)} ${chosen ?? word.other}`;
}
