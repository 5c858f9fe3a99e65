// Money as the API writes it.

import { z } from "@hono/zod-openapi";
import type { Currency } from "../../domain/currency.ts";
import { formatMinorUnits, type MinorUnits, minorUnits } from "../../domain/money.ts";

export const currencySchema = z
  .object({ id: z.int(), code: z.string().openapi({ description: "ISO 4217" }), symbol: z.string() })
  .openapi("Currency");

export const moneySchema = z
  .object({
    amount: z.string().openapi({ description: "A decimal with two fraction digits" }),
    currency: currencySchema,
  })
  .openapi("Money");

export function toMoney(amount: MinorUnits, { id, code, symbol }: Currency): z.infer<typeof moneySchema> {
  return { amount: formatMinorUnits(amount), currency: { id, code, symbol } };
}

/** @param amountMinor null: none is stated */
export function toMoneyOrNull(amountMinor: number | null, currency: Currency): z.infer<typeof moneySchema> | null {
  return amountMinor === null ? null : toMoney(minorUnits(amountMinor), currency);
}
