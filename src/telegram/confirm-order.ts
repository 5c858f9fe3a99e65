// Confirms an order for a person who pressed a button in Telegram: the same change as in the panel.

import { eq } from "drizzle-orm";
import { orders } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import { ChangedMeanwhile, NotFound } from "../domain/errors.ts";
import { MoveRefused, moveOrder, type SeenOrder, TakesCopiesOff } from "../orders/change-order.ts";

/** The order's number for people, and the end: confirmed now or before, cancelled, or no longer as the message told. */
export interface ConfirmationEnd {
  readonly number: number;
  readonly outcome: "confirmed" | "confirmedBefore" | "cancelled" | "changed";
}

/** @returns undefined if there is no such order */
export async function confirmOrder(db: StudioDb, seen: SeenOrder): Promise<ConfirmationEnd | undefined> {
  const [order] = await ofOrder(db, seen);
  if (order?.status !== "pending") return endOf(order);
  try {
    await moveOrder(db, seen, { status: "confirmed", comment: null });
    return { number: order.number, outcome: "confirmed" };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const [since] = await ofOrder(db, seen);
    return endOf(since);
  }
}

type Order = typeof orders.$inferSelect;

function ofOrder(db: StudioDb, { orderId }: SeenOrder): Statement<Order[]> {
  return db.select(orders, eq(orders.id, orderId));
}

function endOf(order: Order | undefined): ConfirmationEnd | undefined {
  if (order === undefined) return undefined;
  const { number, status } = order;
  if (status === "pending") return { number, outcome: "changed" };
  return { number, outcome: status === "cancelled" ? "cancelled" : "confirmedBefore" };
}

function isRefusal(error: unknown): boolean {
  return [NotFound, ChangedMeanwhile, MoveRefused, TakesCopiesOff].some((refusal) => error instanceof refusal);
}
