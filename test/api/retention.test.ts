// The scheduled run: the rows and objects that it deletes, at which age, and those that it must keep.

import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { anotherBox } from "../../harness/models.ts";
import { openRetainedRecords } from "../../src/db/retained-records.ts";
import { discardedObjects, models, oneTimeLinks, sessions, signInAttempts, slicingJobs } from "../../src/db/schema.ts";
import { asStudioId, modelIdOf } from "../../src/domain/ids.ts";
import { idempotencyKeys } from "../../src/idempotency/idempotency.schema.ts";
import worker from "../../src/index.ts";
import { addProduct, addProductPrint, addQuality } from "./support/catalog.ts";
import { orderOfBox, placed } from "./support/orders.ts";
import { createPerson } from "./support/panel.ts";
import { modelFile, objectsOf, post, printingStudio } from "./support/requests.ts";
import { idleSlicer } from "./support/scripted-slicer.ts";
import { createStudio, database, type TestStudio } from "./support/studio.ts";
import { turnedClock } from "./support/turned-clock.ts";

const DAY = 24 * 3_600_000;

const clock = turnedClock();
const turnClock = (days: number) => clock.turn(days * DAY);

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
});

async function runSchedule(bindings: Partial<typeof env> = {}): Promise<void> {
  const context = createExecutionContext();
  await worker.scheduled(createScheduledController(), { ...env, ...bindings });
  await waitOnExecutionContext(context);
}

/** Sends a model without ordering it. */
async function send(studio: TestStudio, content = anotherBox()): Promise<void> {
  const printingQualityId = await addQuality(studio);
  const sent = await post(studio.meeting({ SLICER: idleSlicer }), "/slicing-jobs", {
    model: modelFile(content),
    printingQualityId,
  });
  expect(sent.status, JSON.stringify(sent.body)).toBe(202);
}

/** An object of the studio that no row knows. Answers its key. */
async function putObject(studio: TestStudio, name: string = crypto.randomUUID()): Promise<string> {
  const key = `studios/${studio.id}/models/${name}`;
  await env.MODELS.put(key, "a model");
  return key;
}

/** The keys of the studio's discarded objects. */
async function discardedOf(studio: TestStudio): Promise<string[]> {
  const rows = await database.select().from(discardedObjects);
  return rows.map(({ objectKey }) => objectKey).filter((key) => key.startsWith(`studios/${studio.id}/`));
}

type Shop = Awaited<ReturnType<typeof printingStudio>>;

const order = ({ studio, ...ids }: Shop, model: File) => placed(studio, orderOfBox(ids, { "models[]": [model] }));

describe("the scheduled run", () => {
  it("removes a model's row 30 days after it was last sent, and its object 31 days after that", async () => {
    const studio = await createStudio();
    const content = anotherBox();
    await send(studio, content);
    turnClock(20);
    await send(studio, content);
    turnClock(49.9);
    await runSchedule();
    expect(await studio.db.select(models)).toHaveLength(1);
    turnClock(50.1);
    await runSchedule();
    expect(await studio.db.select(models)).toEqual([]);
    turnClock(81);
    await runSchedule();
    expect(await objectsOf(studio)).toHaveLength(1);
    turnClock(81.2);
    await runSchedule();
    expect(await objectsOf(studio)).toEqual([]);
    expect(await discardedOf(studio)).toEqual([]);
  });

  it("removes a model's thumbnail with its object, and one without a model like every other orphan", async () => {
    const studio = await createStudio();
    const objectKey = await putObject(studio);
    await env.MODELS.put(objectKey.replace("/models/", "/thumbnails/"), "its picture");
    const orphan = (await putObject(studio)).replace("/models/", "/thumbnails/");
    await env.MODELS.put(orphan, "the picture of a model that was deleted meanwhile");
    await env.MODELS.delete(orphan.replace("/thumbnails/", "/models/"));
    const picturesOf = async ({ id }: TestStudio) => {
      const { objects } = await env.MODELS.list({ prefix: `studios/${id}/thumbnails/` });
      return objects.map(({ key }) => key);
    };
    await database.insert(discardedObjects).values({ objectKey });
    await runSchedule();
    expect(await objectsOf(studio)).toEqual([]);
    expect(await picturesOf(studio)).toEqual([orphan]);
    turnClock(2);
    await runSchedule();
    turnClock(34);
    await runSchedule();
    expect(await picturesOf(studio)).toEqual([]);
  });

  it("removes a STEP file's mesh with its object, and one without a model like every other orphan", async () => {
    const studio = await createStudio();
    const objectKey = await putObject(studio);
    await env.MODELS.put(objectKey.replace("/models/", "/meshes/"), "its triangles");
    const orphan = `studios/${studio.id}/meshes/${crypto.randomUUID()}`;
    await env.MODELS.put(orphan, "the triangles of a model that was deleted meanwhile");
    const meshes = async () => {
      const { objects } = await env.MODELS.list({ prefix: `studios/${studio.id}/meshes/` });
      return objects.map(({ key }) => key);
    };
    await database.insert(discardedObjects).values({ objectKey });
    await runSchedule();
    expect(await meshes()).toEqual([orphan]);
    turnClock(2);
    await runSchedule();
    turnClock(34);
    await runSchedule();
    expect(await meshes()).toEqual([]);
  });

  it("removes objects that were discarded before times were kept", async () => {
    const studio = await createStudio();
    const objectKey = await putObject(studio);
    await database.insert(discardedObjects).values({ objectKey });
    await runSchedule();
    expect(await objectsOf(studio)).toEqual([]);
  });

  it("keeps a discarded object to which a row refers again, as after a restore of the database", async () => {
    const studio = await createStudio();
    await send(studio);
    const [model] = await studio.db.select(models);
    turnClock(31);
    await runSchedule();
    expect(await discardedOf(studio)).toHaveLength(1);
    turnClock(63);
    await studio.db.insert(models, { ...(model as typeof models.$inferSelect), lastUsedAt: Date.now() });
    await runSchedule();
    expect(await objectsOf(studio)).toHaveLength(1);
    expect(await discardedOf(studio)).toEqual([]);
    // Unused again, its object has 31 days again.
    turnClock(94);
    await runSchedule();
    expect(await studio.db.select(models)).toEqual([]);
    expect(await objectsOf(studio)).toHaveLength(1);
    turnClock(126);
    await runSchedule();
    expect(await objectsOf(studio)).toEqual([]);
  });

  it("never deletes an object that a row names, in any place among the discarded", async () => {
    const studio = await createStudio();
    const keys = await Promise.all(["a", "b", "c"].map((name) => putObject(studio, name)));
    const moment = Date.now();
    for (const objectKey of keys) {
      const sha256 = objectKey.slice(-1).repeat(64);
      const used = { createdAt: moment, lastUsedAt: moment };
      await studio.db.insert(models, { sha256, format: "stl", sizeBytes: 1, objectKey, ...used });
      await database.insert(discardedObjects).values({ objectKey, discardedAt: 1 });
    }
    const retained = openRetainedRecords(env.DB);
    expect(await retained.objectsToDelete(moment, 1)).toEqual([]);
    expect(await retained.objectsToDelete(moment, 1)).toEqual([]);
  });

  it("finds model files that no row knows after a day, and removes them 31 days later", async () => {
    const studio = await createStudio();
    await send(studio);
    const orphan = await putObject(studio);
    await runSchedule();
    expect(await discardedOf(studio)).toEqual([]);
    turnClock(1.1);
    await runSchedule();
    expect(await discardedOf(studio)).toEqual([orphan]);
    turnClock(32);
    // The file that has a row is kept in use.
    await database.update(models).set({ lastUsedAt: Date.now() });
    await runSchedule();
    expect(await objectsOf(studio)).toHaveLength(2);
    turnClock(33);
    await runSchedule();
    expect(await objectsOf(studio)).toHaveLength(1);
    expect(await objectsOf(studio)).not.toContain(orphan);
  });

  it("sweeps a large bucket in bounded runs, goes on where it stopped, and begins anew at the end", async () => {
    const studio = await createStudio();
    const orphans = await Promise.all([putObject(studio), putObject(studio), putObject(studio)]);
    turnClock(1.1);
    const asked: (string | undefined)[] = [];
    const bucket = new Proxy(env.MODELS, {
      get(real, name) {
        if (name !== "list") return Reflect.get(real, name).bind(real);
        return (options: R2ListOptions) => {
          asked.push(options.startAfter);
          return real.list({ ...options, prefix: `studios/${studio.id}/`, limit: 1 });
        };
      },
    });
    // Five listings of one object each are a run here.
    for (let index = 0; index < 4; index++) await putObject(studio, `z${index}`);
    await runSchedule({ MODELS: bucket });
    expect(asked).toHaveLength(5);
    expect(await discardedOf(studio)).toHaveLength(5);
    await runSchedule({ MODELS: bucket });
    expect(asked).toHaveLength(7);
    expect(asked[5]).toBeDefined();
    expect(await discardedOf(studio)).toEqual(expect.arrayContaining(orphans));
    expect(await discardedOf(studio)).toHaveLength(7);
    await runSchedule({ MODELS: bucket });
    expect(asked[7]).toBeUndefined();
  });

  it("never removes a model that an order refers to", async () => {
    const shop = await printingStudio();
    const content = anotherBox();
    await order(shop, modelFile(content));
    turnClock(4000);
    await runSchedule();
    expect(await shop.studio.db.select(models)).toHaveLength(1);
    expect(await objectsOf(shop.studio)).toHaveLength(1);
  });

  it("never removes a model that a product is printed from, and does not fail over it", async () => {
    const shop = await printingStudio();
    const { studio, materialId, printingQualityId } = shop;
    await send(studio);
    await send(studio);
    const [printed, other] = await studio.db.select(models, undefined, models.id);
    const modelId = printed === undefined ? "" : modelIdOf(asStudioId(studio.id), printed.sha256);
    await addProductPrint(studio, await addProduct(studio), { modelId, materialId, printingQualityId });
    turnClock(31);
    await runSchedule();
    const left = (await studio.db.select(models)).map(({ id }) => id);
    expect(left, `and not ${other?.id}`).toEqual([printed?.id]);
  });

  it("never removes a model that is ordered while it runs", async () => {
    const shops = await Promise.all(Array.from({ length: 6 }, () => printingStudio()));
    const contents = shops.map(() => anotherBox());
    for (const [index, { studio, printingQualityId }] of shops.entries()) {
      const model = modelFile(contents[index] ?? anotherBox());
      await post(studio, "/quotes", { model, printingQualityId, materialId: shops[index]?.materialId ?? 0 });
    }
    // The slices' results are kept as long, so only the models are made to look unused, and not past the retention.
    turnClock(29);
    await database.update(models).set({ lastUsedAt: clock.start - 2 * DAY });
    const orders = shops.map((shop, index) => order(shop, modelFile(contents[index] ?? anotherBox())));
    await Promise.race(orders);
    await Promise.all([...orders, runSchedule()]);
    turnClock(61);
    await runSchedule();
    for (const { studio } of shops) {
      const [model, ...others] = await studio.db.select(models);
      expect(others).toEqual([]);
      expect(await objectsOf(studio)).toContain(model?.objectKey);
    }
  });

  it("works in bounded batches, and continues where an earlier run failed", async () => {
    const studio = await createStudio();
    for (let index = 0; index < 7; index++) await send(studio);
    const row = { sha256: "", format: "stl", sizeBytes: 1, createdAt: clock.start, lastUsedAt: clock.start } as const;
    for (let index = 0; index < 150; index++) {
      const objectKey = `studios/${studio.id}/models/${index}`;
      await studio.db.insert(models, { ...row, sha256: `${index}`, objectKey });
    }
    turnClock(31);
    const failing = new Proxy(env.MODELS, {
      get: (bucket, name) =>
        name === "delete" ? () => Promise.reject(new Error("R2 is down")) : Reflect.get(bucket, name).bind(bucket),
    });
    await runSchedule();
    expect(await studio.db.select(models)).toEqual([]);
    expect(await discardedOf(studio)).toHaveLength(157);
    turnClock(63);
    await expect(runSchedule({ MODELS: failing })).rejects.toThrow("scheduled jobs failed: discarded");
    expect(await objectsOf(studio)).toHaveLength(7);
    expect(await discardedOf(studio)).toHaveLength(157);
    await runSchedule();
    expect(await objectsOf(studio)).toEqual([]);
    expect(await discardedOf(studio)).toEqual([]);
  });

  it("removes slicing jobs a week after they were last requested, and idempotency keys after a day", async () => {
    const { studio, printingQualityId } = await printingStudio();
    await post(studio, "/slicing-jobs", { model: modelFile(anotherBox()), printingQualityId });
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

describe("an idempotency key that is used again after its day", () => {
  it("is the newest, and hides no older key from the scheduled run", async () => {
    const studio = await createStudio();
    const addPrinter = (key: string) =>
      studio.answer("/printers", {
        method: "POST",
        body: JSON.stringify({ name: "P", technologyId: 1 }),
        headers: { "Content-Type": "application/json", "Idempotency-Key": key },
      });
    const keysInOrder = async () => {
      const keys = await studio.db.select(idempotencyKeys, undefined, sql`rowid`);
      return keys.map(({ key }) => key);
    };
    for (const key of ["again", "once"]) await addPrinter(key);
    expect(await keysInOrder()).toEqual(["again", "once"]);
    turnClock(1.01);
    await addPrinter("again");
    expect(await keysInOrder()).toEqual(["once", "again"]);
    turnClock(1.05);
    await runSchedule();
    expect(await keysInOrder()).toEqual(["again"]);
  });
});

describe("the scheduled run, of sessions, links and attempts to sign in,", () => {
  async function addSession(personId: number, expiresAt: number): Promise<void> {
    const row = { personId, userAgent: "", createdAt: clock.start, lastUsedAt: clock.start, expiresAt };
    await database.insert(sessions).values({ ...row, tokenHash: crypto.randomUUID() });
  }

  async function addLink(row: Partial<typeof oneTimeLinks.$inferInsert>): Promise<void> {
    const link = { email: "somebody@example.com", createdAt: clock.start, expiresAt: clock.start + DAY };
    await database.insert(oneTimeLinks).values({ ...link, tokenHash: crypto.randomUUID(), ...row });
  }

  beforeEach(async () => {
    for (const table of [sessions, oneTimeLinks, signInAttempts]) await database.delete(table);
  });

  it("removes sessions that have ended, and no others", async () => {
    const { id } = await createPerson();
    await addSession(id, clock.start - 1);
    await addSession(id, clock.start + 1000);
    await runSchedule();
    expect((await database.select().from(sessions)).map(({ expiresAt }) => expiresAt)).toEqual([clock.start + 1000]);
  });

  it("removes one-time links that have ended, and none before, used or not", async () => {
    await addLink({ expiresAt: clock.start - 1 });
    await addLink({ expiresAt: clock.start - 1, usedAt: clock.start - 2 });
    await addLink({ usedAt: clock.start - 1 });
    await addLink({});
    await runSchedule();
    expect(await database.select().from(oneTimeLinks)).toMatchObject([
      { usedAt: clock.start - 1, expiresAt: clock.start + DAY },
      { usedAt: null, expiresAt: clock.start + DAY },
    ]);
  });

  it("removes attempts that are not counted any more", async () => {
    for (const [key, since] of [
      ["old", clock.start - DAY - 1],
      ["new", clock.start - DAY + 60_000],
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

  it("takes place although another job fails, which is logged without its values and makes the run fail", async () => {
    const { id } = await createPerson();
    await addSession(id, clock.start - 1);
    const studio = await createStudio();
    await putObject(studio);
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const broken = new Proxy(env.DB, {
      get(real, name) {
        if (name !== "batch") return Reflect.get(real, name).bind(real);
        return async (statements: D1PreparedStatement[]) => {
          // The first job's, of three statements that discard models.
          if (logged.mock.calls.length === 0)
            throw new Error("D1_ERROR: value 'studios/1/models/secret': SQLITE_ERROR");
          return real.batch(statements);
        };
      },
    });
    await expect(runSchedule({ DB: broken })).rejects.toThrow("scheduled jobs failed: expired");
    expect(await database.select().from(sessions)).toEqual([]);
    expect(logged).toHaveBeenCalledOnce();
    const [line] = logged.mock.calls[0] ?? [];
    expect(JSON.parse(String(line))).toEqual({ job: "expired", errors: ["Error: D1_ERROR; SQLITE_ERROR"] });
  });
});
