// Fields of a product's colours, prints and stock, as the panel's forms send them.

import { z } from "zod";
import { MAX_QUANTITY } from "../../domain/order.ts";
import { customIssue } from "../../http/request/custom-issues.ts";
import { wholeNumberField } from "../../http/request/decimal-fields.ts";
import { MAX_DISTINCT_IDS } from "../../http/request/fields.ts";
import { lineField, nameField } from "../../http/request/name-field.ts";
import { colorHexField, flagField, MAX_COLOR, orNone } from "../entry-fields.request.ts";

const MAX_NOTE_CHARACTERS = 200;
const MAX_MOVED_PIECES = 100_000;

const idInText = wholeNumberField({ min: 1, max: Number.MAX_SAFE_INTEGER });

export const colorFormSchema = z.object({
  name: nameField(MAX_COLOR),
  nameInSecondLanguage: nameField(MAX_COLOR).optional().transform(orNone),
  hex: colorHexField,
  materialId: idInText.optional().transform(orNone),
});

export const printFormSchema = z.object({
  modelId: idInText,
  materialId: idInText,
  printingQualityId: idInText,
  finishingIds: z
    .array(idInText)
    .max(MAX_DISTINCT_IDS)
    .optional()
    .transform((ids) => ids ?? [])
    .refine((ids) => new Set(ids).size === ids.length, customIssue("distinctIds")),
  copies: wholeNumberField({ min: 1, max: MAX_QUANTITY }),
});

/** The pieces and their direction by themselves: many phones' keyboards for numbers have no minus. */
export const stockFormSchema = z.object({
  colorId: idInText.optional().transform(orNone),
  direction: z.enum(["add", "take"]),
  pieces: wholeNumberField({ min: 1, max: MAX_MOVED_PIECES }),
  note: lineField(MAX_NOTE_CHARACTERS).optional().transform(orNone),
});

export const priceSourceSchema = z.object({ isPriceComputed: flagField });
