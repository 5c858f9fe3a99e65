// Request fields that several operations share. Form fields arrive as trimmed, non-empty text (models/upload.ts).

import { z } from "@hono/zod-openapi";
import parsePhoneNumber from "libphonenumber-js/min";
import { barePhoneNumber, isCyrillicName } from "../domain/customer-contact.ts";
import { MAX_QUANTITY } from "../domain/quantity.ts";
import { lineField } from "./name-field.ts";
import { ownFault } from "./own-faults.ts";

/** An id in a body. Whether the studio has it is checked later: 404, for 0 and -1 too. */
export const idField = z.int().meta({ minimum: 1 });

export const quantityField = z.int().min(1).max(MAX_QUANTITY);

export const MAX_DISTINCT_IDS = 50;

/** Distinct ids: a finishing named twice would be charged twice. */
export const distinctIdsField = z
  .array(idField)
  .max(MAX_DISTINCT_IDS)
  .refine((ids) => new Set(ids).size === ids.length, ownFault("distinctIds"));

/** A number written in a form's text field. */
export function inFormText<Schema extends z.ZodType<number, number>>(schema: Schema) {
  return z
    .string()
    .refine((text) => /^-?\d+$/.test(text), ownFault("wholeNumber"))
    .transform(Number)
    .pipe(schema);
}

export const textField = lineField(255);

/** A person's name: Cyrillic letters, white space, hyphen and apostrophes, at least one letter. */
export const cyrillicNameField = textField
  .transform((name) => name.normalize("NFC"))
  .refine(isCyrillicName, ownFault("cyrillicName"));

/** A phone number with a country code that exists; becomes E.164. */
export const phoneField = textField.transform((phone, check) => {
  const bare = barePhoneNumber(phone);
  const parsed = bare === undefined ? undefined : parsePhoneNumber(bare);
  // A length that the country's plan does not know is taken as it is: plans change sooner than libraries. Of a known one
  // the library drops what is not dialled from abroad, such as the 0 in +380 (0)50.
  if (bare !== undefined && parsed !== undefined) return parsed.isPossible() ? (parsed.number as string) : bare;
  check.addIssue({ ...ownFault("phoneNumber"), input: phone });
  return z.NEVER;
});

export const emailField = z.email().max(254);

/**
 * A JSON array in a text field. Faults inside it are named by path, below the field's name.
 *
 * @param example what the fault shows to whoever sent something else
 */
export function jsonArrayField<Schema extends z.ZodType>(schema: Schema, example: string) {
  return z
    .string()
    .transform((text, check): unknown => {
      const array = parsedJson(text);
      if (Array.isArray(array)) return array;
      check.addIssue({ ...ownFault("jsonArray", { example }), input: text });
      return z.NEVER;
    })
    .pipe(schema);
}

/** Undefined for a text that is no JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
