// Names of the ways to pay.

import type { PaymentMethod } from "../domain/order.ts";
import { wording } from "./words.ts";

export const paymentMethodNames = wording<Record<PaymentMethod, string>>({
  en: { cash: "Cash", transfer: "Bank transfer", other: "Another way" },
  uk: { cash: "Готівка", transfer: "Переказ на рахунок", other: "Інакше" },
});
