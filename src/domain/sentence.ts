// Sentence: what a person is told, in every language that the service speaks. The door that shows it chooses one.

import type { Language } from "./person.ts";

export type Sentence = Readonly<Record<Language, string>>;
