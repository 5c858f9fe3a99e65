// Fields of a product's colours, prints and stock, as the panel's forms send them.

import { z } from "zod";
import { MAX_QUANTITY } from "../../domain/order.ts";
import { idTextField, wholeNumberField } from "../../http/request/decimal-fields.ts";
import { distinctIdTextsField } from "../../http/request/fields.ts";
import { lineField, nameField } from "../../http/request/name-field.ts";
import { colorHexField, flagField, MAX_COLOR, orNone } from "../entry-fields.request.ts";

const MAX_NOTE_CHARACTERS = 200;
const MAX_MOVED_PIECES = 100_000;

export const colorFormSchema = z.object({
  name: nameField(MAX_COLOR),
  nameInSecondLanguage: nameField(MAX_COLOR).optional().transform(orNone),
  hex: colorHexField,
  materialId: idTextField.optional().transform(orNone),
});

export const printFormSchema = z.object({
  modelId: idTextField,
  materialId: idTextField,
  printingQualityId: idTextField,
  finishingIds: distinctIdTextsField.optional().transform((ids) => ids ?? []),
  copies: wholeNumberField({ min: 1, max: MAX_QUANTITY }),
});

/** The pieces and their direction by themselves: many phones' keyboards for numbers have no minus. */
export const stockFormSchema = z.object({
  colorId: idTextField.optional().transform(orNone),
  direction: z.enum(["add", "take"]),
  pieces: wholeNumberField({ min: 1, max: MAX_MOVED_PIECES }),
  note: lineField(MAX_NOTE_CHARACTERS).optional().transform(orNone),
});

export const priceSourceSchema = z.object({ isPriceComputed: flagField });
