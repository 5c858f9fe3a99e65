// Sentence: a text for people, in every language of the service. The door that shows it chooses one.

import type { Language } from "./person.ts";

export type Sentence = Readonly<Record<Language, string>>;

/** @param said the sentence in one language */
export function inEveryLanguage(said: (language: Language) => string): Sentence {
  return { en: said("en"), uk: said("uk") };
}
