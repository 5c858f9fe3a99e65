// Retention of visitors' models: a day, unless they are ordered, or the studio uses them.

import { createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { anotherBox } from "../../../harness/models.ts";
import { openRetainedRecords } from "../../../src/db/retained-records.ts";
import { discardedObjects, keptQuotes, models, priceRequestItems, priceRequests } from "../../../src/db/schema.ts";
import { contentNamedBy } from "../../../src/domain/ids.ts";
import worker from "../../../src/index.ts";
import { keepForVisitors } from "../../../src/models/model-use.ts";
import { addQuality } from "../support/catalog.ts";
import { orderOfBox, placed } from "../support/orders.ts";
import { modelFile, objectsOf, post, printingStudio } from "../support/requests.ts";
import { idleSlicer } from "../support/scripted-slicer.ts";
import { Visitor } from "../support/storefront.ts";
import { createStudio, database, type TestStudio } from "../support/studio.ts";
import { turnedClock } from "../support/turned-clock.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const clock = turnedClock();
const turnClock = (days: number) => clock.turn(days * DAY);

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
});

async function runSchedule(bindings: Partial<typeof env> = {}): Promise<void> {
  await worker.scheduled(createScheduledController(), { ...env, ...bindings });
}

const visitorOf = (studio: TestStudio) => new Visitor(studio, { SLICER: idleSlicer });

/** Sends a model as a visitor. Answers its id. */
async function sendAsVisitor(studio: TestStudio, content = anotherBox(), name = "box.stl"): Promise<string> {
  return (await visitorOf(studio).model(content, name)).modelId;
}

/** Asks for a model's prices as a visitor. */
async function priceAsVisitor(studio: TestStudio, modelId: string, printingQualityId: number): Promise<void> {
  const { status, text } = await visitorOf(studio).answer(`/models/${modelId}/prices?quality=${printingQualityId}`);
  expect(status, text).toBe(202);
}

/** Sends the same content with the studio's key. */
async function sendAsStudio(studio: TestStudio, content: Uint8Array<ArrayBuffer>, name = "box.stl"): Promise<void> {
  const sent = await post(studio, "/models", { model: modelFile(content, name) });
  expect([200, 201], JSON.stringify(sent.body)).toContain(sent.status);
}

const rowsOf = (studio: TestStudio) => studio.db.select(models, undefined, models.id);

describe("a visitor's model", () => {
  it("is removed a day after it was sent, row and file, with the run that finds it", async () => {
    const studio = await createStudio();
    await sendAsVisitor(studio);
    turnClock(0.99);
    await runSchedule();
    expect(await rowsOf(studio)).toHaveLength(1);
    turnClock(1.01);
    await runSchedule();
    expect(await rowsOf(studio)).toEqual([]);
    expect(await objectsOf(studio)).toEqual([]);
  });

  it("is kept for another day by each use: sent again, or priced", async () => {
    const studio = await createStudio();
    const printingQualityId = await addQuality(studio);
    const content = anotherBox();
    const modelId = await sendAsVisitor(studio, content);
    turnClock(0.5);
    await sendAsVisitor(studio, content);
    turnClock(1.4);
    await runSchedule();
    await priceAsVisitor(studio, modelId, printingQualityId);
    turnClock(2.3);
    await runSchedule();
    expect(await objectsOf(studio)).toHaveLength(1);
    turnClock(2.5);
    await runSchedule();
    expect(await objectsOf(studio)).toEqual([]);
  });

  it("is kept as long as a quote that names it, and a later use does not shorten that", async () => {
    const studio = await createStudio();
    const printingQualityId = await addQuality(studio);
    const modelId = await sendAsVisitor(studio);
    const sha256 = contentNamedBy(modelId, studio.id) ?? "";
    await keepForVisitors(studio.db, [sha256], clock.start + 14 * DAY);
    turnClock(2);
    await priceAsVisitor(studio, modelId, printingQualityId);
    turnClock(13.9);
    await runSchedule();
    expect(await objectsOf(studio)).toHaveLength(1);
    turnClock(14.1);
    await runSchedule();
    expect(await objectsOf(studio)).toEqual([]);
  });

  it.each([
    ["sent", (studio: TestStudio, content: Uint8Array<ArrayBuffer>) => sendAsStudio(studio, content)],
    [
      "named by its id",
      async (studio: TestStudio, _: unknown, modelId: string) => {
        const printingQualityId = await addQuality(studio);
        const sent = await post(studio.meeting({ SLICER: idleSlicer }), "/slicing-jobs", {
          modelId,
          printingQualityId,
        });
        expect(sent.status, JSON.stringify(sent.body)).toBe(202);
      },
    ],
    [
      "priced",
      async (studio: TestStudio, _: unknown, modelId: string) => {
        const printingQualityId = await addQuality(studio);
        const path = `/models/${modelId}/prices?printingQualityIds=${printingQualityId}`;
        const answer = await studio.meeting({ SLICER: idleSlicer }).answer(path);
        expect(answer.status, JSON.stringify(answer.body)).toBe(202);
      },
    ],
  ])(
    "becomes the studio's once it is %s with a key, for thirty days, though a visitor uses it again",
    async (_, use) => {
      const studio = await createStudio();
      const content = anotherBox();
      const modelId = await sendAsVisitor(studio, content);
      await use(studio, content, modelId);
      expect(await rowsOf(studio)).toMatchObject([{ visitorUntil: null }]);
      await sendAsVisitor(studio, content);
      turnClock(29.9);
      await runSchedule();
      expect(await objectsOf(studio)).toHaveLength(1);
      turnClock(30.1);
      await runSchedule();
      expect(await rowsOf(studio)).toEqual([]);
      // Time Travel may bring its row back.
      expect(await objectsOf(studio)).toHaveLength(1);
    },
  );

  it("of a content that the studio sent before is the studio's, under the name that the studio gave it", async () => {
    const studio = await createStudio();
    const content = anotherBox();
    await sendAsStudio(studio, content, "bracket.stl");
    await sendAsVisitor(studio, content, "<script>alert(1)</script>.stl");
    expect(await rowsOf(studio)).toMatchObject([{ visitorUntil: null, originalFileName: "bracket.stl" }]);
    turnClock(20);
    await keepForVisitors(studio.db, [(await rowsOf(studio))[0]?.sha256 ?? ""], clock.start + 34 * DAY);
    turnClock(33.9);
    await runSchedule();
    expect(await rowsOf(studio)).toHaveLength(1);
  });

  it("stays for good once it is ordered", async () => {
    const shop = await printingStudio();
    const content = anotherBox();
    await sendAsVisitor(shop.studio, content);
    await placed(shop.studio, orderOfBox(shop, { "models[]": [modelFile(content)] }));
    await database.update(models).set({ visitorUntil: clock.start });
    turnClock(4000);
    await runSchedule();
    expect(await objectsOf(shop.studio)).toHaveLength(1);
  });

  it("stays while a price request names it, and the scheduled run does not fail over it", async () => {
    const studio = await createStudio();
    await sendAsVisitor(studio);
    const [model] = await rowsOf(studio);
    const contact = { firstName: "Олена", lastName: "Коваль", phoneNumber: "+380501234567", email: "o@example.com" };
    const moments = { consentedAt: clock.start, createdAt: clock.start, updatedAt: clock.start };
    const [request] = await studio.db.insert(priceRequests, {
      requestKey: "key",
      customerToken: crypto.randomUUID(),
      contact: { ...contact, locale: "uk" },
      source: "order_page",
      status: "new",
      ...moments,
    });
    await studio.db.insert(priceRequestItems, {
      requestId: request?.id ?? 0,
      position: 0,
      modelId: model?.id ?? 0,
      originalFileName: "box.stl",
      quantity: 1,
      finishingIds: [],
      reason: "not_sliced",
    });
    turnClock(40);
    await runSchedule();
    expect(await objectsOf(studio)).toHaveLength(1);
  });

  it("is due before all that are discarded with it and wait for their time", async () => {
    const studio = await createStudio();
    await database.delete(discardedObjects);
    const contents = [anotherBox(), anotherBox(), anotherBox(), anotherBox()];
    for (const content of contents) await sendAsVisitor(studio, content);
    const [first, second, third, fourth] = await rowsOf(studio);
    const retained = openRetainedRecords(env.DB);
    const expire = (row: typeof first, change: Partial<typeof models.$inferInsert>) =>
      database
        .update(models)
        .set(change)
        .where(eq(models.id, row?.id ?? 0));
    await expire(fourth, { visitorUntil: 1 });
    expect(await retained.discardModelsOfVisitors(clock.start, 10)).toBe(1);
    await expire(first, { visitorUntil: null, lastUsedAt: 1 });
    await expire(second, { visitorUntil: null, lastUsedAt: 1 });
    expect(await retained.discardUnusedModels(clock.start, 10)).toBe(2);
    expect(await retained.discardOrphans([`studios/${studio.id}/models/orphan`])).toBe(1);
    await expire(third, { visitorUntil: 1 });
    expect(await retained.discardModelsOfVisitors(clock.start, 10)).toBe(1);
    expect((await retained.objectsToDelete(clock.start, 2)).sort()).toEqual(
      [fourth?.objectKey, third?.objectKey].sort(),
    );
  });

  it("goes with the next run if its file could not be deleted, before all that waits for its time", async () => {
    const studio = await createStudio();
    for (let index = 0; index < 120; index++) {
      const objectKey = `studios/${studio.id}/models/waiting-${index}`;
      await database.insert(discardedObjects).values({ objectKey, discardedAt: clock.start });
    }
    await sendAsVisitor(studio);
    turnClock(1.01);
    const failing = new Proxy(env.MODELS, {
      get: (bucket, name) =>
        name === "delete" ? () => Promise.reject(new Error("R2 is down")) : Reflect.get(bucket, name).bind(bucket),
    });
    vi.spyOn(console, "error").mockImplementation(() => {});
    await expect(runSchedule({ MODELS: failing })).rejects.toThrow("scheduled jobs failed: discarded");
    expect(await rowsOf(studio)).toEqual([]);
    expect(await objectsOf(studio)).toHaveLength(1);
    await runSchedule();
    expect(await objectsOf(studio)).toEqual([]);
  });
});

describe("a kept quote", () => {
  it("is removed when its time is over, and not before", async () => {
    const studio = await createStudio();
    const quote = { items: [], totalMinor: 100, currencyId: 1 as const };
    for (const expiresAt of [clock.start + 14 * DAY, clock.start + 15 * DAY]) {
      await studio.db.insert(keptQuotes, { tokenHash: crypto.randomUUID(), quote, createdAt: clock.start, expiresAt });
    }
    turnClock(14.1);
    await runSchedule();
    expect(await studio.db.select(keptQuotes)).toMatchObject([{ expiresAt: clock.start + 15 * DAY }]);
  });
});
