// Orders that a person chose on the board or in the list: confirmed together, and their files.

import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { inValues } from "../db/in-values.ts";
import { models, orderChanges, orderItems, orders } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { ChangedMeanwhile } from "../domain/errors.ts";
import type { PersonId } from "../domain/ids.ts";
import type { OrderStatus } from "../domain/order.ts";
import { writeChanges } from "./order-history.store.ts";

/** The number of orders that may be chosen at once. */
export const MAX_CHOSEN_ORDERS = 50;

export interface ChosenOrder {
  readonly orderId: number;
  /** The version that the person saw. */
  readonly version: number;
}

export interface ChosenMoved {
  /** With their versions after the move. */
  readonly moved: readonly ChosenOrder[];
  readonly refused: readonly RefusedOrder[];
}

interface RefusedOrder {
  readonly orderId: number;
  /** The order's number for people; the id if there is no such order. */
  readonly number: number;
  readonly reason: "missing" | "changed" | "other_status";
}

/** Confirms those of the orders that are new and as the person saw them. */
export function confirmChosen(db: StudioDb, chosen: readonly ChosenOrder[], personId: PersonId): Promise<ChosenMoved> {
  return moveChosen(db, chosen, personId, "pending", "confirmed");
}

/** Takes confirmations back that are the orders' last changes. No other move leads back to pending. */
export function takeBackConfirmations(
  db: StudioDb,
  chosen: readonly ChosenOrder[],
  personId: PersonId,
): Promise<ChosenMoved> {
  return moveChosen(db, chosen, personId, "confirmed", "pending");
}

/** An order may change between reading and writing: that refuses the whole batch, and the others are tried again. */
const TRIES = 3;

async function moveChosen(
  db: StudioDb,
  chosen: readonly ChosenOrder[],
  personId: PersonId,
  from: OrderStatus,
  to: OrderStatus,
): Promise<ChosenMoved> {
  const ids = chosen.map(({ orderId }) => orderId);
  for (let tries = 1; ; tries++) {
    const rows = await db.select(orders, inValues(orders.id, ids));
    const refused = chosen.flatMap(({ orderId, version }): RefusedOrder[] => {
      const order = rows.find(({ id }) => id === orderId);
      if (order === undefined) return [{ orderId, number: orderId, reason: "missing" }];
      const { number } = order;
      if (order.status !== from) return [{ orderId, number, reason: "other_status" }];
      return order.version === version ? [] : [{ orderId, number, reason: "changed" }];
    });
    const moving = chosen.filter(({ orderId }) => !refused.some((one) => one.orderId === orderId));
    const changes = moving.map(({ orderId, version }) => ({
      orderId,
      seenVersion: version,
      provided: eq(orders.status, from),
      // No other move leads back to pending, so this one undoes the confirmation alone.
      conditions: to === "pending" ? wasConfirmedLast(db, orderId, version) : [],
      status: to,
      comment: null,
      changes: null,
      personId,
    }));
    try {
      await writeChanges(db, changes, [], []);
      return { moved: moving.map(({ orderId, version }) => ({ orderId, version: version + 1 })), refused };
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || tries === TRIES) throw error;
    }
  }
}

/** The order's last change confirmed it. The placing of an order of the API has no row. */
function wasConfirmedLast(db: StudioDb, orderId: number, version: number): SQL[] {
  const change = (at: number, condition: SQL) => {
    const row = and(eq(orderChanges.orderId, orderId), eq(orderChanges.version, at), condition);
    return sql`EXISTS ${db.valuesOf(sql`1`, orderChanges, row)}`;
  };
  return [
    change(version, eq(orderChanges.status, "confirmed")),
    sql`NOT ${change(version - 1, ne(orderChanges.status, "pending"))}`,
  ];
}

export interface FileOfOrder {
  readonly item: typeof orderItems.$inferSelect;
  readonly order: typeof orders.$inferSelect;
  /** Undefined if the item was ordered without a file. */
  readonly model: typeof models.$inferSelect | undefined;
}

/** The items of the orders, in the order of their numbers and places. */
export async function readFilesOfOrders(db: StudioDb, orderIds: readonly number[]): Promise<readonly FileOfOrder[]> {
  const chosen = inValues(orderItems.orderId, orderIds);
  const [items, orderRows, modelRows] = await db.batch([
    db.select(orderItems, chosen, sql`${orderItems.orderId}, ${orderItems.position}`),
    db.select(orders, inValues(orders.id, orderIds)),
    db.select(models, sql`${models.id} IN ${db.valuesOf(orderItems.modelId, orderItems, chosen)}`),
  ]);
  return items.flatMap((item) => {
    const order = orderRows.find(({ id }) => id === item.orderId);
    return order === undefined ? [] : [{ item, order, model: modelRows.find(({ id }) => id === item.modelId) }];
  });
}
