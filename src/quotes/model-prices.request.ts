// What GET /models/{modelId}/prices takes.

import { z } from "@hono/zod-openapi";
import { MAX_QUANTITY } from "../domain/quantity.ts";
import { distinctIdsField, MAX_DISTINCT_IDS, quantityField } from "../http/fields.ts";
import { ownFault } from "../http/own-faults.ts";
import type { PricesAsked } from "./price-model.ts";

const MAX_QUALITIES = 10;
const MAX_QUANTITIES = 5;

/** Numbers in a query, separated by commas. */
function listInQuery<Entries extends z.ZodType<number[], number[]>>(entries: Entries) {
  return z.string().transform((text, check): number[] => {
    const written = text.split(",").map((entry) => entry.trim());
    if (!written.every((entry) => /^-?\d+$/.test(entry))) {
      check.addIssue({ ...ownFault("numbersWithCommas"), input: text });
      return z.NEVER;
    }
    const { data, error } = entries.safeParse(written.map(Number));
    // Under the parameter's own name: an entry has none in a query.
    for (const { message } of error?.issues ?? []) check.addIssue({ code: "custom", message, input: text });
    return data ?? z.NEVER;
  });
}

/** A parameter that is repeated holds the entries of all; an empty one none, as in a form. */
const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((sent) => {
    const text = Array.isArray(sent) ? sent.join(",") : sent;
    return typeof text === "string" && text.trim() === "" ? undefined : text;
  }, schema);

const quantities = z
  .array(quantityField)
  .max(MAX_QUANTITIES)
  .transform((values) => [...new Set(values)]);

const integers = (minimum: number, maximum: number) => ({ type: "integer" as const, minimum, maximum });

/** How a list in the query is published: an array, whose entries a client joins by commas. */
function describedList(
  name: string,
  required: boolean,
  entries: ReturnType<typeof integers>,
  maxItems: number,
  description: string,
) {
  return {
    param: { name, in: "query" as const, required, style: "form" as const, explode: false },
    type: "array" as const,
    items: entries,
    minItems: 1,
    maxItems,
    description,
  };
}

const anyId = integers(1, Number.MAX_SAFE_INTEGER);

export const pricesQuerySchema = z.object({
  printingQualityIds: unlessEmpty(listInQuery(distinctIdsField.max(MAX_QUALITIES))).openapi(
    describedList("printingQualityIds", true, anyId, MAX_QUALITIES, "Ids of the qualities, separated by commas"),
  ),
  materialIds: unlessEmpty(listInQuery(distinctIdsField).optional()).openapi(
    describedList(
      "materialIds",
      false,
      anyId,
      MAX_DISTINCT_IDS,
      "Ids, separated by commas; each is priced with the qualities of its technology. Not sent: every active material of each quality's technology",
    ),
  ),
  finishingIds: unlessEmpty(listInQuery(distinctIdsField).optional()).openapi(
    describedList(
      "finishingIds",
      false,
      anyId,
      MAX_DISTINCT_IDS,
      "Ids, separated by commas: what every copy is given. Each must be for the technology of every quality",
    ),
  ),
  quantity: unlessEmpty(listInQuery(quantities).optional()).openapi(
    describedList(
      "quantity",
      false,
      integers(1, MAX_QUANTITY),
      MAX_QUANTITIES,
      "Numbers of copies, separated by commas; 1 where not sent",
    ),
  ),
});

export function toPricesAsked(query: z.output<typeof pricesQuerySchema>): PricesAsked {
  const { printingQualityIds, materialIds, finishingIds = [], quantity = [1] } = query;
  return { printingQualityIds, materialIds, finishingIds, quantities: quantity };
}
