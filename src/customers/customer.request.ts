// Fields of the panel's forms that change a customer.

import { z } from "zod";
import { MAX_LOCALE_CHARACTERS, phoneNumberTyped } from "../domain/customer.ts";
import { cyrillicNameField, emailField, phoneField } from "../http/request/fields.ts";
import { lineField, linesField } from "../http/request/name-field.ts";

const MAX_NOTE_CHARACTERS = 2000;

/** Staff type a number as it is dialled at home too. */
const typedPhone = z
  .string()
  .transform((typed) => phoneNumberTyped(typed) ?? typed)
  .pipe(phoneField);

export const customerContactSchema = z.object({
  firstName: cyrillicNameField,
  lastName: cyrillicNameField,
  phoneNumber: typedPhone,
  /** Staff may have entered an order without one. */
  email: emailField.optional().transform((email) => email ?? ""),
  /** As an order takes it. */
  locale: lineField(MAX_LOCALE_CHARACTERS),
});

export const customerNoteSchema = z.object({ note: linesField(MAX_NOTE_CHARACTERS).optional() });
