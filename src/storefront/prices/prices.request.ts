// Parameters of GET /{slug}/models/{modelId}/prices.

import { z } from "zod";
import { customIssue } from "../../http/request/custom-issues.ts";
import { distinctIdsField, idField, quantityField } from "../../http/request/fields.ts";
import { MAX_QUANTITIES } from "../wire.ts";

const numbers = z
  .string()
  .refine((text) => /^(?:\d{1,15}(?:,\d{1,15})*)?$/.test(text), customIssue("numbersWithCommas"))
  .transform((text) => (text === "" ? [] : text.split(",").map(Number)));

export const pricesSchema = z.object({
  quality: z.coerce.number().pipe(idField),
  finishings: numbers.pipe(distinctIdsField).default([]),
  quantities: numbers.pipe(z.array(quantityField).min(1).max(MAX_QUANTITIES)).default([1]),
});
