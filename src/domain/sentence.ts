// Sentence: what a person is told, in every language that the service speaks. The door that shows it chooses one.

import type { Language } from "./person.ts";

export type Sentence = Readonly<Record<Language, string>>;

/** @param said the sentence in one language */
export function inEveryLanguage(said: (language: Language) => string): Sentence {
  return { en: said("en"), uk: said("uk") };
}
