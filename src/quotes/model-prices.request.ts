// What GET /models/{modelId}/prices takes.

import { z } from "@hono/zod-openapi";
import { distinctIdsField, MAX_DISTINCT_IDS, quantityField } from "../http/fields.ts";
import { ownFault } from "../http/own-faults.ts";
import type { PricesAsked } from "./price-model.ts";

const MAX_QUALITIES = 10;
const MAX_QUANTITIES = 5;

/** Numbers in a query, separated by commas. An empty text is none, as in a form. */
function listInQuery<Entries extends z.ZodType<number[], number[]>>(entries: Entries) {
  return z
    .string()
    .transform((text, check): number[] => {
      const written = text.split(",").map((entry) => entry.trim());
      if (written.every((entry) => /^-?\d+$/.test(entry))) return written.map(Number);
      check.addIssue({ ...ownFault("numbersWithCommas"), input: text });
      return z.NEVER;
    })
    .pipe(entries);
}

const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((text) => (typeof text === "string" && text.trim() === "" ? undefined : text), schema);

const quantities = z
  .array(quantityField)
  .max(MAX_QUANTITIES)
  .transform((values) => [...new Set(values)]);

export const pricesQuerySchema = z.object({
  printingQualityIds: unlessEmpty(listInQuery(distinctIdsField.max(MAX_QUALITIES))).openapi({
    param: { name: "printingQualityIds", in: "query", required: true },
    type: "string",
    description: `1 to ${MAX_QUALITIES} ids, separated by commas`,
    example: "1,2",
  }),
  materialIds: unlessEmpty(listInQuery(distinctIdsField).optional()).openapi({
    param: { name: "materialIds", in: "query", required: false },
    type: "string",
    description: `At most ${MAX_DISTINCT_IDS} ids, separated by commas; each is priced with the qualities of its technology. Not sent: every active material of each quality's technology`,
    example: "1,2",
  }),
  finishingIds: unlessEmpty(listInQuery(distinctIdsField).optional()).openapi({
    param: { name: "finishingIds", in: "query", required: false },
    type: "string",
    description: `At most ${MAX_DISTINCT_IDS} ids, separated by commas: what every copy is given. Each must be for the technology of every quality`,
  }),
  quantity: unlessEmpty(listInQuery(quantities).optional()).openapi({
    param: { name: "quantity", in: "query", required: false },
    type: "string",
    description: `1 to ${MAX_QUANTITIES} quantities, separated by commas; 1 where not sent`,
    example: "1,10",
  }),
});

export function toPricesAsked(query: z.output<typeof pricesQuerySchema>): PricesAsked {
  const { printingQualityIds, materialIds, finishingIds = [], quantity = [1] } = query;
  return { printingQualityIds, materialIds, finishingIds, quantities: quantity };
}
