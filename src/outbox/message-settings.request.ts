// Fields of the forms by which a studio sets up its messages.

import { z } from "zod";
import { CUSTOMER_EVENTS, type CustomerEvent, STAFF_EVENTS } from "../domain/message/events.ts";
import { emailField } from "../http/request/fields.ts";
import { linesField } from "../http/request/name-field.ts";
import type { CustomerMessages } from "./message-settings.store.ts";

const MAX_SENTENCE_CHARACTERS = 500;

/** Names of an event's fields in the form of all events. */
export function fieldsOf(event: CustomerEvent) {
  return { isOn: `${event}.isOn`, sentence: `${event}.sentence`, second: `${event}.second` } as const;
}

/** Browsers send a form's lines with a carriage return each. */
const sentenceField = z
  .string()
  .transform((text) => text.replace(/\r\n?/g, "\n"))
  .pipe(linesField(MAX_SENTENCE_CHARACTERS))
  .optional();
const tick = z.literal("true").optional();

const customerFields = Object.fromEntries(
  CUSTOMER_EVENTS.flatMap((event) => {
    const { isOn, sentence, second } = fieldsOf(event);
    return [[isOn, tick] as const, [sentence, sentenceField] as const, [second, sentenceField] as const];
  }),
);

export const customerMessagesSchema = z.object(customerFields).transform((fields): CustomerMessages => {
  const settings = CUSTOMER_EVENTS.map((event) => {
    const { isOn, sentence, second } = fieldsOf(event);
    const setting = {
      isOn: fields[isOn] !== undefined,
      sentence: fields[sentence] || null,
      sentenceInSecondLanguage: fields[second] || null,
    };
    return [event, setting] as const;
  });
  // Every event has its entry.
  return Object.fromEntries(settings) as CustomerMessages;
});

export const chosenEventsSchema = z
  .object(Object.fromEntries(STAFF_EVENTS.map((event) => [event, tick])))
  .transform((fields) => STAFF_EVENTS.filter((event) => fields[event] !== undefined));

export const replyToSchema = z.object({
  replyTo: emailField.optional().transform((address) => address ?? null),
});
