// Payment asked of an order's customer, in words: its sums, and the transfer of the sum asked for now.

import { type Currency, type CurrencyId, currencyOf } from "../domain/currency.ts";
import type { MinorUnits } from "../domain/money.ts";
import type { Language } from "../domain/person.ts";
import { type OrderSums, paymentOf } from "../payments/payment-state.ts";
import { type Payee, transferCode } from "../payments/transfer-code.ts";
import { money } from "./format.ts";
import { howToPayWords } from "./how-to-pay.words.ts";

interface LabelledSum {
  readonly label: string;
  readonly amount: string;
}

export interface Transfer {
  readonly amount: MinorUnits;
  readonly currency: Currency;
  readonly purpose: string;
  /** The text of a bank's QR code. Undefined if the studio has not stated its account, or there is no format for it. */
  readonly code: string | undefined;
}

export interface AskedPayment {
  readonly sums: readonly LabelledSum[];
  /** Null: nothing is asked for now. */
  readonly asked: LabelledSum | null;
  /** Null if nothing is owed; `settled` says so then. */
  readonly transfer: Transfer | null;
  readonly settled: string | null;
}

/** Undefined for an order from before payments were noted. */
export function askedPayment(
  language: Language,
  order: OrderSums & { readonly number: number; readonly currencyId: CurrencyId },
  payee: Payee,
): AskedPayment | undefined {
  const words = howToPayWords(language);
  const { state, owed, received, due, asked, refunded, over } = paymentOf(order);
  if (state === null) return undefined;
  const isCancelled = order.status === "cancelled";
  const lines: readonly (readonly [label: string, amount: MinorUnits, isShown: boolean])[] = [
    [words.owed, owed, !isCancelled && (received > 0 || asked < due)],
    [words.paid, received, received > 0],
    [words.refunded, refunded, refunded > 0],
    [words.left, due, received > 0 && due > 0 && asked < due],
    [words.over, over, over > 0],
  ];
  const currency = currencyOf(order.currencyId);
  const inWords = (label: string, amount: MinorUnits) => ({ label, amount: money(language, amount, currency) });
  const isOwed = state === "due" || state === "part";
  const purpose = words.purpose(order.number);
  return {
    sums: lines.flatMap(([label, amount, isShown]) => (isShown ? [inWords(label, amount)] : [])),
    asked: asked === 0 ? null : inWords(asked < due ? words.inAdvance : words.now, asked),
    transfer: isOwed
      ? { amount: asked, currency, purpose, code: transferCode(payee, { amount: asked, currency, purpose }) }
      : null,
    settled: isOwed ? null : words.settled[state],
  };
}
