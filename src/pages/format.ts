// Money, numbers, weights, times and dates as the person's language writes them.

import type { Currency } from "../domain/currency.ts";
import { localeOf } from "../domain/customer.ts";
import { formatDecimal } from "../domain/decimal.ts";
import { formatMinorUnits, type MinorUnits } from "../domain/money.ts";
import type { Language } from "../domain/person.ts";
import { dayFromNow, offsetAt, TIME_ZONE } from "../platform/calendar.ts";
import { wording } from "./words.ts";

const words = wording({
  en: {
    justNow: "just now",
    hours: "h",
    minutes: "min",
    days: "d",
    grams: "g",
    kilograms: "kg",
    millimetres: "mm",
    crimeanTatar: "Crimean Tatar",
  },
  uk: {
    justNow: "щойно",
    hours: "год",
    minutes: "хв",
    days: "д",
    grams: "г",
    kilograms: "кг",
    millimetres: "мм",
    crimeanTatar: "кримськотатарська",
  },
});

/** Exact: the amount is handed over as decimal text, not as a fraction. */
export function money(language: Language, amount: MinorUnits, { code }: Currency): string {
  return decimalAmount(language, formatMinorUnits(amount), code);
}

/** The same of an amount that is a decimal text already, as it comes through JSON: "1234.50". */
export function decimalAmount(language: Language, decimalText: string, currencyCode: string): string {
  const formatter = new Intl.NumberFormat(language, {
    style: "currency",
    currency: currencyCode,
    currencyDisplay: "narrowSymbol",
  });
  // A decimal number and nothing else, by this function's contract. A discount has the sign of a minus, no hyphen.
  return formatter.format(decimalText as `${number}`).replace("-", "−");
}

/** A scaled whole number as a decimal, without needless zeros. */
export function decimal(language: Language, scaled: number, scale: number): string {
  const formatter = new Intl.NumberFormat(language, { maximumFractionDigits: scale });
  // formatDecimal writes a decimal number and nothing else.
  return formatter.format(formatDecimal(scaled, scale) as `${number}`);
}

export function wholeNumber(language: Language, value: number): string {
  return new Intl.NumberFormat(language).format(value);
}

/** A number that was counted up to `most`, and one more if there are more: `99+`. */
export function numberUpTo(language: Language, count: number, most: number): string {
  return count > most ? `${wholeNumber(language, most)}+` : wholeNumber(language, count);
}

/** Grams, from a kilogram on as kilograms. */
export function weight(language: Language, hundredthsOfGram: number): string {
  const { grams, kilograms } = words(language);
  if (hundredthsOfGram < 100_000) return `${decimal(language, hundredthsOfGram, 2)} ${grams}`;
  return `${decimal(language, Math.round(hundredthsOfGram / 100), 3)} ${kilograms}`;
}

export function duration(language: Language, minutes: number): string {
  const { hours, minutes: minutesWord } = words(language);
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (whole === 0) return `${rest} ${minutesWord}`;
  return rest === 0
    ? `${wholeNumber(language, whole)} ${hours}`
    : `${wholeNumber(language, whole)} ${hours} ${rest} ${minutesWord}`;
}

const BYTES_OF_KILOBYTE = 1024;
const BYTES_OF_MEGABYTE = 1024 * BYTES_OF_KILOBYTE;

/** A file's size in megabytes, below one in kilobytes. */
export function fileSize(language: Language, bytes: number): string {
  const isLarge = bytes >= BYTES_OF_MEGABYTE;
  const size = bytes / (isLarge ? BYTES_OF_MEGABYTE : BYTES_OF_KILOBYTE);
  const unit = isLarge ? "megabyte" : "kilobyte";
  // No file looks empty.
  const shown = Math.max(0.1, size);
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 }).format(shown);
}

/** Sides in millimetres, to a hundredth. */
export function dimensions(
  language: Language,
  { x, y, z }: { readonly x: number; readonly y: number; readonly z: number },
): string {
  const formatter = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  return `${[x, y, z].map((side) => formatter.format(side)).join(" × ")} ${words(language).millimetres}`;
}

/** A language by its name in the person's; its code if it has none there. @param locale a customer's or a studio's */
export function languageName(language: Language, locale: string): string {
  // The runtime's data lack Crimean Tatar.
  if (locale === "crh") return words(language).crimeanTatar;
  if (localeOf(locale) === undefined) return locale;
  return new Intl.DisplayNames(language, { type: "language" }).of(locale) ?? locale;
}

/** A month with its year. @param month YYYY-MM */
export function calendarMonth(language: Language, month: string): string {
  const moment = Date.parse(`${month}-01T00:00:00Z`);
  return new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" }).format(moment);
}

/** By the clock of 24 hours in every language. @param moment milliseconds since 1970 */
export function dateAndTime(language: Language, moment: number): string {
  return new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
    timeZone: TIME_ZONE,
  }).format(moment);
}

/** To the second, and without the year: for moments of the last weeks. */
export function secondOfDay(language: Language, moment: number): string {
  return new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZone: TIME_ZONE,
  }).format(moment);
}

/** The day of a moment in the studios' time zone; "long" names the month in full. */
export function date(language: Language, moment: number, dateStyle: "medium" | "long" = "medium"): string {
  return new Intl.DateTimeFormat(language, { dateStyle, timeZone: TIME_ZONE }).format(moment);
}

/** "3 hours ago"; from a week on, the date. */
export function timeAgo(language: Language, moment: number, now = Date.now()): string {
  const seconds = Math.round((moment - now) / 1000);
  const formatter = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (Math.abs(seconds) < 60) return words(language).justNow;
  if (Math.abs(seconds) < 3600) return formatter.format(Math.trunc(seconds / 60), "minute");
  if (Math.abs(seconds) < 86_400) return formatter.format(Math.trunc(seconds / 3600), "hour");
  if (Math.abs(seconds) < 7 * 86_400) return formatter.format(Math.trunc(seconds / 86_400), "day");
  return date(language, moment);
}

/** The beginning of a day in the studios' time zone. @param day YYYY-MM-DD, an existing date */
export function startOfDay(day: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  // The second round counts if the clocks changed between the two.
  return utc - offsetAt(utc - offsetAt(utc));
}

export function startOfNextDay(day: string): number {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
  return startOfDay(next.toISOString().slice(0, 10));
}

/** A moment in the studios' time zone for a table, as YYYY-MM-DD HH:MM. */
export function plainDateAndTime(moment: number): string {
  return new Date(moment + offsetAt(moment)).toISOString().slice(0, 16).replace("T", " ");
}

/** A day without a time, as it is kept; "long" names the month in full. @param day YYYY-MM-DD */
export function calendarDay(language: Language, day: string, dateStyle: "medium" | "long" = "medium"): string {
  const moment = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(moment)) return day;
  return new Intl.DateTimeFormat(language, { dateStyle, timeZone: "UTC" }).format(moment);
}

/** A day of a list in few letters: of this year, without the year. @param day YYYY-MM-DD */
export function shortDay(language: Language, day: string): string {
  if (day.slice(0, 4) !== dayFromNow(0).slice(0, 4)) return calendarDay(language, day);
  const moment = Date.parse(`${day}T00:00:00Z`);
  return new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" }).format(moment);
}
