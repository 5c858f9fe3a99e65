// Sentence: a text for people, in every language of the service. The door that shows it chooses one.

import type { Language } from "./person.ts";

export type Sentence = Readonly<Record<Language, string>>;
