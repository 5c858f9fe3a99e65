// Orders for tests of the panel: written straight into the database if placing them is not under test.

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { type CatalogRow, idOf } from "../../../harness/catalog-rows.ts";
import { addOrderRow, ITEM_ROW, type OrderRow } from "../../../harness/order-rows.ts";
import { models, orderChanges, orderItems, orders } from "../../../src/db/schema.ts";
import type { DeliveryDetails } from "../../../src/domain/delivery.ts";
import { detailsOf, storedDelivery } from "../../../src/orders/delivery.ts";
import { panelStudio } from "./panel.ts";
import type { TestStudio } from "./studio.ts";

/** Adds an order without items, of a customer of its own, as the API would write it. Answers its id. */
export async function addOrder({ db }: TestStudio, row: OrderRow = {}): Promise<number> {
  const now = Date.now();
  const orderId = await addOrderRow(db, row, now);
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

/** Adds an item of one file to an order, as the API would write it; the file itself is not kept. Answers its id. */
export async function addItem(
  { db }: TestStudio,
  orderId: number,
  row: Partial<CatalogRow<typeof orderItems>> = {},
): Promise<number> {
  const [model] = await db.insert(models, {
    sha256: crypto.randomUUID(),
    format: "stl",
    sizeBytes: 684,
    objectKey: crypto.randomUUID(),
    createdAt: 1,
    lastUsedAt: 1,
    isOrdered: true,
  });
  const [item] = await db.insert(orderItems, {
    ...ITEM_ROW,
    ...{ orderId, modelId: idOf(model), originalFileName: "part.stl" },
    ...row,
  });
  return idOf(item);
}

/** Adds `count` orders like this one of one customer, by one statement. Returns their ids, the oldest first. */
export async function addOrders(studio: TestStudio, count: number, row: OrderRow = {}): Promise<number[]> {
  const first = await addOrder(studio, row);
  const { results } = await env.DB.prepare(
    `WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ?)
     INSERT INTO orders (studio_id, request_key, customer_id, contact, status, total_price_minor, currency_id, source, version, created_at, updated_at)
     SELECT studio_id, request_key || n, customer_id, contact, status, total_price_minor, currency_id, source, version, created_at, updated_at
     FROM counted JOIN orders ON orders.id = ?
     RETURNING id`,
  )
    .bind(count - 1, first)
    .run<{ id: number }>();
  return [first, ...results.map(({ id }) => id)];
}

/** An order without items in any status. */
export async function panelWithOrder(row: Parameters<typeof addOrder>[1] = {}) {
  const panel = await panelStudio();
  const id = await addOrder(panel.studio, row);
  return { ...panel, id, address: `${panel.base}/orders/${id}` };
}

/** An order of two items, "Куб.stl" and "flat.stl". */
export async function panelWithItems(row: Parameters<typeof addOrder>[1] = {}) {
  const panel = await panelWithOrder(row);
  const first = await addItem(panel.studio, panel.id, { position: 0, originalFileName: "Куб.stl" });
  const second = await addItem(panel.studio, panel.id, { position: 1, originalFileName: "flat.stl" });
  return { ...panel, itemIds: [first, second] as const };
}

export const delivered = (fields: Partial<DeliveryDetails>) => storedDelivery({ ...detailsOf(null), ...fields });

export const stored = async ({ db }: TestStudio, id: number) => (await db.select(orders, eq(orders.id, id)))[0];
/** The order's number for people. */
export const numberOf = async (studio: TestStudio, id: number) => (await stored(studio, id))?.number;
export const historyOf = ({ db }: TestStudio, id: number) =>
  db.select(orderChanges, eq(orderChanges.orderId, id), orderChanges.version);
