// Test order list: a studio's orders of the sandbox, newest first, with the names of their keys. One round trip.

import { and, gt, lt, sql } from "drizzle-orm";
import { apiKeys, testOrders } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import type { CurrencyId } from "../domain/currency.ts";
import type { OrderStatus } from "../domain/order.ts";
import { courseAt } from "./course.ts";
import { forgottenBefore } from "./test-order.store.ts";

const PAGE_ORDERS = 50;

export interface TestOrderList {
  readonly orders: readonly ListedTestOrder[];
  /** The next page begins after this order; undefined on the last page. */
  readonly next: number | undefined;
}

export interface ListedTestOrder {
  readonly id: number;
  readonly placedAt: number;
  readonly status: OrderStatus;
  readonly totalPriceMinor: number;
  readonly currencyId: CurrencyId;
  readonly items: number;
  readonly keyName: string;
}

/** @param after the last order of the page before, by id; undefined: from the newest */
export async function readTestOrders(db: StudioDb, after: number | undefined): Promise<TestOrderList> {
  const now = Date.now();
  const isKept = gt(testOrders.createdAt, forgottenBefore(now));
  const beyond = after === undefined ? undefined : lt(testOrders.id, after);
  const page = db.firstIds(testOrders, beyond, NEWEST_FIRST, PAGE_ORDERS + 1);
  const keyName = sql<string>`(SELECT ${apiKeys.name} FROM ${apiKeys} WHERE ${apiKeys.id} = ${testOrders.apiKeyId})`;
  const rows = await db.selectFields(
    {
      id: sql<number>`${testOrders.id}`,
      createdAt: sql<number>`${testOrders.createdAt}`,
      totalPriceMinor: sql<number>`${testOrders.content} ->> '$.totalPriceMinor'`,
      currencyId: sql<CurrencyId>`${testOrders.content} ->> '$.currencyId'`,
      items: sql<number>`json_array_length(${testOrders.content}, '$.items')`,
      keyName,
    },
    testOrders,
    and(sql`${testOrders.id} IN ${page}`, isKept),
    NEWEST_FIRST,
  );
  const orders = rows.slice(0, PAGE_ORDERS).map(({ createdAt, ...order }) => ({
    ...order,
    placedAt: createdAt,
    status: courseAt(createdAt, now).status,
  }));
  return { orders, next: rows.length > PAGE_ORDERS ? orders.at(-1)?.id : undefined };
}

const NEWEST_FIRST = sql`${testOrders.id} DESC`;
