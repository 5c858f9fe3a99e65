// Rows of an order and its items, with defaults for every column that a test does not state.
//
// Free of Node, for the tests that run in workerd.

import { customers, type orderItems, orders } from "../src/db/schema.ts";
import type { StudioDb } from "../src/db/studio-db.ts";
import { type CatalogRow, idOf } from "./catalog-rows.ts";

export type OrderRow = Partial<Omit<CatalogRow<typeof orders>, "contact">> & {
  readonly contact?: Partial<CatalogRow<typeof orders>["contact"]>;
};

let phones = 0;

/** Adds an order without items and history, of the customer with its phone number or else a new one. Answers its id. */
export async function addOrderRow(db: StudioDb, { contact: given, ...row }: OrderRow, now: number): Promise<number> {
  const contact = {
    firstName: "Леся",
    lastName: "Косач-Квітка",
    phoneNumber: `+38067${String(1_000_000 + phones++)}`,
    email: `customer${phones}@example.com`,
    locale: "uk",
    ...given,
  };
  const [customer] = await db.insert(
    customers,
    { ...contact, createdAt: now },
    { target: [customers.studioId, customers.phoneNumber], set: { email: contact.email } },
  );
  const [order] = await db.insert(orders, {
    requestKey: crypto.randomUUID(),
    customerId: idOf(customer),
    contact,
    status: "pending",
    totalPriceMinor: 12_345,
    currencyId: 1,
    source: "api",
    delivery: null,
    createdAt: now,
    updatedAt: now,
    ...row,
  });
  return idOf(order);
}

export const ITEM_ROW = {
  position: 0,
  quantity: 1,
  priceMinor: 12_345,
  finishingIds: [],
  printMinutes: 42,
  weightHundredthsOfGram: 512,
} satisfies Partial<CatalogRow<typeof orderItems>>;
