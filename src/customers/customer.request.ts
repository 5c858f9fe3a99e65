// Fields of the panel's forms that change a customer.

import { z } from "zod";
import { MAX_LOCALE_CHARACTERS } from "../domain/customer.ts";
import { cyrillicNameField, emailField, typedPhoneField } from "../http/request/fields.ts";
import { lineField, linesField } from "../http/request/name-field.ts";

const MAX_NOTE_CHARACTERS = 2000;

export const customerContactSchema = z.object({
  firstName: cyrillicNameField,
  lastName: cyrillicNameField,
  phoneNumber: typedPhoneField,
  /** Staff may have entered an order without one. */
  email: emailField.optional().transform((email) => email ?? ""),
  /** As an order takes it. */
  locale: lineField(MAX_LOCALE_CHARACTERS),
});

export const customerNoteSchema = z.object({ note: linesField(MAX_NOTE_CHARACTERS).optional() });
