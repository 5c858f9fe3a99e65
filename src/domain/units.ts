// Units of measure as the person's language writes them.

import type { Language } from "../domain/person.ts";

/** Units that Ukrainian writes otherwise; others, such as %, are written alike. */
const UKRAINIAN: Readonly<Record<string, string>> = {
  s: "с",
  min: "хв",
  g: "г",
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

export function unitOf(language: Language, unit: string): string {
  return (language === "uk" ? UKRAINIAN[unit] : undefined) ?? unit;
}
