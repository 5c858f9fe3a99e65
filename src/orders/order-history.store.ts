// Order change: the statements that append one change to an order's history, for every feature that changes orders.
//
// The order's version guards it: who changes an order states the version that they saw. The history's row and the order's
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
  /** The version that the person saw. Undefined: the change holds whatever happened since, as a note does. */
  readonly seenVersion: number | undefined;
  /** What must hold of the order's row beside, such as `eq(orders.status, "printing")`. */
  readonly provided?: SQL | undefined;
  /** Undefined: it stays. */
  readonly status?: OrderStatus | undefined;
  /** Undefined: it stays. */
  readonly delivery?: StoredDelivery | null | undefined;
  readonly comment: string | null;
  readonly changes: OrderChanges | null;
  /** Null where no person of the panel made the change: the customer did, or a site or a script, through the API. */
  readonly personId: PersonId | null;
  /** The customer made the change, on the order's own page. */
  readonly isByCustomer?: boolean;
}

/**
 * The statements of one change, to run in one batch with whatever else belongs to it. The whole batch fails where the order's
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
      // Null, which the column refuses, where the order is not as it was seen.
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
 * @throws ChangedMeanwhile where the order was no longer as it was seen: nothing of the batch took place
 */
export async function refuseStale<Result>(batch: Promise<Result>): Promise<Result> {
  try {
    return await batch;
  } catch (error) {
    const isStale = /(?:NOT NULL|UNIQUE) constraint failed: order_changes\./.test(String(error));
    throw isStale ? new ChangedMeanwhile() : error;
  }
}
