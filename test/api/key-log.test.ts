// The log of a studio's keys: an entry for each request, its bounds, and nothing of a customer in it.

import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Env } from "../../src/env.ts";
import {
  type AskedRequest,
  type KeyLogPage,
  type KeyLogQuery,
  MAX_ASKED_REQUESTS,
  SHOWN_MILLISECONDS,
} from "../../src/key-log/asked-request.ts";
import { GATHERED_MILLISECONDS, gatherRefused } from "../../src/key-log/gathered-refusals.ts";
import { CUSTOMER, orderOfBox, place, placed } from "./support/orders.ts";
import { modelFile, printingStudio, WAIT } from "./support/requests.ts";
import { createStudio, fetchApi, type TestStudio } from "./support/studio.ts";
import { turnedClock } from "./support/turned-clock.ts";

const DAY = 86_400_000;
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

const clock = turnedClock();
afterEach(() => vi.restoreAllMocks());

const logOf = (studio: TestStudio) => env.REQUEST_LOG.get(env.REQUEST_LOG.idFromName(String(studio.id)));

/** A page of the log of the studio's first key. */
async function read(studio: TestStudio, query: Partial<KeyLogQuery> = {}): Promise<KeyLogPage> {
  return logOf(studio).read({ keyId: studio.key.id, limit: 50, ...query });
}

async function entries(studio: TestStudio, count: number, query: Partial<KeyLogQuery> = {}) {
  await expect.poll(async () => (await read(studio, query)).requests.length).toBe(count);
  return (await read(studio, query)).requests;
}

/** Tables but those of the platform. */
function tablesOf({ sql }: DurableObjectStorage): string[] {
  const tables = sql.exec<{ name: string }>("SELECT name FROM sqlite_master");
  return Array.from(tables, ({ name }) => name).filter((name) => !name.startsWith("_cf_"));
}

/** Every value that the studio's object stores. */
async function everyValue(studio: TestStudio): Promise<string> {
  return runInDurableObject(logOf(studio), async (_, { storage }) => {
    const rows = tablesOf(storage).map((table) => storage.sql.exec(`SELECT * FROM ${table}`).toArray());
    return JSON.stringify([rows, [...(await storage.list())]]);
  });
}

const entry = (studio: TestStudio, changes: Partial<AskedRequest> = {}): AskedRequest => ({
  at: Date.now(),
  keyId: studio.key.id,
  operation: "GET /me",
  status: 200,
  errorCode: null,
  faulty: [],
  ignored: [],
  milliseconds: 1,
  requestId: TRACE,
  orderId: null,
  isReplayed: false,
  times: 1,
  ...changes,
});

describe("an entry of the log", () => {
  it("tells time, operation, status, code, duration and request id", async () => {
    const studio = await createStudio();
    expect((await studio.fetch("/materials/999999", { headers: { "X-Request-Id": TRACE } })).status).toBe(404);
    expect(await entries(studio, 1)).toEqual([
      {
        number: expect.any(Number),
        at: clock.start,
        keyId: studio.key.id,
        operation: "GET /materials/{id}",
        status: 404,
        errorCode: "errors.notFound",
        faulty: [],
        ignored: [],
        milliseconds: expect.any(Number),
        requestId: TRACE,
        orderId: null,
        isReplayed: false,
        times: 1,
      },
    ]);
  });

  it("names faulty and ignored fields, by their paths", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const items = JSON.stringify([{ materialId: "PLA", printingQualityId, note: "x", qty: 2 }]);
    const answer = await place(studio, orderOfBox({ materialId, printingQualityId }, { items, gift_wrap: "yes" }));
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors ?? {}).sort()).toEqual(["items.0.materialId", "items.0.qty"]);
    const [asked] = await entries(studio, 1);
    expect(asked?.faulty.toSorted()).toEqual(["items.0.materialId", "items.0.qty"]);
    expect(asked?.ignored.toSorted()).toEqual(["gift_wrap", "items.0.note"]);
    expect(asked).toMatchObject({ operation: "POST /orders", errorCode: "errors.validationFailed" });
  });

  it("leads to the order that the answer made, gave again or showed", async () => {
    const { studio, ...ids } = await printingStudio();
    const keyed = { ...WAIT, "Idempotency-Key": "order-of-lesia" };
    const order = await placed(studio, orderOfBox(ids), keyed);
    await placed(studio, orderOfBox(ids), keyed);
    await studio.data(`/orders/${order.id}`);
    expect((await studio.fetch("/orders/987654321")).status).toBe(404);
    const found = (await entries(studio, 4)).map(({ operation, orderId, isReplayed }) => [
      operation,
      orderId,
      isReplayed,
    ]);
    expect(found).toEqual([
      ["GET /orders/{id}", null, false],
      ["GET /orders/{id}", order.id, false],
      ["POST /orders", order.id, true],
      ["POST /orders", order.id, false],
    ]);
  });

  it("never holds a customer's data, in any stored byte", async () => {
    const { studio, ...ids } = await printingStudio();
    const personal = {
      ...CUSTOMER,
      comment: "подзвоніть Лесі після обіду",
      source: "лендінг-лесі",
      "models[]": [modelFile("no model at all", "портрет Лесі.stl")],
    };
    const headers = {
      ...WAIT,
      "Idempotency-Key": "order-of-lesia",
      "User-Agent": "LesiaBrowser/1",
      "X-Request-Id": "380501234567",
    };
    await place(studio, orderOfBox(ids, personal), headers);
    await place(studio, orderOfBox(ids, { ...personal, customerEmail: "not-lesia-at-all" }), headers);
    const names = {
      [CUSTOMER.customerEmail]: "1",
      "Леся Косач-Квітка": "2",
      "380501234567": "3",
      tel380501234567: "4",
      "Lesia Kosach": "5",
      "finishingIds[Lesia]": "6",
      "items[0][Lesia]": "7",
      "050.123.45.67": "8",
      "tel-050-123-45-67": "9",
      "[0501][2345][67]": "10",
      tel_0_5_0_1_2_3_4_5_6_7: "11",
    };
    await place(studio, orderOfBox(ids, { ...personal, ...names }), headers);
    await studio.fetch("/printers", {
      method: "POST",
      body: '{"Lesia": 1, "Lesia": 2, "name": "LesiaPrinter"}',
      headers: { "Content-Type": "application/json" },
    });
    await studio.fetch(`/materials?${CUSTOMER.customerEmail}&Lesia=1`);
    await studio.fetch("/orders/380501234567/lesia");
    await studio.fetch("/lesia@example.com");
    const asked = await entries(studio, 7);
    expect(asked.some(({ ignored }) => ignored.includes("…"))).toBe(true);
    const stored = await everyValue(studio);
    expect(stored).toContain("POST /orders");
    for (const part of [
      "lesia",
      "Lesia",
      "Леся",
      "Лесі",
      "Косач",
      "Kosach",
      "example.com",
      "501234567",
      "портрет",
      "обіду",
    ])
      expect(stored.toLowerCase()).not.toContain(part.toLowerCase());
    for (const number of ["050.123", "050-123", "0501", "0_5_0"]) expect(stored).not.toContain(number);
    expect(stored).not.toContain(studio.key.secret.slice(8));
  });

  it("keeps ten names at most, of 64 characters at most", async () => {
    const { studio, ...ids } = await printingStudio();
    const many = Object.fromEntries(
      Array.from({ length: 14 }, (_, index) => [`extra_${"abcdefghijklmn"[index]}`, "1"]),
    );
    await place(studio, orderOfBox(ids, { ...many, items: "nonsense" }));
    await place(studio, orderOfBox(ids, { ["a".repeat(65)]: "1", ["b".repeat(64)]: "1", items: "nonsense" }));
    const [later, sooner] = await entries(studio, 2);
    expect(sooner?.ignored).toHaveLength(11);
    expect(sooner?.ignored.at(-1)).toBe("…");
    expect(later?.ignored).toEqual(["b".repeat(64), "…"]);
  });

  it("is written for a client that closed the connection while it sent", async () => {
    const { studio } = await printingStudio();
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("Network connection lost.")),
    });
    const headers = { "Content-Type": "application/json" };
    await studio.meeting({ LOG_SAMPLE_PERCENT: 0 }).fetch("/printers", { method: "POST", body, headers });
    expect(await entries(studio, 1)).toMatchObject([{ status: 499, operation: "POST /printers", errorCode: null }]);
  });

  it("belongs to one key of one studio", async () => {
    const [studio, other] = [await createStudio(), await createStudio()];
    const second = await studio.addKey();
    await studio.fetch("/me");
    await fetchApi("/technologies", second.secret);
    await entries(studio, 1);
    expect(await entries(studio, 1, { keyId: second.id })).toMatchObject([{ keyId: second.id }]);
    expect(await entries(other, 0, { keyId: studio.key.id })).toEqual([]);
  });
});

describe("a request without a studio", () => {
  it("has no entry, and makes no object store anything", async () => {
    const studio = await createStudio();
    const kept = vi.spyOn(env.REQUEST_LOG, "get");
    for (const key of [undefined, "nonsense", `pk_live_${"A".repeat(64)}`])
      expect((await fetchApi("/me", key)).status).toBe(401);
    expect(kept).not.toHaveBeenCalled();
    await read(studio);
    expect(await everyValue(studio)).toBe("[[],[]]");
  });
});

describe("requests that the gate refuses", () => {
  it("are entries too: of a revoked key, and of a plan without access", async () => {
    const studio = await createStudio();
    await studio.revoke(studio.key);
    expect((await studio.fetch("/me")).status).toBe(401);
    expect(await entries(studio, 1)).toMatchObject([{ status: 401, errorCode: "errors.unauthorized", times: 1 }]);
    await studio.setPlan("free");
    expect((await studio.fetch("/me")).status).toBe(403);
    expect(await entries(studio, 2)).toMatchObject([{ status: 403, errorCode: "errors.planAccessRequired" }, {}]);
  });

  it("of a flood become two entries, the second with their number", async () => {
    const studio = await createStudio();
    await studio.revoke(studio.key);
    vi.useFakeTimers({ toFake: ["Date", "setTimeout"] });
    const flooded = studio.meeting({ LOG_SAMPLE_PERCENT: 0 });
    for (let sent = 0; sent < 40; sent++) expect((await flooded.fetch("/me")).status).toBe(401);
    vi.advanceTimersByTime(GATHERED_MILLISECONDS);
    vi.useRealTimers();
    const asked = await entries(studio, 2);
    expect(asked.map(({ times }) => times)).toEqual([39, 1]);
  });

  it("are written again after a while, though the request that gathered them was ended", async () => {
    const studio = await createStudio();
    const written: AskedRequest[] = [];
    const write = async (request: AskedRequest) => void written.push(request);
    vi.useFakeTimers({ toFake: ["Date", "setTimeout"] });
    const refuse = (milliseconds: number) =>
      void gatherRefused(entry(studio, { at: clock.start + milliseconds, status: 401 }), write);
    refuse(0);
    refuse(1);
    refuse(GATHERED_MILLISECONDS);
    refuse(2 * GATHERED_MILLISECONDS + 1);
    expect(written.map(({ at }) => at - clock.start)).toEqual([0, 2 * GATHERED_MILLISECONDS + 1]);
    refuse(3 * GATHERED_MILLISECONDS + 1);
    expect(written).toHaveLength(3);
  });

  it("keep no names of a read that was handled meanwhile", async () => {
    const studio = await createStudio();
    await studio.fetch("/me");
    await studio.revoke(studio.key);
    const { key } = studio;
    expect((await studio.fetch("/materials?colour=red&technologyId=x")).status).toBe(401);
    const [refused] = await entries(studio, 2, { keyId: key.id });
    expect(refused).toMatchObject({ status: 401, faulty: [], ignored: [] });
  });
});

describe("a log that does not answer", () => {
  const failing = () =>
    new Proxy(env.REQUEST_LOG, {
      get(real, name) {
        if (name !== "get") return Reflect.get(real, name).bind(real);
        const fail = () => Promise.reject(new Error("the object moved"));
        return () => new Proxy({}, { get: () => fail });
      },
    });

  it("fails no request, and is logged once for each", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const { studio, ...ids } = await printingStudio();
    const meeting = studio.meeting({ REQUEST_LOG: failing() });
    await placed(meeting, orderOfBox(ids));
    expect((await meeting.fetch("/me")).status).toBe(200);
    await expect.poll(() => logged.mock.calls.length).toBe(2);
    expect(String(logged.mock.calls[0]?.[0])).toContain("key log");
  });

  it("makes no request wait", async () => {
    const studio = await createStudio();
    const silent = new Proxy(env.REQUEST_LOG, {
      get(real, name) {
        if (name !== "get") return Reflect.get(real, name).bind(real);
        return () => new Proxy({}, { get: () => () => new Promise(() => {}) });
      },
    }) as Env["REQUEST_LOG"];
    expect((await studio.meeting({ REQUEST_LOG: silent }).fetch("/me")).status).toBe(200);
  });
});

describe("the log of a studio", () => {
  it("shows 30 days, and drops what is older by its alarm, until it stores nothing", async () => {
    const studio = await createStudio();
    const log = logOf(studio);
    await studio.fetch("/me");
    await entries(studio, 1);
    clock.turn(20 * DAY);
    await studio.fetch("/technologies");
    await entries(studio, 2);
    clock.turn(SHOWN_MILLISECONDS + 1);
    expect(await entries(studio, 1)).toMatchObject([{ operation: "GET /technologies" }]);
    expect((await read(studio)).operations).toEqual(["GET /technologies"]);
    clock.turn(SHOWN_MILLISECONDS + DAY);
    expect(await runDurableObjectAlarm(log)).toBe(true);
    expect(await everyValue(studio)).not.toContain("GET /me");
    expect(await everyValue(studio)).toContain("GET /technologies");
    clock.turn(20 * DAY + SHOWN_MILLISECONDS + DAY);
    expect(await runDurableObjectAlarm(log)).toBe(true);
    expect(await everyValue(studio)).toBe("[[],[]]");
    expect(await runDurableObjectAlarm(log)).toBe(false);
  });

  it("keeps a bounded number of requests, and loses the oldest first", async () => {
    const studio = await createStudio();
    const log = logOf(studio);
    await runInDurableObject(log, async (object) => {
      for (let sent = 0; sent <= MAX_ASKED_REQUESTS; sent++)
        await object.keep(entry(studio, { orderId: sent, times: 1 }));
    });
    const stored = () =>
      runInDurableObject(log, (_, { storage }) => {
        const counts = tablesOf(storage).map(
          (table) => storage.sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).one().n,
        );
        return {
          parts: counts.length,
          rows: counts.reduce((sum, one) => sum + one, 0),
          bytes: storage.sql.databaseSize,
        };
      });
    const { parts, rows, bytes } = await stored();
    expect(parts).toBe(100);
    expect(rows).toBeLessThanOrEqual(MAX_ASKED_REQUESTS);
    expect(rows).toBeGreaterThan(0.98 * MAX_ASKED_REQUESTS);
    expect(bytes / rows).toBeLessThan(200);
    const [newest] = (await read(studio, { limit: 1 })).requests;
    expect(newest?.orderId).toBe(MAX_ASKED_REQUESTS);
  });

  it("reads page after page, each request once, across days and parts", async () => {
    const studio = await createStudio();
    const log = logOf(studio);
    for (let day = 0; day < 3; day++) {
      clock.turn(day * DAY);
      await runInDurableObject(log, async (object) => {
        for (let sent = 0; sent < 1700; sent++) {
          await object.keep(entry(studio, { orderId: 1700 * day + sent + 1, status: sent % 100 === 0 ? 400 : 200 }));
          await object.keep(entry(studio, { orderId: null }));
        }
      });
    }
    await evictDurableObject(log);
    const found: (number | null)[] = [];
    for (let before: number | undefined, isFirst = true; isFirst || before !== undefined; isFirst = false) {
      const { requests, next } = await read(studio, { limit: 20, before, minStatus: 400 });
      found.push(...requests.map(({ orderId }) => orderId));
      before = next;
    }
    expect(found).toHaveLength(51);
    expect(new Set(found).size).toBe(51);
    expect(found).toEqual(found.toSorted((one, other) => Number(other) - Number(one)));
    const ofDay = { from: clock.start + DAY, until: clock.start + DAY + 1, limit: 2000, minStatus: 400 };
    expect((await read(studio, ofDay)).requests).toHaveLength(17);
  });

  it("writes one row for a request, and reads none of the others", async () => {
    const studio = await createStudio();
    const written = await runInDurableObject(logOf(studio), async (object, { storage }) => {
      for (let sent = 0; sent < 100; sent++) await object.keep(entry(studio));
      const sql: SqlStorage = Object.getPrototypeOf(storage.sql);
      const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
      const { exec } = sql;
      const counted = vi.spyOn(sql, "exec").mockImplementation(function (this: SqlStorage, ...given) {
        const cursor = Reflect.apply(exec, this, given);
        cursors.push(cursor);
        return cursor;
      } as SqlStorage["exec"]);
      await object.keep(entry(studio));
      counted.mockRestore();
      return cursors.map(({ rowsRead, rowsWritten }) => ({ rowsRead, rowsWritten }));
    });
    expect(written).toEqual([{ rowsRead: expect.any(Number), rowsWritten: 1 }]);
    expect(written[0]?.rowsRead).toBeLessThan(3);
  });
});
