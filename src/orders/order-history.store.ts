// Order change: the statements that append one change to an order's history, for every feature that changes orders.
//
// The order's version guards it: each change states the version that its person saw. The history's row, the order's and the
// messages about a move are written by one batch, so none is ever without the others.

import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrderChanges } from "../db/column-types.ts";
import { orderChanges, orders } from "../db/schema.ts";
import type { Results, Statement, StudioDb } from "../db/studio-db.ts";
import type { StoredDelivery } from "../domain/delivery.ts";
import { ChangedMeanwhile } from "../domain/errors.ts";
import type { PersonId } from "../domain/ids.ts";
import type { OrderStatus } from "../domain/order.ts";
import { moveMessages } from "../outbox/outbox.store.ts";

export interface OrderChange {
  readonly orderId: number;
  /** The version that the person saw. undefined: the change holds after any other, as a note does. */
  readonly seenVersion: number | undefined;
  /** A further condition on the order's row, such as `eq(orders.status, "printing")`. */
  readonly provided?: SQL | undefined;
  /** Conditions on other rows, each a statement of its own: D1 binds at most a hundred values to one. */
  readonly conditions?: readonly SQL[] | undefined;
  /** Undefined: it stays. */
  readonly status?: OrderStatus | undefined;
  /** Undefined: it stays. */
  readonly delivery?: StoredDelivery | null | undefined;
  /** Undefined: it stays. */
  readonly deliveryPriceMinor?: number | null | undefined;
  /** YYYY-MM-DD. Undefined: it stays. */
  readonly dueOn?: string | null | undefined;
  readonly comment: string | null;
  readonly changes: OrderChanges | null;
  /** null: the change came from the customer, or from a site or a script through the API. */
  readonly personId: PersonId | null;
  /** The customer made the change, on the order's own page. */
  readonly isByCustomer?: boolean;
}

/**
 * Writes changes of orders and the statements that belong to them, and then reads, in one batch.
 *
 * @throws ChangedMeanwhile if an order is no longer as its person saw it, or `provided` does not hold: nothing took place
 */
export async function writeChanges<const Reads extends readonly Statement<unknown>[]>(
  db: StudioDb,
  changes: readonly OrderChange[],
  writes: readonly Statement<unknown>[],
  reads: Reads,
): Promise<Results<Reads>> {
  const areAsSeen = changes.flatMap((change) => [isAsSeen(db, change), ...(change.conditions ?? [])]);
  const before = [...changes.flatMap((change) => changeStatements(db, change)), ...writes];
  const results: readonly unknown[] | undefined = await db.batchIf(areAsSeen, [...before, ...reads]);
  if (results === undefined) throw new ChangedMeanwhile();
  // One result per statement, in order.
  return results.slice(before.length) as Results<Reads>;
}

function isAsSeen(db: StudioDb, { orderId, seenVersion, provided }: OrderChange): SQL {
  const isSeen = seenVersion === undefined ? undefined : eq(orders.version, seenVersion);
  return sql`EXISTS ${db.valuesOf(sql`1`, orders, and(eq(orders.id, orderId), isSeen, provided))}`;
}

function changeStatements(db: StudioDb, change: OrderChange): Statement<unknown>[] {
  const { orderId, status, delivery, deliveryPriceMinor, dueOn, comment, changes, personId } = change;
  const { isByCustomer = false } = change;
  const now = Date.now();
  const ofOrder = eq(orders.id, orderId);
  const isShownByApi = status !== undefined || delivery !== undefined || deliveryPriceMinor !== undefined;
  return [
    db.insert(orderChanges, {
      orderId,
      version: db.valuesOf(sql`${orders.version} + 1`, orders, ofOrder),
      status: status ?? db.valuesOf(orders.status, orders, ofOrder),
      comment,
      changes,
      personId,
      isByCustomer,
      changedAt: now,
    }),
    db.update(
      orders,
      {
        version: sql`${orders.version} + 1`,
        // A column stays that is undefined.
        ...{ status, delivery, deliveryPriceMinor, dueOn },
        updatedAt: isShownByApi ? now : undefined,
      },
      ofOrder,
    ),
    ...(status === undefined ? [] : moveMessages(db, ofOrder, status, { isByCustomer, now })),
  ];
}
