// Rows that the dispatcher reads: bounded by the slices that wait or run, however many studios ever sliced.

import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { DispatcherStore } from "../../slicer-service/src/dispatcher.store.ts";
import { rowsReadByObjects, takeObjectWalks } from "./object-plans.ts";
import { env } from "./slices.ts";

const PAUSES = {
  untilToldMilliseconds: 10,
  leaseMilliseconds: 1_000_000,
  rivalAfterMilliseconds: 5_000,
  longMilliseconds: 60_000,
  pauseAfter: () => 100,
};

const withStorage = <Result>(work: (sql: SqlStorage) => Result | Promise<Result>) =>
  runInDurableObject(env.DISPATCHER.get(env.DISPATCHER.newUniqueId()), (_, { storage }) => work(storage.sql));

/** The rows of a slice from its arrival to its end, while others wait. */
const rowsOfSlice = (waiting: number, studiosBefore: number) =>
  withStorage(async (sql) => {
    const turns = new DispatcherStore(sql, [1], PAUSES);
    const before = `WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n <= ?)
      INSERT INTO studios SELECT 1000 + n, n FROM counted`;
    sql.exec(before, studiosBefore);
    for (let index = 0; index < waiting; index++) {
      turns.enqueue({ sliceKey: `waiting ${index}`, studioId: index % 10, queuedAt: index, isLong: false });
    }
    const slice = { sliceKey: "slice", studioId: 100, queuedAt: 0, isLong: false };
    return rowsReadByObjects(async () => {
      turns.enqueue(slice);
      turns.expire(1);
      const [lease] = turns.grant(1);
      if (lease === undefined) throw new Error("no place was granted");
      turns.confirm(lease);
      turns.renew(slice, lease.engineIndex, 2);
      turns.decide({ slice, engineIndex: lease.engineIndex, ranMilliseconds: 0, takesLong: false }, 3);
      turns.ahead(["slice"]);
      turns.oldestQueuedAt();
      turns.unfinished(100);
      turns.nextMoment(4);
      turns.release(lease.sliceKey);
    });
  });

it("a slice reads as many rows after thousands of studios as after ten", async () => {
  const [few, many] = [await rowsOfSlice(20, 10), await rowsOfSlice(20, 5_000)];
  expect(few, "rows are counted").toBeGreaterThan(20);
  expect(many).toBe(few);
});

it("a slice reads each slice that waits 24 times at most, over all steps of its life", async () => {
  const [few, many] = [await rowsOfSlice(100, 10), await rowsOfSlice(1_000, 10)];
  console.log(`rows read for a slice: ${few} beside 100 waiting ones, ${many} beside 1,000`);
  expect((many - few) / 900).toBeLessThanOrEqual(24);
});

it.each([
  "SELECT coalesce(max(last_turn), 0) FROM studios",
  "SELECT studio_id FROM studios ORDER BY last_turn LIMIT 1",
  "DELETE FROM studios WHERE last_turn < 1",
  "SELECT slice_key FROM slices JOIN studios ON last_turn = queued_at",
])("a statement that walks all studios is refused: %s", async (statement) => {
  await withStorage((sql) => sql.exec(statement).toArray());
  expect(takeObjectWalks().join()).toContain(statement);
});

it("a studio by its key is read by any statement", async () => {
  await withStorage((sql) => sql.exec("SELECT last_turn FROM slices LEFT JOIN studios USING (studio_id)").toArray());
  expect(takeObjectWalks()).toEqual([]);
});
