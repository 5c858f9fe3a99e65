// Changing a customer: contact data and a note. Each order keeps the contact that it was placed with.

import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { isAsRead } from "../db/as-read.ts";
import { customers } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { ChangedMeanwhile, NotFound } from "../domain/errors.ts";
import type { Customer } from "./customer-list.store.ts";

export type CustomerContact = Pick<Customer, "firstName" | "lastName" | "phoneNumber" | "email" | "locale">;

/** @throws NotFound */
export async function readCustomer(db: StudioDb, id: number): Promise<Customer> {
  const [customer] = await db.select(customers, eq(customers.id, id));
  if (customer === undefined) throw new NotFound();
  return customer;
}

/**
 * Changes the contact data, unless another customer has the phone number: it names one customer of a studio.
 *
 * @param read the customer as it was read
 * @returns the other customer with the phone number; undefined: the data are changed
 * @throws ChangedMeanwhile if the customer is no longer as it was read
 */
export async function changeContact(
  db: StudioDb,
  read: Customer,
  contact: CustomerContact,
): Promise<Customer | undefined> {
  const others = and(eq(customers.phoneNumber, contact.phoneNumber), ne(customers.id, read.id));
  const isFree = sql`NOT EXISTS ${db.valuesOf(sql`1`, customers, others)}`;
  const written = await db.batchIf([isFree], [write(db, read, contact)]);
  if (written === undefined) {
    const [other] = await db.select(customers, others);
    if (other === undefined) throw new ChangedMeanwhile();
    return other;
  }
  if (written[0].length === 0) throw new ChangedMeanwhile();
  return undefined;
}

/**
 * @param read the customer as it was read
 * @param note null: none
 * @throws ChangedMeanwhile if the note is no longer as it was read
 */
export async function changeCustomerNote(db: StudioDb, read: Customer, note: string | null): Promise<void> {
  const written = await write(db, read, { note });
  if (written.length === 0) throw new ChangedMeanwhile();
}

/** An erased customer stays erased: a form opened before brings nothing back. */
function write(db: StudioDb, read: Customer, changes: Partial<Customer>) {
  const asRead = and(eq(customers.id, read.id), isNull(customers.erasedAt), isAsRead(customers, changes, read));
  return db.update(customers, changes, asRead);
}
