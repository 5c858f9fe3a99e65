// Order change: the statements that append one change to an order's history, for every feature that changes orders.
//
// The order's version guards it: each change states the version that its person saw. The history's row and the order's
// are written by one batch, so neither is ever without the other.

import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrderChanges } from "../db/column-types.ts";
import { orderChanges, orders } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import type { StoredDelivery } from "../domain/delivery.ts";
import { ChangedMeanwhile } from "../domain/errors.ts";
import type { PersonId } from "../domain/ids.ts";
import type { OrderStatus } from "../domain/order.ts";

export interface OrderChange {
  readonly orderId: number;
  /** The version that the person saw. undefined: the change holds after any other, as a note does. */
  readonly seenVersion: number | undefined;
  /** A further condition on the order's row, such as `eq(orders.status, "printing")`. */
  readonly provided?: SQL | undefined;
  /** Undefined: it stays. */
  readonly status?: OrderStatus | undefined;
  /** Undefined: it stays. */
  readonly delivery?: StoredDelivery | null | undefined;
  readonly comment: string | null;
  readonly changes: OrderChanges | null;
  /** null: the change came from the customer, or from a site or a script through the API. */
  readonly personId: PersonId | null;
  /** The customer made the change, on the order's own page. */
  readonly isByCustomer?: boolean;
}

/**
 * The statements of one change, to run in one batch with the statements that belong to it. The whole batch fails if the order's
 * version is no longer the one seen, or `provided` does not hold: run it through `refuseStale`.
 */
export function changeStatements(db: StudioDb, change: OrderChange): Statement<unknown>[] {
  const { orderId, seenVersion, provided, status, delivery, comment, changes, personId, isByCustomer = false } = change;
  const now = Date.now();
  const ofOrder = eq(orders.id, orderId);
  const asSeen = and(ofOrder, seenVersion === undefined ? undefined : eq(orders.version, seenVersion), provided);
  const isShownByApi = status !== undefined || delivery !== undefined;
  return [
    db.insert(orderChanges, {
      orderId,
      // null, which the column refuses, if the order was changed meanwhile.
      version: db.valuesOf(sql`${orders.version} + 1`, orders, asSeen),
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
        ...(status === undefined ? {} : { status }),
        ...(delivery === undefined ? {} : { delivery }),
        ...(isShownByApi ? { updatedAt: now } : {}),
      },
      ofOrder,
    ),
  ];
}

/**
 * Awaits a batch that holds `changeStatements`.
 *
 * @throws ChangedMeanwhile if the order was changed meanwhile: nothing of the batch took place
 */
export async function refuseStale<Result>(batch: Promise<Result>): Promise<Result> {
  try {
    return await batch;
  } catch (error) {
    const isStale = /(?:NOT NULL|UNIQUE) constraint failed: order_changes\./.test(String(error));
    throw isStale ? new ChangedMeanwhile() : error;
  }
}
