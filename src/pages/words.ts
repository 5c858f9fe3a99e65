// Words of a page in every language. A page keeps its own beside it, in a `*.words.ts` file.

import type { Language } from "../domain/person.ts";

/** The same entries, whatever they say. */
type Worded<Words> = {
  readonly [Name in keyof Words]: Words[Name] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : Words[Name] extends string
      ? string
      : Worded<Words[Name]>;
};

/** The words in the person's language. Both languages must have the same entries: one that is missing does not compile. */
export function wording<Words>(both: {
  readonly en: Words;
  readonly uk: Worded<NoInfer<Words>>;
}): (language: Language) => Worded<Words> {
  // What English says is as good as any: the type only widens its texts.
  const words: Record<Language, Worded<Words>> = { en: both.en as Worded<Words>, uk: both.uk };
  return (language) => words[language];
}

/** Forms of a counted word. Ukrainian has three for whole numbers: 1 файл, 2 файли, 5 файлів. */
export interface CountedWord {
  readonly one: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

const pluralRules = { en: new Intl.PluralRules("en"), uk: new Intl.PluralRules("uk") };

/** The number with its word in the right form. */
export function counted(language: Language, count: number, word: CountedWord): string {
  const form = pluralRules[language].select(count);
  const chosen = form === "zero" || form === "two" ? undefined : word[form];
  return `${new Intl.NumberFormat(language).format(count)} ${chosen ?? word.other}`;
}
