// Fields of the forms for a studio's price rules: a row for each discount by quantity, and for each priority.
//
// A row's fields are named `key.field`. Its key stays while other rows come and go, so that two windows never mean different
// rows by one name: a discount's quantity, a priority's slug, or the key of a row that is being added.

import { z } from "zod";
import { MAX_QUANTITY } from "../domain/order.ts";
import { customIssue } from "../http/request/custom-issues.ts";
import { decimalField, shortDecimal, wholeNumberField } from "../http/request/decimal-fields.ts";
import { lineField, nameField } from "../http/request/name-field.ts";
import { latinSlugOf } from "../platform/latin-slug.ts";
import type { Priority, QuantityTier } from "../pricing/price-rules.ts";

/** The most discounts of a studio, and the most priorities. */
export const MAX_PRICE_RULES = 5;

/** Keys of the rows that may be added. A slug has no underscore. */
export const NEW_ROW_KEYS = ["new_1", "new_2"] as const;

/** A key and a field's name. Names of objects' own properties are no keys. */
const ROW_FIELD = /^([a-z0-9][a-z0-9_-]{0,199})\.([a-zA-Z]+)$/;

/** The key of the row that a field is in; undefined for any other field. */
export function rowKeyOf(fieldName: string): string | undefined {
  return ROW_FIELD.exec(fieldName)?.[1];
}

/** The field's name without its row's key. */
export function nameInRow(fieldName: string): string {
  return ROW_FIELD.exec(fieldName)?.[2] ?? fieldName;
}

/** Rows of fields by their keys. A row without a value is none. */
function rowsOf<Row extends z.ZodType>(row: Row) {
  const inRows = (values: unknown) => {
    const rows = new Map<string, Record<string, unknown>>();
    for (const [name, value] of Object.entries(z.record(z.string(), z.unknown()).parse(values))) {
      const key = rowKeyOf(name);
      if (key !== undefined) rows.set(key, { ...rows.get(key), [nameInRow(name)]: value });
    }
    return Object.fromEntries(rows);
  };
  return z.preprocess(inRows, z.record(z.string(), row));
}

const MAX_DISCOUNT_BASIS_POINTS = 9_000;
const MAX_SURCHARGE_BASIS_POINTS = 30_000;
/** Two months of working days at least. */
const MAX_WORKING_DAYS = 60;
const MAX_PRIORITY_NAME_CHARACTERS = 40;
const MAX_PLACE = 99;

const quantityTierRow = z.object({
  fromQuantity: wholeNumberField({ min: 2, max: MAX_QUANTITY }),
  discount: decimalField({ scale: 2, min: 1, max: MAX_DISCOUNT_BASIS_POINTS, unit: " %" }),
});

export const quantityTiersSchema = rowsOf(quantityTierRow).superRefine((rows, check) => {
  const byQuantity = Object.entries(rows).sort(([, a], [, b]) => a.fromQuantity - b.fromQuantity);
  for (const [index, [key, { fromQuantity, discount }]] of byQuantity.entries()) {
    const [, before] = byQuantity[index - 1] ?? [];
    const addIssue = (field: string, issue: ReturnType<typeof customIssue>) =>
      check.addIssue({ ...issue, path: [key, field], input: rows });
    if (index >= MAX_PRICE_RULES) addIssue("fromQuantity", customIssue("ruleCount", { max: MAX_PRICE_RULES }));
    if (before?.fromQuantity === fromQuantity) addIssue("fromQuantity", customIssue("taken"));
    // Ten copies would each be dearer than nine.
    else if (before !== undefined && before.discount >= discount) {
      const reached = { quantity: before.fromQuantity, percent: shortDecimal(before.discount, 2) };
      addIssue("discount", customIssue("lesserDiscount", reached));
    }
  }
});

/** Sorted by their quantities; null without any. */
export function toQuantityTiers(rows: z.output<typeof quantityTiersSchema>): QuantityTier[] | null {
  const tiers = Object.values(rows).map(({ fromQuantity, discount }) => ({
    fromQuantity,
    discountBasisPoints: discount,
  }));
  return tiers.length === 0 ? null : tiers.sort((a, b) => a.fromQuantity - b.fromQuantity);
}

const priorityRow = z.object({
  priorityName: nameField(MAX_PRIORITY_NAME_CHARACTERS),
  nameInSecondLanguage: lineField(MAX_PRIORITY_NAME_CHARACTERS).optional(),
  surcharge: decimalField({ scale: 2, min: 0, max: MAX_SURCHARGE_BASIS_POINTS, unit: " %" }),
  workingDays: wholeNumberField({ min: 1, max: MAX_WORKING_DAYS }),
  /** Counted from 1. Empty: the last one. */
  place: wholeNumberField({ min: 1, max: MAX_PLACE }).optional(),
});

type PriorityRow = z.output<typeof priorityRow>;

export const prioritiesSchema = rowsOf(priorityRow).superRefine((rows, check) => {
  const names = new Set<string>();
  for (const [index, [key, { priorityName }]] of Object.entries(rows).entries()) {
    const addIssue = (issue: ReturnType<typeof customIssue>) =>
      check.addIssue({ ...issue, path: [key, "priorityName"], input: rows });
    if (index >= MAX_PRICE_RULES) addIssue(customIssue("ruleCount", { max: MAX_PRICE_RULES }));
    // People tell priorities apart by their names, however they are written.
    const name = priorityName.normalize("NFC").toLowerCase();
    if (names.has(name)) addIssue(customIssue("taken"));
    names.add(name);
  }
});

/**
 * The priorities in the order of their places; null without any. A row under another name keeps its slug: sites know the priority
 * by it.
 *
 * @param stored as they are now
 */
export function toPriorities(
  rows: z.output<typeof prioritiesSchema>,
  stored: readonly Priority[] | null,
): Priority[] | null {
  const places = new Map(stored?.map(({ slug }, index) => [slug, index + 1]));
  const isNew = (key: string) => NEW_ROW_KEYS.some((newKey) => newKey === key);
  const taken = new Set(Object.keys(rows).filter((key) => !isNew(key)));
  const inOrder = Object.entries(rows)
    .map(([key, row]) => ({ key, row, rank: rankOf(row, places.get(key)) }))
    .sort((a, b) => a.rank - b.rank);
  const priorities = inOrder.map(({ key, row }): Priority => {
    const slug = isNew(key) ? unusedSlug(row.priorityName, taken) : key;
    taken.add(slug);
    return {
      slug,
      name: row.priorityName,
      nameInSecondLanguage: row.nameInSecondLanguage ?? null,
      surchargeBasisPoints: row.surcharge,
      workingDays: row.workingDays,
    };
  });
  return priorities.length === 0 ? null : priorities;
}

/** A row that is moved to the place of another goes before it, or after it if it comes from before. */
function rankOf({ place = MAX_PLACE }: PriorityRow, before: number = MAX_PLACE): number {
  return place + Math.sign(place - before) / 2;
}

function unusedSlug(name: string, taken: ReadonlySet<string>): string {
  const slug = latinSlugOf(name) || "priority";
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? slug : `${slug}-${number}`;
    if (!taken.has(numbered)) return numbered;
  }
}
