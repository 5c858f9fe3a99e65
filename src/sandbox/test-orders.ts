// Order book of the sandbox: test orders are sliced and priced as all are, and change nothing else.

import { minorUnits, sumMinorUnits } from "../domain/money.ts";
import { calculatedItem } from "../orders/order.store.ts";
import { type OrderBook, priceOrder, termsOf } from "../orders/place-order.ts";
import { findWrittenTestOrder, readTestOrder, writeTestOrder } from "./test-order.store.ts";

export const TEST_ORDERS: OrderBook = {
  async place(tenant, order, { requestKey, apiKeyId }, rows, waitMilliseconds) {
    const priced = await priceOrder(tenant, order, rows, waitMilliseconds);
    if (priced.outcome === "slicing") return priced;
    const items = priced.items.map((item) => ({ sha256: item.model.sha256, ...calculatedItem(item) }));
    const totalPriceMinor = sumMinorUnits(items.map(({ priceMinor }) => minorUnits(priceMinor)));
    const content = { ...termsOf(order, priced), totalPriceMinor, items };
    return { outcome: "placed", rows: await writeTestOrder(tenant.db, { requestKey, apiKeyId, content }) };
  },
  findWritten: findWrittenTestOrder,
  read: readTestOrder,
};
