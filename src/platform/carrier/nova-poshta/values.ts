// Nova Poshta's values: days, money, weights, sizes and phone numbers, in its spelling and in ours.

import { z } from "zod";
import type { ParcelDestination, ParcelSize } from "../../../domain/carrier/parcel.ts";
import type { NovaPoshtaServiceType } from "../../../domain/delivery.ts";
import { type MinorUnits, minorUnits } from "../../../domain/money.ts";

/** Its "Cost" is the declared value in whole hryvnias; of less, or of none, the carriage is calculated for this much. */
const LEAST_DECLARED = 300;
/** InternetDocument.save: "VolumeGeneral", cubic metres. */
const LEAST_VOLUME = 0.0004;

/** The carrier's ids are short. A longer text is none, and is not kept. */
export const refField = z.string().min(1).max(100);

/** A parcel's number: it becomes part of addresses and of the label's file name. */
export const numberField = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[\w-]{1,50}$/));

/** A text that may be missing, null or empty. */
export const optionalText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === "" ? null : String(value)));

/** Hryvnias, as a number or a text. */
export const moneyField = z.union([z.number(), z.string()]).transform((value, context): MinorUnits => {
  const hryvnias = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value);
  if (Number.isFinite(hryvnias) && hryvnias >= 0 && hryvnias < 1e9) return minorUnits(Math.round(hryvnias * 100));
  context.addIssue({ code: "custom", message: "no amount" });
  return z.NEVER;
});

/** A day, with or without a time: 24.11.2026, 24-11-2026 12:00:00 or 2026-11-24 12:00:00. Null: none, also 0000-00-00. */
export const dayField = optionalText.transform(dayOf);

export function dayOf(written: string | null): string | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(written ?? "") ?? [];
  if (year !== undefined) return realDay(`${year}-${month}-${day}`);
  const [, dayFirst, thenMonth, thenYear] = /^(\d\d)[.-](\d\d)[.-](\d{4})/.exec(written ?? "") ?? [];
  return dayFirst === undefined ? null : realDay(`${thenYear}-${thenMonth}-${dayFirst}`);
}

function realDay(day: string): string | null {
  return day >= "2000" && !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ? day : null;
}

/** @param day YYYY-MM-DD */
export function writtenDay(day: string): string {
  return day.split("-").reverse().join(".");
}

export function serviceTypeOf(destination: ParcelDestination): NovaPoshtaServiceType {
  return destination === "branch" ? "WarehouseWarehouse" : "WarehouseDoors";
}

/** Whole hryvnias, rounded up. */
export function declaredValue(minor: number | null): string {
  return String(Math.max(LEAST_DECLARED, Math.ceil((minor ?? 0) / 100)));
}

/** The parcel's fields of InternetDocument.getDocumentPrice and save: one seat. */
export function seatOf({ weightGrams, lengthCm, widthCm, heightCm }: ParcelSize) {
  const cubicMetres = Math.max(LEAST_VOLUME, (lengthCm * widthCm * heightCm) / 1e6);
  const volume = cubicMetres.toFixed(4);
  const weight = kilograms(weightGrams);
  const seat = { weight, volumetricVolume: volume, ...sides(lengthCm, widthCm, heightCm) };
  return { Weight: weight, VolumeGeneral: volume, SeatsAmount: "1", CargoType: "Parcel", OptionsSeat: [seat] };
}

function sides(length: number, width: number, height: number) {
  return { volumetricLength: String(length), volumetricWidth: String(width), volumetricHeight: String(height) };
}

/** With one digit, rounded up: the least is 0.1. */
function kilograms(grams: number): string {
  return (Math.max(1, Math.ceil(grams / 100)) / 10).toFixed(1);
}

/** @param phoneNumber E.164 */
export function writtenPhone(phoneNumber: string): string {
  return phoneNumber.replace(/\D/g, "");
}

/** The first of a list of numbers, as E.164; null if it is none. */
export function phoneOf(written: string | null): string | null {
  const digits = (written ?? "").split(/[,;]/)[0]?.replace(/\D/g, "") ?? "";
  if (/^380\d{9}$/.test(digits)) return `+${digits}`;
  return /^0\d{9}$/.test(digits) ? `+38${digits}` : null;
}
