// Decimals as people and files write them: text with a point or a comma, kept as a scaled whole number.

import { z } from "zod";
import { formatDecimal } from "../../domain/decimal.ts";
import { unitOf } from "../../domain/units.ts";
import { customIssue } from "./custom-issues.ts";

interface DecimalBounds {
  /** The number of digits kept after the point: 2 for hundredths. */
  readonly scale: number;
  /** The least and the greatest scaled value. */
  readonly min: number;
  readonly max: number;
  /** Said after the bounds, such as ` mm`. It may be typed after the number. */
  readonly unit?: string;
  /** Signs that may be typed after the number beside the unit. */
  readonly signs?: readonly string[];
}

/** Digits, then perhaps a point or comma and more digits; spaces between thousands, as some languages write them. */
const DECIMAL = /^(-?\d+)(?:[.,](\d+))?$/;

const THOUSANDS_DIGITS = 3;

/** A decimal in text, as a scaled whole number: "12,5" at scale 2 is 1250. Exact: no fraction is computed with. */
export function decimalField({ scale, min, max, unit = "", signs = [] }: DecimalBounds) {
  const after = [unit.trim(), unitOf("uk", unit.trim()), ...signs].filter((sign) => sign !== "");
  return z.string().transform((text, check): number => {
    const [matched, whole = "", fraction = ""] = withoutSign(text.replace(/\s/g, ""), after).match(DECIMAL) ?? [];
    if (matched === undefined) {
      check.addIssue({ ...customIssue(scale === 0 ? "wholeNumber" : "decimal"), input: text });
      return z.NEVER;
    }
    // 1,000 is a thousand to one person and one to another: a price must not depend on its reader.
    if (scale < THOUSANDS_DIGITS && fraction.length === THOUSANDS_DIGITS) {
      const readings = { thousands: `${whole}${fraction}`, decimal: `${whole}.${fraction.slice(0, 2)}` };
      check.addIssue({ ...customIssue("thousands", readings), input: text });
      return z.NEVER;
    }
    if (fraction.replace(/0+$/, "").length > scale) {
      check.addIssue({
        ...(scale === 0 ? customIssue("wholeNumber") : customIssue("scale", { digits: scale })),
        input: text,
      });
      return z.NEVER;
    }
    const scaled = Number(`${whole}${fraction.slice(0, scale).padEnd(scale, "0")}`);
    if (scaled < min || scaled > max) {
      const bounds = { min: shortDecimal(min, scale), max: shortDecimal(max, scale), unit };
      check.addIssue({ ...customIssue(isHuge(whole) ? "huge" : "range", bounds), input: text });
      return z.NEVER;
    }
    return scaled;
  });
}

/** More digits than any bound has: the number is a slip of the keyboard, and its least value is of no help. */
function isHuge(whole: string): boolean {
  return whole.length > 12 && !whole.startsWith("-");
}

/** The number without one sign, after or before it. */
function withoutSign(text: string, signs: readonly string[]): string {
  const lower = text.toLowerCase();
  const after = signs.find((sign) => lower.endsWith(sign.toLowerCase()));
  if (after !== undefined) return text.slice(0, -after.length);
  const before = signs.find((sign) => lower.startsWith(sign.toLowerCase()));
  return before === undefined ? text : text.slice(before.length);
}

/** As people write hryvnias. Other currencies' signs are refused: a field does not know the studio's currency. */
const HRYVNIA_SIGNS = ["₴", "грн", "грн.", "UAH"];

/** Far above any price, and low enough that every sum stays an exact number of minor units. */
const MAX_AMOUNT_MINOR = 100_000_000;

/** An amount of money, in minor units. */
export const amountField = decimalField({ scale: 2, min: 0, max: MAX_AMOUNT_MINOR, signs: HRYVNIA_SIGNS });

/** The price of a kWh. The bound keeps every sum of a price an exact number. */
export const electricityPriceField = decimalField({ scale: 2, min: 0, max: 1_000_000, signs: HRYVNIA_SIGNS });

/** An amount of at least the smallest unit. */
export const positiveAmountField = decimalField({ scale: 2, min: 1, max: MAX_AMOUNT_MINOR, signs: HRYVNIA_SIGNS });

/** An amount without kopecks, in minor units. */
export const wholeAmountField = decimalField({
  scale: 0,
  min: 1,
  max: MAX_AMOUNT_MINOR / 100,
  signs: HRYVNIA_SIGNS,
}).transform((whole) => whole * 100);

/** A percentage, in basis points: up to 1000 %. */
export const percentageField = decimalField({ scale: 2, min: 0, max: 100_000, unit: " %" });

/** A whole number in text. */
export function wholeNumberField({
  min,
  max,
  unit = "",
}: {
  readonly min: number;
  readonly max: number;
  readonly unit?: string;
}) {
  return decimalField({ scale: 0, min, max, unit });
}

/** An id in a form or an address. */
export const idTextField = wholeNumberField({ min: 1, max: Number.MAX_SAFE_INTEGER });

/** The version of a record that the person saw in the form. */
export const versionField = wholeNumberField({ min: 1, max: Number.MAX_SAFE_INTEGER });

/** Without needless zeros: bounds are read by people. */
export function shortDecimal(scaled: number, scale: number): string {
  return formatDecimal(scaled, scale).replace(/\.?0+$/, "");
}
