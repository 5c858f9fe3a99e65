// The check of plans that ends each test of the API (setup.ts): it refuses statements that walk a history.

import { createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import worker from "../../src/index.ts";
import { takeRecorded } from "./support/recorded-statements.ts";
import { walksOfHistory } from "./support/statement-plans.ts";
import { createStudio } from "./support/studio.ts";

const ofStudio = '"studio_id" = ?';

const REFUSED: readonly (readonly [string, string, readonly unknown[]])[] = [
  ["reads all of a studio's rows", `select * from "orders" where ${ofStudio}`, [1]],
  ["reads all studios' rows", 'select * from "orders" where "total_price_minor" > ?', [1]],
  ["sums over all rows", `select sum("status" = 'new') from "price_requests" where ${ofStudio}`, [1]],
  [
    "looks for ids among all changes",
    `select * from "order_changes" where ${ofStudio} and "id" in (select "id" from "order_changes" where ${ofStudio} and "order_id" = ? order by "version" desc limit ?)`,
    [1, 1, 1, 300],
  ],
  [
    "sorts a history before it takes the first rows",
    `select * from "order_items" where ${ofStudio} order by "print_minutes" limit ?`,
    [1, 50],
  ],
  [
    "reads open orders in the order of all",
    `select * from "orders" where ${ofStudio} and "status" in (?, ?) order by "id" limit ?`,
    [1, "confirmed", "printing", -1],
  ],
  ["reads every order of a customer", `select count(*) from "orders" where ${ofStudio} and "customer_id" = ?`, [1, 1]],
  ["reads every finished order", `select * from "orders" where ${ofStudio} and "status" = ?`, [1, "completed"]],
  ["deletes all that expired at once", 'delete from "slicing_jobs" where "last_used_at" < ?', [1]],
  ["looks for references to a deleted row", `delete from "materials" where ${ofStudio} and "id" = ?`, [1, 1]],
];

const TAKEN: readonly (readonly [string, string, readonly unknown[]])[] = [
  ["reads an order", `select * from "orders" where ${ofStudio} and "id" = ?`, [1, 1]],
  ["reads the newest", `select * from "orders" where ${ofStudio} order by "id" desc limit ?`, [1, 50]],
  ["reads open orders", `select * from "orders" where ${ofStudio} and "status" = ?`, [1, "printing"]],
  [
    "counts up to a limit",
    `select (select count(*) from (select 1 from "orders" where ${ofStudio} and "status" = ? limit ?)) from "studios" where "id" = ?`,
    [1, "completed", 100, 1],
  ],
];

describe("a statement", () => {
  it.each(REFUSED)("that %s is refused", async (_, sql, values) => {
    expect(await walksOfHistory([{ sql, values }])).not.toEqual([]);
  });

  it.each(TAKEN)("that %s is taken", async (_, sql, values) => {
    expect(await walksOfHistory([{ sql, values }])).toEqual([]);
  });

  it.each([
    [
      "the scheduled run",
      () => worker.scheduled(createScheduledController(), env),
      ["models", "discarded_objects", "sessions", "price_requests", "sweeps"],
    ],
    ["a studio's gate", async () => (await createStudio()).fetch("/me"), ["api_keys", "studios"]],
  ] as const)("of %s is held", async (_, run, tables) => {
    vi.spyOn(console, "log").mockImplementation(() => {});
    takeRecorded();
    await run();
    const held = takeRecorded();
    for (const table of tables)
      expect(
        held.filter(({ sql }) => sql.includes(`"${table}"`)),
        table,
      ).not.toEqual([]);
    expect(await walksOfHistory(held)).toEqual([]);
  });
});
