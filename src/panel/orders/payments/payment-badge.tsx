// The payment state of an order as a badge.

import { movesFrom } from "../../../domain/order.ts";
import { type OrderSums, type PaymentState, paymentOf } from "../../../payments/payment-state.ts";
import { useView } from "../../kit/view-context.ts";
import { paymentsWords } from "./payments.words.ts";

const BADGE_CLASS: Readonly<Record<PaymentState, string>> = {
  due: "badge",
  part: "badge warn",
  paid: "badge good",
  to_refund: "badge bad",
  refunded: "badge",
};

/** An order from before payments were noted shows nothing. */
export function PaymentBadge({ order }: { readonly order: OrderSums }) {
  const { language } = useView();
  const { state, due } = paymentOf(order);
  if (state === null) return null;
  const isDebt = due > 0 && movesFrom(order.status).length === 0;
  const words = paymentsWords(language);
  return (
    <span class={isDebt ? "badge bad" : BADGE_CLASS[state]} title={words.title}>
      {words.states[state]}
    </span>
  );
}
