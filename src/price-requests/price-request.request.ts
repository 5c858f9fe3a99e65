// Fields of the panel's forms that change a price request.

import { z } from "zod";
import { wholeNumberField } from "../http/request/decimal-fields.ts";
import { linesField } from "../http/request/name-field.ts";
import { SENDER_TRAITS } from "./clear-inbox.store.ts";

const MAX_ANSWER_CHARACTERS = 4000;

const version = wholeNumberField({ min: 1, max: Number.MAX_SAFE_INTEGER });

export const senderClearingSchema = z.object({ trait: z.enum(SENDER_TRAITS) });

/** The moment that clearing answered, in milliseconds since 1970, as its notice carries it. */
export const restoringSchema = z.object({
  closedAt: z
    .string()
    .regex(/^\d{13}$/)
    .transform(Number),
});

export const requestChangeSchema = z.object({ version });

export const requestAnswerSchema = z.object({ version, answer: linesField(MAX_ANSWER_CHARACTERS) });
