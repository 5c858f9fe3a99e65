// The scheduled run: what it deletes, when, and what it must not delete.

import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { uniqueBox } from "../../harness/models.ts";
import { discardedObjects, models, oneTimeLinks, sessions, signInAttempts, slicingJobs } from "../../src/db/schema.ts";
import { idempotencyKeys } from "../../src/idempotency/idempotency.schema.ts";
import worker from "../../src/index.ts";
import { addQuality } from "./support/catalog.ts";
import { type Order, orderFields, placed } from "./support/orders.ts";
import { createPerson } from "./support/panel.ts";
import { modelFile, objectsOf, post, printingStudio } from "./support/requests.ts";
import { idleSlicer } from "./support/scripted-slicer.ts";
import { createStudio, database, type TestStudio } from "./support/studio.ts";

const DAY = 24 * 3_600_000;

let start: number;

beforeEach(() => {
  start = Date.now();
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(start);
  vi.spyOn(console, "log").mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const turnClock = (days: number) => vi.setSystemTime(start + days * DAY);

async function runSchedule(bindings: Partial<typeof env> = {}): Promise<void> {
  const context = createExecutionContext();
  await worker.scheduled(createScheduledController(), { ...env, ...bindings });
  await waitOnExecutionContext(context);
}

/** Sends a model without ordering it. */
async function send(studio: TestStudio, content = uniqueBox()): Promise<void> {
  const printingQualityId = await addQuality(studio);
  const sent = await post(studio.meeting({ SLICER: idleSlicer }), "/slicing-jobs", {
    model: modelFile(content),
    printingQualityId,
  });
  expect(sent.status, JSON.stringify(sent.body)).toBe(202);
}

type Shop = Awaited<ReturnType<typeof printingStudio>>;

const order = ({ studio, ...ids }: Shop, model: File) => placed(studio, orderFields(ids, { "models[]": [model] }));

describe("the scheduled run", () => {
  it("removes a model and its object 30 days after it was last sent, and not before", async () => {
    const studio = await createStudio();
    const content = uniqueBox();
    await send(studio, content);
    turnClock(20);
    await send(studio, content);
    turnClock(49.9);
    await runSchedule();
    expect(await studio.db.select(models)).toHaveLength(1);
    expect(await objectsOf(studio)).toHaveLength(1);
    turnClock(50.1);
    await runSchedule();
    expect(await studio.db.select(models)).toEqual([]);
    expect(await objectsOf(studio)).toEqual([]);
  });

  it("never removes a model that an order refers to", async () => {
    const shop = await printingStudio();
    const content = uniqueBox();
    await order(shop, modelFile(content));
    turnClock(4000);
    await runSchedule();
    expect(await shop.studio.db.select(models)).toHaveLength(1);
    expect(await objectsOf(shop.studio)).toHaveLength(1);
  });

  it("never removes a model that is ordered while it runs", async () => {
    const shops = await Promise.all(Array.from({ length: 6 }, () => printingStudio()));
    const contents = shops.map(() => uniqueBox());
    for (const [index, { studio, printingQualityId }] of shops.entries()) {
      const model = modelFile(contents[index] ?? uniqueBox());
      await post(studio, "/quotes", { model, printingQualityId, materialId: shops[index]?.materialId ?? 0 });
    }
    // The slices' results are kept as long, so only the models are made to look unused, and not past the retention.
    turnClock(29);
    await database.update(models).set({ lastUsedAt: start - 2 * DAY });
    const orders: Promise<Order>[] = [];
    const slowBucket = new Proxy(env.MODELS, {
      get(bucket, name) {
        if (name !== "delete") return Reflect.get(bucket, name).bind(bucket);
        return async (keys: string[]) => {
          // The rows are deleted and their objects are not yet: the moment in which an order could refer to half a
          // model.
          orders.push(...shops.map((shop, index) => order(shop, modelFile(contents[index] ?? uniqueBox()))));
          await Promise.race(orders);
          await bucket.delete(keys);
        };
      },
    });
    await Promise.all([
      order(shops[0] as Shop, modelFile(contents[0] ?? uniqueBox())),
      runSchedule({ MODELS: slowBucket }),
    ]);
    expect(orders).toHaveLength(shops.length);
    for (const { items } of await Promise.all(orders)) {
      const response = await worker.fetch(new Request(String(items[0]?.downloadUrl)), env, createExecutionContext());
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
  });

  it("works in bounded batches, and continues where an earlier run failed", async () => {
    const studio = await createStudio();
    for (let index = 0; index < 7; index++) await send(studio);
    const row = { sha256: "", format: "stl", sizeBytes: 1, createdAt: start, lastUsedAt: start } as const;
    for (let index = 0; index < 150; index++) {
      const objectKey = `studios/${studio.id}/models/${index}`;
      await studio.db.insert(models, { ...row, sha256: `${index}`, objectKey });
    }
    turnClock(31);
    const failing = new Proxy(env.MODELS, {
      get: (bucket, name) =>
        name === "delete" ? () => Promise.reject(new Error("R2 is down")) : Reflect.get(bucket, name).bind(bucket),
    });
    await expect(runSchedule({ MODELS: failing })).rejects.toThrow("R2 is down");
    expect(await studio.db.select(models)).toHaveLength(57);
    expect(await objectsOf(studio)).toHaveLength(7);
    await runSchedule();
    expect(await studio.db.select(models)).toEqual([]);
    expect(await objectsOf(studio)).toEqual([]);
    expect(await database.select().from(discardedObjects)).toEqual([]);
  });

  it("removes slicing jobs a week after they were last requested, and idempotency keys after a day", async () => {
    const { studio, printingQualityId } = await printingStudio();
    await post(studio, "/slicing-jobs", { model: modelFile(uniqueBox()), printingQualityId });
    await studio.answer("/printers", {
      method: "POST",
      body: JSON.stringify({ name: "P", technologyId: 1 }),
      headers: { "Content-Type": "application/json", "Idempotency-Key": "k" },
    });
    turnClock(1.01);
    await runSchedule();
    expect(await studio.db.select(idempotencyKeys, eq(idempotencyKeys.key, "k"))).toHaveLength(1);
    turnClock(6.9);
    await runSchedule();
    expect(await studio.db.select(idempotencyKeys)).toEqual([]);
    expect(await studio.db.select(slicingJobs)).toHaveLength(1);
    turnClock(7.1);
    await runSchedule();
    expect(await studio.db.select(slicingJobs)).toEqual([]);
  });
});

describe("the scheduled run, of what signing in leaves behind,", () => {
  async function addSession(personId: number, expiresAt: number): Promise<void> {
    const row = { personId, userAgent: "", createdAt: start, lastUsedAt: start, expiresAt };
    await database.insert(sessions).values({ ...row, tokenHash: crypto.randomUUID() });
  }

  async function addLink(row: Partial<typeof oneTimeLinks.$inferInsert>): Promise<void> {
    const link = { email: "somebody@example.com", createdAt: start, expiresAt: start + DAY };
    await database.insert(oneTimeLinks).values({ ...link, tokenHash: crypto.randomUUID(), ...row });
  }

  beforeEach(async () => {
    for (const table of [sessions, oneTimeLinks, signInAttempts]) await database.delete(table);
  });

  it("removes sessions that have ended, and no others", async () => {
    const { id } = await createPerson();
    await addSession(id, start - 1);
    await addSession(id, start + 1000);
    await runSchedule();
    expect((await database.select().from(sessions)).map(({ expiresAt }) => expiresAt)).toEqual([start + 1000]);
  });

  it("removes one-time links that have ended, and none before, used or not", async () => {
    await addLink({ expiresAt: start - 1 });
    await addLink({ expiresAt: start - 1, usedAt: start - 2 });
    await addLink({ usedAt: start - 1 });
    await addLink({});
    await runSchedule();
    expect(await database.select().from(oneTimeLinks)).toMatchObject([
      { usedAt: start - 1, expiresAt: start + DAY },
      { usedAt: null, expiresAt: start + DAY },
    ]);
  });

  it("removes attempts that are not counted any more", async () => {
    const minute = 60_000;
    for (const [key, since] of [
      ["old", start - 15 * minute - 1],
      ["new", start - 14 * minute],
    ] as const) {
      await database.insert(signInAttempts).values({ key, attempts: 3, since });
    }
    await runSchedule();
    expect((await database.select().from(signInAttempts)).map(({ key }) => key)).toEqual(["new"]);
  });

  it("removes more than one batch", async () => {
    const old = Array.from({ length: 250 }, (_, index) => ({ key: `account:${index}`, attempts: 1, since: 1 }));
    for (let index = 0; index < old.length; index += 25) {
      await database.insert(signInAttempts).values(old.slice(index, index + 25));
    }
    await runSchedule();
    expect(await database.select().from(signInAttempts)).toEqual([]);
  });

  it("takes place although model files cannot be deleted", async () => {
    const { id } = await createPerson();
    await addSession(id, start - 1);
    await send(await createStudio());
    turnClock(31);
    const broken = { ...env.MODELS, delete: () => Promise.reject(new Error("R2 is down")) };
    // Only what the scheduled run calls.
    await expect(runSchedule({ MODELS: broken as unknown as typeof env.MODELS })).rejects.toThrow("R2 is down");
    await expect.poll(() => database.select().from(sessions)).toEqual([]);
  });
});
