// Money as the API writes it.

import { z } from "@hono/zod-openapi";
import { formatMinorUnits, type MinorUnits } from "../domain/money.ts";

export interface Currency {
  readonly id: number;
  readonly code: string;
  readonly symbol: string;
}

export const currencies: readonly Currency[] = [
  { id: 1, code: "UAH", symbol: "₴" },
  { id: 2, code: "EUR", symbol: "€" },
  { id: 3, code: "USD", symbol: "$" },
  { id: 4, code: "PLN", symbol: "zł" },
  { id: 5, code: "GBP", symbol: "£" },
];

/** @throws Error for an id that no currency has: the database holds only ids of this list */
export function currencyOf(id: number): Currency {
  const currency = currencies.find((candidate) => candidate.id === id);
  if (currency === undefined) throw new Error(`no currency has id ${id}`);
  return currency;
}

export const currencySchema = z
  .object({ id: z.int(), code: z.string(), symbol: z.string() })
  .openapi("Currency", { example: { id: 1, code: "UAH", symbol: "₴" } });

export const moneySchema = z
  .object({
    amount: z.string().openapi({ description: "Two fraction digits", example: "125.50" }),
    currency: currencySchema,
  })
  .openapi("Money");

export type Money = z.infer<typeof moneySchema>;

export function money(amount: MinorUnits, currency: Currency): Money {
  return { amount: formatMinorUnits(amount), currency: { ...currency } };
}
