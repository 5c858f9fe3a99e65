// Test order store: an order of the sandbox is one row, written and read in one round trip.

import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { TestOrderContent } from "../db/column-types.ts";
import { models, testOrders } from "../db/schema.ts";
import { type Declared, prepared, type Results, type StudioDb } from "../db/studio-db.ts";
import { requireStudio } from "../db/studio-record.ts";
import { NotFound } from "../domain/errors.ts";
import type { ApiKeyId } from "../domain/ids.ts";
import type { DescribedOrder } from "../orders/order.store.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import { courseAt, madeUpTrackingNumber, TEST_ORDER_MILLISECONDS, testItemId } from "./course.ts";

type TestOrderRow = typeof testOrders.$inferSelect;

export interface NewTestOrder {
  /** A second write under the same one leaves the first. */
  readonly requestKey: string;
  readonly apiKeyId: ApiKeyId;
  readonly content: TestOrderContent;
}

/** Writes the order, and answers it as it is in the database. */
export async function writeTestOrder(
  db: StudioDb,
  { requestKey, apiKeyId, content }: NewTestOrder,
): Promise<DescribedOrder> {
  const now = Date.now();
  const write = () =>
    db.writeThenRead(
      writes(db, { requestKey, apiKeyId, content, createdAt: now }),
      readsByKey(db, { requestKey, after: forgottenBefore(now) }),
    );
  const order = shownOf(await retryTransient(write));
  if (order === undefined) throw new Error("a test order that was written cannot be read");
  return order;
}

export async function findWrittenTestOrder(db: StudioDb, requestKey: string): Promise<DescribedOrder | undefined> {
  return shownOf(await db.batch(readsByKey(db, { requestKey, after: forgottenBefore(Date.now()) })));
}

/** @throws NotFound, also for one that is a week old and not deleted yet */
export async function readTestOrder(db: StudioDb, id: number): Promise<DescribedOrder> {
  const order = shownOf(await db.batch(readsById(db, { id, after: forgottenBefore(Date.now()) })));
  if (order === undefined) throw new NotFound();
  return order;
}

/** Orders placed at this moment or before are deleted. */
export function forgottenBefore(now: number): number {
  return now - TEST_ORDER_MILLISECONDS;
}

const writes = prepared((db, row: Declared<NewTestOrder & Pick<TestOrderRow, "createdAt">>) => [
  db.insert(testOrders, row, "leave"),
]);

const readsByKey = prepared((db, { requestKey, after }: Declared<{ requestKey: string; after: number }>) =>
  readsOf(db, and(eq(testOrders.requestKey, requestKey), gt(testOrders.createdAt, after))),
);

const readsById = prepared((db, { id, after }: Declared<{ id: number; after: number }>) =>
  readsOf(db, and(eq(testOrders.id, id), gt(testOrders.createdAt, after))),
);

function readsOf(db: StudioDb, isChosen: SQL | undefined) {
  const content = db.valuesOf(testOrders.content, testOrders, isChosen);
  const contents = sql`(SELECT value ->> 'sha256' FROM json_each(${content}, '$.items'))`;
  return [
    db.studio(),
    db.select(testOrders, isChosen),
    db.select(models, sql`${models.sha256} IN ${contents}`),
  ] as const;
}

function shownOf([studio, [row], models]: Results<ReturnType<typeof readsOf>>): DescribedOrder | undefined {
  if (row === undefined) return undefined;
  const { id, content, createdAt } = row;
  const { items, ...terms } = content;
  const { status, updatedAt, isShipped } = courseAt(createdAt, Date.now());
  const delivery =
    terms.delivery === null || !isShipped
      ? terms.delivery
      : { ...terms.delivery, trackingNumber: madeUpTrackingNumber(id) };
  return {
    // No customer of the studio's has it: the number for people and the customer's id are the order's own.
    order: { ...terms, id, number: id, customerId: id, delivery, status, createdAt, updatedAt },
    items: items.map(({ sha256, ...item }, place) => ({
      ...item,
      id: testItemId(id, place),
      modelId: models.find((model) => model.sha256 === sha256)?.id ?? null,
      productId: null,
      productTitle: null,
    })),
    models,
    customer: null,
    studioSlug: requireStudio(studio).slug,
  };
}
