// Books of a studio after kills: histories, payments, stocks and customers add up, and each message was sent once.

import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import {
  customers,
  endedPrints,
  materials,
  messages,
  orderChanges,
  orders,
  payments,
  products,
  shelfMoves,
} from "../../../src/db/schema.ts";
import { movesFrom, type OrderStatus } from "../../../src/domain/order.ts";
import type { KilledSystem } from "./killed-system.ts";

/** A mail that was cut off in sending is tried again after a minute. */
const MAX_SENDING_MILLISECONDS = 150_000;
const LOOK_MILLISECONDS = 500;

export async function faultsOfBooks({ workers: { database } }: KilledSystem, studioId: number): Promise<string[]> {
  const faults: string[] = [];
  const allOrders = await database.select().from(orders).where(eq(orders.studioId, studioId));
  const changes = await database.select().from(orderChanges).where(eq(orderChanges.studioId, studioId));
  const allPayments = await database.select().from(payments).where(eq(payments.studioId, studioId));
  for (const { id, number, version, status, paidMinor } of allOrders) {
    const history = changes.filter(({ orderId }) => orderId === id).toSorted((a, b) => a.version - b.version);
    const isWhole = history.every((change, index) => change.version === index + 2) && version === history.length + 1;
    if (!isWhole) faults.push(`the history of order ${number} has gaps, at version ${version}`);
    let before: OrderStatus = "pending";
    for (const { status: after } of history) {
      if (after !== before && !movesFrom(before).includes(after)) faults.push(`order ${number}: ${before} to ${after}`);
      before = after;
    }
    if (before !== status) faults.push(`order ${number} is ${status}, its history ends with ${before}`);
    const paid = allPayments
      .filter(({ orderId, removedAt }) => orderId === id && removedAt === null)
      .reduce((sum, { kind, amountMinor }) => sum + (kind === "payment" ? amountMinor : -amountMinor), 0);
    if (paid !== (paidMinor ?? 0)) faults.push(`order ${number} has ${paidMinor} paid, its payments are ${paid}`);
  }
  for (const customer of await database.select().from(customers).where(eq(customers.studioId, studioId))) {
    const own = allOrders.filter(({ customerId, status }) => customerId === customer.id && status !== "cancelled");
    const spent = own.reduce((sum, { totalPriceMinor }) => sum + totalPriceMinor, 0);
    if (customer.orderCount !== own.length || customer.spentMinor !== spent) {
      faults.push(
        `a customer has ${customer.orderCount} orders of ${customer.spentMinor}, not ${own.length} of ${spent}`,
      );
    }
  }
  const moves = await database.select().from(shelfMoves).where(eq(shelfMoves.studioId, studioId));
  for (const { id, stock } of await database.select().from(products).where(eq(products.studioId, studioId))) {
    const moved = moves.filter(({ productId }) => productId === id).reduce((sum, { pieces }) => sum + pieces, 0);
    if (moved !== stock) faults.push(`the shelf has ${stock} pieces, its moves make ${moved}`);
  }
  return faults;
}

/** @param initial the stock of the studio's one material before its first print, in hundredths of a gram */
export async function faultsOfStock(
  { workers: { database } }: KilledSystem,
  studioId: number,
  initial: number,
): Promise<string[]> {
  const [material] = await database.select().from(materials).where(eq(materials.studioId, studioId));
  const prints = await database.select().from(endedPrints).where(eq(endedPrints.studioId, studioId));
  const taken = prints.reduce((sum, print) => sum + (print.stockTakenHundredthsOfGram ?? 0), 0);
  const left = material?.stockHundredthsOfGram;
  return left === initial - taken ? [] : [`the stock is ${left}: ${initial} less ${taken}`];
}

/** Waits until all messages have been sent, and holds the mails against them. */
export async function faultsOfMessages(system: KilledSystem, studioId: number): Promise<string[]> {
  const { database } = system.workers;
  const deadline = Date.now() + MAX_SENDING_MILLISECONDS;
  const ofStudio = () => database.select().from(messages).where(eq(messages.studioId, studioId));
  let rows = await ofStudio();
  while (rows.some(({ state }) => state !== "sent") && Date.now() < deadline) {
    await delay(LOOK_MILLISECONDS);
    rows = await ofStudio();
  }
  const faults = rows.filter(({ state }) => state !== "sent").map(({ key, state }) => `the message ${key} is ${state}`);
  const placed = await database.select().from(orders).where(eq(orders.studioId, studioId));
  const moved = await database.select().from(orderChanges).where(eq(orderChanges.studioId, studioId));
  const confirmed = moved.filter(({ status }, index) => status === "confirmed" && isFirstOfStatus(moved, index));
  const events = [
    ...placed.map(({ id }) => `received/${id}`),
    ...confirmed.map(({ orderId }) => `confirmed/${orderId}`),
  ].toSorted();
  const told = (await system.mails()).map(({ key }) => /(received|confirmed)\/\d+(?=\/)/.exec(key)?.[0]).toSorted();
  if (told.join() !== events.join()) faults.push(`${events.length} events were told by ${told.length} mails`);
  return faults;
}

/** Payments and prints repeat the status of their order. */
function isFirstOfStatus(changes: readonly (typeof orderChanges.$inferSelect)[], index: number): boolean {
  const change = changes[index];
  return !changes.some(
    (other) => other.orderId === change?.orderId && other.status === change.status && other.version < change.version,
  );
}
