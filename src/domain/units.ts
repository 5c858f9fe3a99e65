// Units of measure as the person's language writes them.

import type { Language } from "../domain/person.ts";

type UnitNames = Readonly<Record<string, string>>;

/** Units that Ukrainian writes otherwise; others, such as %, are written alike. */
const UKRAINIAN: UnitNames = {
  s: "с",
  h: "год",
  min: "хв",
  W: "Вт",
  kWh: "кВт·год",
  g: "г",
  kg: "кг",
  "g/cm³": "г/см³",
  mm: "мм",
  "mm²": "мм²",
  "mm/s": "мм/с",
  "mm/s²": "мм/с²",
  "mm³/s": "мм³/с",
  "mm/min": "мм/хв",
  "s/mm": "с/мм",
  "mm³/mm²": "мм³/мм²",
};

/** The codes of the units are English. */
const UNIT_NAMES_IN: Readonly<Record<Language, UnitNames>> = { en: {}, uk: UKRAINIAN };

export function unitOf(language: Language, unit: string): string {
  return UNIT_NAMES_IN[language][unit] ?? unit;
}

/** An amount of money for one of a unit, such as an hour. */
export function amountPer(language: Language, amount: string, unit: string): string {
  return `${amount} / ${unitOf(language, unit)}`;
}
