// A sum in words, as Ukrainian invoices have it.

import { toCurrency } from "n2words/uk-UA";
import type { Currency, CurrencyCode } from "../domain/currency.ts";
import { formatMinorUnits, type MinorUnits } from "../domain/money.ts";
import type { Language } from "../domain/person.ts";

/** The custom is of hryvnias in Ukrainian. */
const IN_WORDS: Readonly<Record<Language, Partial<Record<CurrencyCode, (decimal: string) => string>>>> = {
  uk: { UAH: toCurrency },
  en: {},
};

/** Undefined in a language without the custom, and of a currency without it. */
export function sumInWords(language: Language, amount: MinorUnits, { code }: Currency): string | undefined {
  const words = IN_WORDS[language][code]?.(formatMinorUnits(amount));
  // The library writes і with the Latin letter, which a search for the word does not find.
  const spelled = words?.replaceAll("i", "і").replaceAll("'", "’");
  return spelled && spelled.charAt(0).toUpperCase() + spelled.slice(1);
}
