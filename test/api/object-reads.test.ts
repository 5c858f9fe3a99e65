// Rows that the gate, the visitors' days and the log of keys read, bounded by limits, allowances and parts.

import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { asApiKeyId } from "../../src/domain/ids.ts";
import { MAX_HOURLY_LIMIT } from "../../src/domain/plan.ts";
import { DAILY_ALLOWANCES } from "../../src/domain/visitor.ts";
import { sha256Hex } from "../../src/platform/sha256.ts";
import { rowsReadByObjects, takeObjectWalks } from "../slicer-worker/object-plans.ts";
import { createStudio } from "./support/studio.ts";
import { turnedClock } from "./support/turned-clock.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const clock = turnedClock();

describe("the studio's gate", () => {
  it("reads a handful of rows for an admission after hours of them, and an hour's as it wakes", async () => {
    const studio = await createStudio({ plan: "enterprise" });
    const keyHash = await sha256Hex(studio.key.secret);
    const admit = (count: number) =>
      runInDurableObject(studio.gate, async (gate) => {
        for (let index = 0; index < count; index++) {
          const attempt = crypto.randomUUID();
          const { outcome } = await gate.admit({ studioId: studio.id, keyHash, attempt });
          expect(outcome).toBe("admitted");
        }
      });
    for (let hour = 0; hour < 3; hour++) {
      clock.turn(hour * HOUR);
      await admit(MAX_HOURLY_LIMIT - 10);
    }
    clock.turn(3 * HOUR);
    expect(await rowsReadByObjects(() => admit(1))).toBeLessThan(6);
    await evictDurableObject(studio.gate);
    const awake = await rowsReadByObjects(() => admit(1));
    expect(awake).toBeGreaterThanOrEqual(MAX_HOURLY_LIMIT);
    // Sorted rows are counted twice.
    expect(awake).toBeLessThan(2 * MAX_HOURLY_LIMIT + 20);
  });
});

describe("the day of a studio's visitors", () => {
  it("reads each of the day's places twice at most, and none of the days before", async () => {
    const day = env.VISITOR_DAY.get(env.VISITOR_DAY.idFromName(crypto.randomUUID()));
    const { upload } = DAILY_ALLOWANCES.studio;
    const take = (names: string[]) => day.take("studio", "upload", names);
    const named = (count: number, ofDay: number) => Array.from({ length: count }, (_, index) => `${ofDay} ${index}`);
    for (let passed = 0; passed < 3; passed++) {
      clock.turn(passed * DAY);
      expect(await take(named(upload - 1, passed))).toMatchObject({ outcome: "taken" });
    }
    const rows = await rowsReadByObjects(() => take(["last"]));
    expect(rows).toBeGreaterThanOrEqual(upload);
    expect(rows).toBeLessThan(2 * upload + 20);
  });
});

describe("the log of a studio's keys", () => {
  it("reads no other rows to write one, whether it is awake or wakes, and a page's as it is shown", async () => {
    const log = env.REQUEST_LOG.getByName(crypto.randomUUID());
    const keyId = asApiKeyId(1);
    const asked = {
      keyId,
      operation: "GET /me",
      status: 200,
      errorCode: null,
      faulty: [],
      ignored: [],
      milliseconds: 1,
    };
    const keep = (count: number) =>
      runInDurableObject(log, async (object) => {
        for (let sent = 0; sent < count; sent++)
          await object.keep({ ...asked, at: Date.now(), requestId: "a", orderId: null, isReplayed: false, times: 1 });
      });
    for (let day = 0; day < 20; day++) {
      clock.turn(day * DAY);
      await keep(100);
    }
    expect(await rowsReadByObjects(() => keep(1))).toBeLessThan(4);
    await evictDurableObject(log);
    // One row for each of the log's tables, and for those of the platform.
    expect(await rowsReadByObjects(() => keep(1))).toBeLessThan(3 * 20);
    const shown = await rowsReadByObjects(async () => log.read({ keyId, limit: 50 }));
    // The operations are read from all, the page from the newest part.
    expect(shown).toBeGreaterThan(2000);
    expect(shown).toBeLessThan(2000 + 51 + 30);
  });
});

it.each(["SELECT sum(n) FROM visits", "SELECT n FROM visits WHERE n > 1", "SELECT n FROM visits ORDER BY n LIMIT 1"])(
  "a statement of an object that walks a table without bound is refused: %s",
  async (statement) => {
    const gate = env.STUDIO_GATE.get(env.STUDIO_GATE.newUniqueId());
    await runInDurableObject(gate, (_, { storage }) => {
      storage.sql.exec("CREATE TABLE visits (at INTEGER PRIMARY KEY, n INTEGER)");
      storage.sql.exec("SELECT n FROM visits WHERE at = 1").toArray();
      expect(takeObjectWalks()).toEqual([]);
      storage.sql.exec(statement).toArray();
    });
    expect(takeObjectWalks().join()).toContain(statement);
  },
);
