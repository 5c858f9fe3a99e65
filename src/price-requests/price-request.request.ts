// Fields of the panel's forms that change a price request.

import { z } from "zod";
import type { NamedPrice } from "../db/column-types.ts";
import type { CurrencyId } from "../domain/currency.ts";
import { PRICE_VALIDITY_DAYS } from "../domain/price-request.ts";
import { customIssue, EMPTY_TEXT } from "../http/request/custom-issues.ts";
import { comingDayField } from "../http/request/day-range.ts";
import { positiveAmountField, versionField } from "../http/request/decimal-fields.ts";
import { linesField } from "../http/request/name-field.ts";
import { dayFromNow } from "../platform/calendar.ts";
import { SENDER_TRAITS } from "./clear-inbox.store.ts";
import type { PriceRequestDetails } from "./price-request.store.ts";

const MAX_ANSWER_CHARACTERS = 4000;

export const senderClearingSchema = z.object({ trait: z.enum(SENDER_TRAITS) });

/** The moment that clearing answered, in milliseconds since 1970, as its notice carries it. */
export const restoringSchema = z.object({
  closedAt: z
    .string()
    .regex(/^\d{13}$/)
    .transform(Number),
});

export const requestChangeSchema = z.object({ version: versionField });

/** Names of the form's price fields. */
export const ITEM_PRICES = "itemPrices";
export const FILE_PRICES = "filePrices";

const day = comingDayField.optional();

const prices = z.record(z.string(), positiveAmountField);

const answerFields = z.object({
  version: versionField,
  answer: linesField(MAX_ANSWER_CHARACTERS).optional(),
  readyOn: day,
  validUntil: day,
  [ITEM_PRICES]: prices,
  [FILE_PRICES]: prices,
});

/**
 * The answer to a request: a text, a price, or both. Price fields are named `itemPrices.{id}` and `filePrices.{id}`. A price has one for
 * each item of the request; a file without one goes along with the items.
 */
export function requestAnswerSchema({ items, attachments }: Pick<PriceRequestDetails, "items" | "attachments">) {
  const itemIds = items.map(({ item }) => String(item.id));
  const fileIds = attachments.map(({ id }) => String(id));
  const inParts = (values: unknown) => {
    const typed = z.record(z.string(), z.unknown()).parse(values);
    const pricesOf = (name: string, ids: readonly string[]) =>
      Object.fromEntries(ids.map((id) => [id, typed[`${name}.${id}`]]).filter(([, price]) => price !== undefined));
    return { ...typed, [ITEM_PRICES]: pricesOf(ITEM_PRICES, itemIds), [FILE_PRICES]: pricesOf(FILE_PRICES, fileIds) };
  };
  return z
    .preprocess(inParts, answerFields)
    .superRefine(({ answer, readyOn, validUntil, itemPrices, filePrices }, check) => {
      const addMissing = (...path: string[]) => check.addIssue({ ...EMPTY_TEXT, path });
      const priced = Object.keys(itemPrices).length + Object.keys(filePrices).length;
      if (priced === 0 && readyOn === undefined && validUntil === undefined) {
        if (answer === undefined) addMissing("answer");
        return;
      }
      for (const id of itemIds) if (itemPrices[id] === undefined) addMissing(ITEM_PRICES, id);
      const [firstFile] = fileIds;
      if (itemIds.length === 0 && priced === 0 && firstFile !== undefined) addMissing(FILE_PRICES, firstFile);
      if (readyOn !== undefined && validUntil !== undefined && validUntil > readyOn) {
        check.addIssue({ ...customIssue("validPastReady"), path: ["validUntil"], input: validUntil });
      }
    });
}

type AnswerFields = z.output<ReturnType<typeof requestAnswerSchema>>;

/** null: the answer names no price. @param currencyId the studio's */
export function toNamedPrice(
  { readyOn, validUntil, itemPrices, filePrices }: AnswerFields,
  currencyId: CurrencyId,
): NamedPrice | null {
  if (Object.keys(itemPrices).length + Object.keys(filePrices).length === 0) return null;
  const usual = dayFromNow(PRICE_VALIDITY_DAYS);
  const untilReady = readyOn !== undefined && readyOn < usual ? readyOn : usual;
  return {
    currencyId,
    items: itemPrices,
    files: filePrices,
    readyOn: readyOn ?? null,
    validUntil: validUntil ?? untilReady,
  };
}
