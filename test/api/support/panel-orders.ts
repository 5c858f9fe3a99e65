// Orders for tests of the panel: written straight into the database where their making is not the matter.

import { idOf } from "../../../harness/catalog-rows.ts";
import { customers, orderChanges, orders } from "../../../src/db/schema.ts";
import type { TestStudio } from "./studio.ts";

type Row = Partial<Omit<typeof orders.$inferInsert, "studioId" | "contact">> & {
  readonly contact?: Partial<(typeof orders.$inferInsert)["contact"]>;
};

let phones = 0;

/** Adds an order without items, of a customer of its own, as the API would write it. Answers its id. */
export async function addOrder({ db }: TestStudio, { contact: given, ...row }: Row = {}): Promise<number> {
  const contact = {
    firstName: "Леся",
    lastName: "Косач-Квітка",
    phoneNumber: `+38067${String(1_000_000 + phones++)}`,
    email: `customer${phones}@example.com`,
    locale: "uk",
    ...given,
  };
  const now = Date.now();
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
  const orderId = idOf(order);
  await db.insert(orderChanges, {
    orderId,
    version: 1,
    status: row.status ?? "pending",
    comment: null,
    changes: null,
    personId: null,
    changedAt: now,
  });
  return orderId;
}
