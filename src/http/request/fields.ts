// Request fields that several operations share. Form fields arrive as trimmed, non-empty text (models/upload.ts).

import { z } from "@hono/zod-openapi";
import parsePhoneNumber from "libphonenumber-js/min";
import { barePhoneNumber, isCyrillicName, phoneNumberTyped } from "../../domain/customer.ts";
import { MAX_QUANTITY } from "../../domain/order.ts";
import { customIssue } from "./custom-issues.ts";
import { lineField } from "./name-field.ts";

/** An id in a body. Whether the studio has it is checked later: 404, for 0 and -1 too. */
export const idField = z.int().meta({ minimum: 1 });

export const quantityField = z.int().min(1).max(MAX_QUANTITY);

export const MAX_DISTINCT_IDS = 50;

/** Distinct ids: a finishing named twice would be charged twice. */
export const distinctIdsField = z
  .array(idField)
  .max(MAX_DISTINCT_IDS)
  .refine((ids) => new Set(ids).size === ids.length, customIssue("distinctIds"));

/**
 * Other services' names of these fields. Under such a name a field would be ignored, and something else be priced or printed
 * than was meant: it is refused with the right one.
 */
export const OTHER_FIELD_NAMES: Readonly<Record<string, readonly string[]>> = {
  quantity: ["quantities", "qty", "count", "copies", "amount", "pieces", "pcs"],
  materialId: ["material"],
  materialIds: ["material", "materials"],
  printingQualityId: ["printingQuality", "quality", "qualityId"],
  printingQualityIds: ["printingQuality", "printingQualities", "quality", "qualityId", "qualities", "qualityIds"],
  finishingIds: ["finishing", "finishings", "finishes", "postProcessing", "postProcessings", "postProcessingIds"],
  deliveryMethodId: ["deliveryMethod"],
  technologyId: ["technology"],
};

/** A number written in a form's text field. */
export function inFormText<Schema extends z.ZodType<number, number>>(schema: Schema) {
  return z
    .string()
    .refine((text) => /^-?\d+$/.test(text), customIssue("wholeNumber"))
    .transform(Number)
    .pipe(schema);
}

export const textField = lineField(255);

export const PRIORITY_DESCRIPTION = "A slug of GET /me's `priorities`; none where not sent";

/** The slug of a studio's priority. */
export const priorityField = textField.meta({ description: PRIORITY_DESCRIPTION });

/** A person's name: Cyrillic letters, white space, hyphen and apostrophes, at least one letter. */
export const cyrillicNameField = textField
  .transform((name) => name.normalize("NFC"))
  .refine(isCyrillicName, customIssue("cyrillicName"));

/** A phone number with a country code that exists; becomes E.164. */
export const phoneField = textField.transform((phone, check) => {
  const bare = barePhoneNumber(phone);
  const parsed = bare === undefined ? undefined : parsePhoneNumber(bare);
  // A length that the country's plan does not know is taken as it is: plans change sooner than libraries. Of a known one
  // the library drops digits that are not dialled from abroad, such as the 0 in +380 (0)50.
  if (bare !== undefined && parsed !== undefined) return parsed.isPossible() ? (parsed.number as string) : bare;
  check.addIssue({ ...customIssue("phoneNumber"), input: phone });
  return z.NEVER;
});

/** A phone number in a form of the panel: staff type one as it is dialled at home too. */
export const typedPhoneField = textField.transform((typed) => phoneNumberTyped(typed) ?? typed).pipe(phoneField);

export const emailField = z.email().max(254);
