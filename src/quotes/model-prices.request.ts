// Fields of GET /models/{modelId}/prices.

import { z } from "@hono/zod-openapi";
import { MAX_QUANTITY } from "../domain/order.ts";
import { listParameter, queryParameter } from "../http/contract/parameters.ts";
import { customIssueSentences } from "../http/request/custom-issues.ts";
import {
  distinctIdsField,
  MAX_DISTINCT_IDS,
  PRIORITY_DESCRIPTION,
  priorityField,
  quantityField,
} from "../http/request/fields.ts";
import type { ListInTexts } from "../http/request/list-in-texts.ts";
import { type Readable, RequestFields } from "../http/request/request-fields.ts";
import type { PricesAsked } from "./model-combinations.ts";

const MAX_QUALITIES = 10;
const MAX_QUANTITIES = 5;

const quantities = z
  .array(quantityField)
  .min(1)
  .max(MAX_QUANTITIES)
  .transform((values) => [...new Set(values)]);

const integers = (minimum: number, maximum: number) => ({ type: "integer" as const, minimum, maximum });

const describedList = (items: ReturnType<typeof integers>, maxItems: number, description: string) => ({
  type: "array" as const,
  items,
  minItems: 1,
  maxItems,
  description,
});

const ANY_ID = integers(1, Number.MAX_SAFE_INTEGER);

/** `pricesFields` reads them, in every spelling of a list. */
export const PRICES_PARAMETERS = [
  listParameter(
    "printingQualityIds",
    true,
    describedList(ANY_ID, MAX_QUALITIES, "Ids of the qualities, separated by commas"),
  ),
  listParameter(
    "materialIds",
    false,
    describedList(
      ANY_ID,
      MAX_DISTINCT_IDS,
      "Ids, separated by commas; each is priced with the qualities of its technology. Not sent: every active material of each quality's technology",
    ),
  ),
  listParameter(
    "finishingIds",
    false,
    describedList(
      ANY_ID,
      MAX_DISTINCT_IDS,
      "Ids, separated by commas: what every copy is given. Each must be for the technology of every quality",
    ),
  ),
  listParameter(
    "quantity",
    false,
    describedList(
      integers(1, MAX_QUANTITY),
      MAX_QUANTITIES,
      "Numbers of copies, separated by commas; 1 where not sent",
    ),
  ),
  queryParameter("priority", { type: "string", description: PRIORITY_DESCRIPTION }),
];

const numbers: ListInTexts = {
  entries: "numbers",
  unreadable: customIssueSentences("numbersWithCommas").toProgram,
  hasCommas: true,
};

export const pricesFields = new RequestFields(
  z.object({
    printingQualityIds: distinctIdsField.min(1).max(MAX_QUALITIES),
    materialIds: distinctIdsField.min(1).optional(),
    finishingIds: distinctIdsField.optional(),
    quantity: quantities.optional(),
    priority: priorityField.optional(),
  }),
  { printingQualityIds: numbers, materialIds: numbers, finishingIds: numbers, quantity: numbers },
);

type PricesFields = z.output<typeof pricesFields.schema>;

export function toPricesAsked({
  printingQualityIds,
  materialIds,
  finishingIds = [],
  quantity = [1],
  priority,
}: PricesFields): PricesAsked {
  return { printingQualityIds, materialIds, finishingIds, quantities: quantity, priority };
}

/** The ids that a query names, as far as it can be read. */
export function namedInPrices(named: Readable<PricesFields>): PricesAsked {
  // Materials that cannot be read are not all of them.
  const { printingQualityIds = [], materialIds = [], finishingIds = [], priority } = named;
  return { printingQualityIds, materialIds, finishingIds, quantities: [], priority };
}
