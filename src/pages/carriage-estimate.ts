// Estimate of a carriage, in a sentence.

import { currencyOfCode } from "../domain/currency.ts";
import type { Language } from "../domain/person.ts";
import type { CarriageEstimate } from "../platform/carrier/carrier.ts";
import { calendarDay, money } from "./format.ts";
import { wording } from "./words.ts";

const estimateWords = wording({
  en: {
    cost: (amount: string) => `Carriage by Nova Poshta’s calculation: about ${amount}`,
    day: (day: string) => `, delivered around ${day}`,
  },
  uk: {
    cost: (amount) => `Доставка за розрахунком Нової пошти: близько ${amount}`,
    day: (day) => `, орієнтовно ${day}`,
  },
});

export function estimateSentence(language: Language, { costMinor, currency, deliveredOn }: CarriageEstimate): string {
  const words = estimateWords(language);
  const day = deliveredOn === null ? "" : words.day(calendarDay(language, deliveredOn));
  return `${words.cost(money(language, costMinor, currencyOfCode(currency)))}${day}.`;
}
