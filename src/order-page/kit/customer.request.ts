// Fields of the customer, as the page sends them with an order or a request.

import { z } from "zod";
import { ORDER_PAGE_SOURCES } from "../../domain/order-source.ts";
import { cyrillicNameField, emailField, phoneField } from "../../http/fields.ts";
import { linesField } from "../../http/name-field.ts";
import { ownFault } from "../../http/own-faults.ts";

const MAX_COMMENT_CHARACTERS = 2000;

/** What was left empty counts as not sent. */
export function unlessEmpty<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((sent) => (typeof sent === "string" && sent.trim() === "" ? undefined : sent), schema);
}

export const customerFields = {
  firstName: unlessEmpty(cyrillicNameField),
  lastName: unlessEmpty(cyrillicNameField),
  phoneNumber: unlessEmpty(phoneField),
  email: unlessEmpty(z.string().trim().pipe(emailField)),
  comment: unlessEmpty(linesField(MAX_COMMENT_CHARACTERS).optional()),
  consent: z.boolean().refine((isGiven) => isGiven, ownFault("consent")),
  turnstile: z.string().optional(),
  source: z.enum(ORDER_PAGE_SOURCES),
};
