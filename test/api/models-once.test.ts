// Models sent once: POST /models, and modelId in place of a file in quotes, slicing jobs and orders.

import { createScheduledController } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { anotherBox } from "../../harness/models.ts";
import { models, orderItems, slicingJobs } from "../../src/db/schema.ts";
import worker from "../../src/index.ts";
import { addMaterial } from "./support/catalog.ts";
import { type Order, orderCount, orderOfBox, placed } from "./support/orders.ts";
import { engineRuns, form, modelFile, objectsOf, post, printingStudio } from "./support/requests.ts";
import { idleSlicer } from "./support/scripted-slicer.ts";
import { createStudio, database, type TestStudio } from "./support/studio.ts";

interface Model {
  readonly modelId: string;
  readonly originalFileName: string;
  readonly format: string;
  readonly sizeBytes: number;
  readonly createdAt: string;
}

interface Accepted {
  readonly jobId: string;
  readonly status: string;
  readonly message: string;
  readonly modelId: string | null;
  readonly modelIds: readonly string[];
}

const DAY = 24 * 3_600_000;
const WAIT_NOT = { Prefer: "wait=0" };
/** A well-formed id of no model. */
const NO_IDS = [
  "mdl_17",
  `mdl_0_${"a".repeat(64)}`,
  `mdl_1e3_${"a".repeat(64)}`,
  `mdl_9007199254740993_${"a".repeat(64)}`,
  `mdl_1_${"a".repeat(63)}`,
  `mdl_1_${"z".repeat(64)}`,
  "17",
  "mdl_",
];

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const keep = (studio: TestStudio, file: File) => post<Model>(studio, "/models", { model: file });

/** Keeps a model, and answers its id. */
async function kept(studio: TestStudio, file = modelFile(anotherBox())): Promise<string> {
  const { status, body } = await keep(studio, file);
  expect([200, 201], JSON.stringify(body)).toContain(status);
  return body.data.modelId;
}

const noModel = (id: string) => `the studio has no model ${id}: send its file again`;

/** The studio's models, each with the time since its last use. */
const rowsOf = (studio: TestStudio) => studio.db.select(models, undefined, models.id);

describe("POST /models", () => {
  it("answers 201 with the model's id, and 200 with the same id to the same content under another name", async () => {
    const studio = await createStudio();
    const content = anotherBox();
    const first = await keep(studio, modelFile(content, "bracket.stl"));
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    expect(first.body.data).toEqual({
      modelId: expect.stringMatching(/^mdl_\w{60,}$/),
      originalFileName: "bracket.stl",
      format: "stl",
      sizeBytes: content.length,
      createdAt: expect.any(String),
    });
    expect(first.headers.get("Location")).toBeNull();
    const again = await keep(studio, modelFile(content, "тримач.stl"));
    expect(again.status).toBe(200);
    expect(again.body.data).toEqual({ ...first.body.data, originalFileName: "тримач.stl" });
    expect(await rowsOf(studio)).toHaveLength(1);
    await vi.waitFor(async () => expect(await objectsOf(studio)).toHaveLength(1));
  });

  it("answers 201 to one of several requests that bring the same content at once", async () => {
    const studio = await createStudio();
    const content = anotherBox();
    const answers = await Promise.all(Array.from({ length: 5 }, () => keep(studio, modelFile(content))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.data.modelId)).size).toBe(1);
    expect(await rowsOf(studio)).toHaveLength(1);
  });

  it("gives each studio an id of its own for the same content", async () => {
    const [one, other] = [await createStudio(), await createStudio()];
    const content = anotherBox();
    const [own, foreign] = [await kept(one, modelFile(content)), await kept(other, modelFile(content))];
    expect(own).not.toBe(foreign);
    const { status, body } = await post(one, "/quotes", { materialId: 1, printingQualityId: 1, modelId: foreign });
    expect([status, body.errors?.modelId]).toEqual([404, [noModel(foreign)]]);
  });

  it("stores a file anew whose object was lost, under the same id, before it answers", async () => {
    const studio = await createStudio();
    const content = anotherBox();
    const modelId = await kept(studio, modelFile(content));
    for (const key of await objectsOf(studio)) await env.MODELS.delete(key);
    const again = await keep(studio, modelFile(content));
    expect([again.status, again.body.data.modelId]).toEqual([200, modelId]);
    const [row] = await rowsOf(studio);
    expect(await objectsOf(studio)).toEqual([row?.objectKey]);
  });

  it("names the fault: no file, no model, a file under another name", async () => {
    const studio = await createStudio();
    expect((await post(studio, "/models", { other: 1 })).body.errors?.model?.[0]).toMatch(/^is required: an STL/);
    const text = await keep(studio, modelFile("words", "notes.txt"));
    expect([text.status, text.body.errors?.model?.[0]]).toEqual([400, expect.stringMatching(/^"notes.txt" is not/)]);
    const misplaced = await post(studio, "/models", { file: modelFile(anotherBox()) });
    expect(Object.keys(misplaced.body.errors ?? {})).toEqual(["model", "file"]);
    expect(await rowsOf(studio)).toEqual([]);
  });
});

describe("a model's id in place of its file", () => {
  it("is priced as the file is, without slicing again", async () => {
    const { studio, ...ids } = await printingStudio();
    const model = modelFile(anotherBox());
    const byFile = await post<{ modelId: string }>(studio, "/quotes", { ...ids, model, quantity: 3 });
    expect(byFile.status, JSON.stringify(byFile.body)).toBe(200);
    const { modelId } = byFile.body.data;
    expect(await kept(studio, model)).toBe(modelId);
    const runs = await engineRuns();
    const byId = await post(studio, "/quotes", { ...ids, modelId, quantity: 3 });
    expect(byId.status, JSON.stringify(byId.body)).toBe(200);
    expect(byId.body).toEqual(byFile.body);
    expect(await engineRuns()).toBe(runs);
  });

  it("is sliced ahead, and the job names the model and how it is sliced", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const modelId = await kept(studio, modelFile(anotherBox(), "vase.stl"));
    const accepted = await post<Accepted>(studio, "/slicing-jobs", { modelId, printingQualityId }, {});
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(202);
    expect(accepted.body.data).toMatchObject({ modelId, modelIds: [modelId] });
    expect(accepted.body.data.message).toMatch(/^Nothing is ordered or priced yet: /);
    const job = await studio.data(`/slicing-jobs/${accepted.body.data.jobId}`, { headers: { Prefer: "wait=30" } });
    const sliced = {
      originalFileName: "vase.stl",
      modelId,
      printingQualityId,
      technology: { id: 1, name: "FDM", slug: "fdm", materialCount: 0 },
    };
    expect(job).toMatchObject({ status: "done", ...sliced, items: [sliced] });
  });

  it("holds the answer of POST /slicing-jobs as long as Prefer says", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const modelId = await kept(studio);
    const done = await post<Accepted>(studio, "/slicing-jobs", { modelId, printingQualityId }, { Prefer: "wait=30" });
    expect([done.status, done.body.data.status]).toEqual([200, "done"]);
    expect(done.body.data.message).toMatch(/^Nothing is ordered or priced yet, but the model is sliced/);
    expect(done.headers.get("Retry-After")).toBeNull();
  });

  it("advises in Ukrainian, if that is asked for", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const fields = { modelId: await kept(studio), printingQualityId };
    const accepted = await post<Accepted>(studio, "/slicing-jobs", fields, { "Accept-Language": "uk-UA,en;q=0.5" });
    expect(accepted.body.data.message).toMatch(/^Ще нічого не замовлено і не оцінено/);
  });

  it("is refused together with a file, and neither is, on the field that is wrong", async () => {
    const { studio, ...ids } = await printingStudio();
    const modelId = await kept(studio);
    for (const [path, fields] of [
      ["/quotes", ids],
      ["/slicing-jobs", { printingQualityId: ids.printingQualityId }],
    ] as const) {
      const both = await post(studio, path, { ...fields, modelId, model: modelFile(anotherBox()) });
      expect([both.status, Object.keys(both.body.errors ?? {})], path).toEqual([400, ["modelId"]]);
      const neither = await post(studio, path, fields);
      expect([neither.status, neither.body.errors], path).toEqual([
        400,
        { model: ["is required: an STL, OBJ, 3MF, PLY or STEP file, or modelId in its place"] },
      ]);
    }
    // Beside another fault, an existing model is not called missing.
    const wrong = await post(studio, "/quotes", { ...ids, modelId, quantity: 0 });
    expect(Object.keys(wrong.body.errors ?? {})).toEqual(["quantity"]);
    expect(await rowsOf(studio)).toHaveLength(1);
  });

  it("is 404 on its field if the studio has no such model, with all else that it does not have", async () => {
    const [{ studio, ...ids }, other] = [await printingStudio(), await printingStudio()];
    const foreign = await kept(other.studio);
    for (const modelId of [foreign, ...NO_IDS]) {
      const errors = { modelId: [noModel(modelId)] };
      const quote = await post(studio, "/quotes", { ...ids, modelId });
      expect([quote.status, quote.body.errorCode, quote.body.errors]).toEqual([404, "errors.notFound", errors]);
      const job = await post(studio, "/slicing-jobs", { printingQualityId: ids.printingQualityId, modelId });
      expect([job.status, job.body.errors]).toEqual([404, errors]);
    }
    const long = await post(studio, "/quotes", { ...ids, modelId: "x".repeat(5000) });
    expect([long.status, long.body.errors]).toEqual([404, { modelId: [noModel(`${"x".repeat(90)}…`)] }]);
    const both = await post(studio, "/slicing-jobs", { printingQualityId: 999_999, modelId: foreign });
    expect(Object.keys(both.body.errors ?? {})).toEqual(["printingQualityId", "modelId"]);
    const all = await post(studio, "/quotes", { ...ids, materialId: 999_999, modelId: foreign });
    expect(Object.keys(all.body.errors ?? {})).toEqual(["materialId", "modelId"]);
    // It is still its owner's.
    const { materialId, printingQualityId } = other;
    expect((await post(other.studio, "/quotes", { materialId, printingQualityId, modelId: foreign })).status).toBe(200);
  });

  it("is 404 if its file is gone, in quotes, jobs and orders, and nothing is ordered", async () => {
    const { studio, ...ids } = await printingStudio();
    const modelId = await kept(studio);
    // Sliced already: a known slice must not be taken for the model.
    expect((await post(studio, "/quotes", { ...ids, modelId })).status).toBe(200);
    for (const key of await objectsOf(studio)) await env.MODELS.delete(key);
    const quote = await post(studio, "/quotes", { ...ids, modelId });
    expect([quote.status, quote.body.errors]).toEqual([404, { modelId: [noModel(modelId)] }]);
    const job = await post(studio, "/slicing-jobs", { printingQualityId: ids.printingQualityId, modelId });
    expect(job.status).toBe(404);
    const items = JSON.stringify([
      { ...ids, modelId },
      { ...ids, modelId },
    ]);
    const order = await post(studio, "/orders", orderOfBox(ids, { "models[]": undefined, items }));
    expect([order.status, order.body.errors]).toEqual([
      404,
      { "items.0.modelId": [noModel(modelId)], "items.1.modelId": [noModel(modelId)] },
    ]);
    expect(await orderCount(studio)).toBe(0);
  });

  it("says on its field that the model cannot be sliced, by the name under which it was sent", async () => {
    const { studio, ...ids } = await printingStudio();
    const dust =
      "solid dust\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid dust";
    const modelId = await kept(studio, modelFile(dust, "dust.stl"));
    const { status, body } = await post(studio, "/quotes", { ...ids, modelId });
    expect([status, body.errors]).toEqual([400, { modelId: [expect.stringMatching(/^"dust.stl": /)] }]);
  });
});

describe("a model's id in an order", () => {
  const item = (ids: object, modelId?: string, quantity = 1) => ({ ...ids, quantity, ...(modelId && { modelId }) });

  it("takes the place of the item's file; the files belong, in order, to the other items", async () => {
    const { studio, ...ids } = await printingStudio();
    const modelId = await kept(studio, modelFile(anotherBox(), "known.stl"));
    const order = await placed(
      studio,
      orderOfBox(ids, {
        items: JSON.stringify([item(ids), item(ids, modelId, 2), item(ids)]),
        "models[]": [modelFile(anotherBox(), "first.stl"), modelFile(anotherBox(), "second.stl")],
      }),
    );
    expect(order.items.map(({ originalFileName, quantity }) => [originalFileName, quantity])).toEqual([
      ["first.stl", 1],
      ["known.stl", 2],
      ["second.stl", 1],
    ]);
    expect(order.items[1]?.modelId).toBe(modelId);
    const ids3 = order.items.map((ordered) => ordered.modelId);
    expect(new Set(ids3).size).toBe(3);
    // Each id names the model that the item shows.
    const [, second, third] = order.items;
    expect(await studio.data<Order>(`/orders/${order.id}`)).toMatchObject({
      items: [{}, { modelId: second?.modelId }, { modelId: third?.modelId, filePath: third?.filePath }],
    });
  });

  it("may stand in every item, with no file at all; a null or empty one is none", async () => {
    const { studio, ...ids } = await printingStudio();
    const modelId = await kept(studio);
    const items = JSON.stringify([item(ids, modelId), item(ids, ` ${modelId} `, 3)]);
    const order = await placed(studio, orderOfBox(ids, { "models[]": undefined, items }));
    expect(order.items.map((ordered) => ordered.modelId)).toEqual([modelId, modelId]);
    const link = await fetchLink(order);
    expect(link.status).toBe(200);
    const none = JSON.stringify([
      { ...ids, modelId: null },
      { ...ids, modelId: "" },
    ]);
    const files = [modelFile(anotherBox()), modelFile(anotherBox())];
    expect((await placed(studio, orderOfBox(ids, { "models[]": files, items: none }))).items).toHaveLength(2);
  });

  it("goes together with item_0, item_1, …, each named by its item's index", async () => {
    const { studio, ...ids } = await printingStudio();
    const modelId = await kept(studio, modelFile(anotherBox(), "known.stl"));
    const order = await placed(
      studio,
      orderOfBox(ids, {
        "models[]": undefined,
        items: JSON.stringify([item(ids), item(ids, modelId), item(ids)]),
        item_2: modelFile(anotherBox(), "two.stl"),
        item_0: modelFile(anotherBox(), "zero.stl"),
      }),
    );
    expect(order.items.map(({ originalFileName }) => originalFileName)).toEqual(["zero.stl", "known.stl", "two.stl"]);
  });

  it("is refused if files and items do not fit, saying how many there are of each", async () => {
    const { studio, ...ids } = await printingStudio();
    const modelId = await kept(studio);
    const refused = async (changes: Parameters<typeof orderOfBox>[1]) => {
      const { status, body } = await post(studio, "/orders", orderOfBox(ids, { "models[]": undefined, ...changes }));
      expect(status).toBe(400);
      return body.errors;
    };
    const file = modelFile(anotherBox());
    const mixed = JSON.stringify([item(ids, modelId), item(ids)]);
    const perItem = "must be one file per item without a modelId: there are";
    expect(await refused({ items: mixed })).toEqual({ "models[]": [`${perItem} 1 such items and 0 files`] });
    expect(await refused({ items: mixed, "models[]": [file, file] })).toEqual({
      "models[]": [`${perItem} 1 such items and 2 files`],
    });
    expect(await refused({ items: JSON.stringify([item(ids, modelId)]), "models[]": [file] })).toEqual({
      "models[]": [`${perItem} 0 such items and 1 files`],
    });
    expect(await refused({ items: mixed, item_0: file })).toEqual({
      item_0: ["cannot be sent together with the item's modelId: send the file, or the id of one sent before"],
      item_1: ["is required: the file of this item, or its modelId"],
    });
    expect(await refused({ items: JSON.stringify([{ ...ids, modelId: 17 }]) })).toEqual({
      "items.0.modelId": ["must be a string"],
    });
    // A fault elsewhere hides none of this, and adds nothing that is not so.
    expect(await refused({ items: mixed, "models[]": [file], customerEmail: "nobody" })).toEqual({
      customerEmail: [expect.any(String)],
    });
    expect(await orderCount(studio)).toBe(0);
  });

  it("is 404 on the item's field if the studio has no such model, and nothing is written", async () => {
    const [{ studio, ...ids }, other] = [await printingStudio(), await printingStudio()];
    const foreign = await kept(other.studio);
    const items = JSON.stringify([item(ids), item(ids, foreign), item({ ...ids, materialId: 999_999 }, "mdl_17")]);
    const { status, body } = await post(studio, "/orders", orderOfBox(ids, { items }));
    expect([status, body.errorCode]).toEqual([404, "errors.notFound"]);
    expect(body.errors).toEqual({
      "items.2.materialId": [expect.any(String)],
      "items.1.modelId": [noModel(foreign)],
      "items.2.modelId": [noModel("mdl_17")],
    });
    expect(await orderCount(studio)).toBe(0);
    expect(await rowsOf(studio)).toEqual([]);
  });

  it("names all models of a 202, in the order of the items", async () => {
    const { studio, ...ids } = await printingStudio();
    const modelId = await kept(studio);
    const items = JSON.stringify([item(ids), item(ids, modelId)]);
    const slow = studio.meeting({ SLICER: idleSlicer });
    const accepted = await post<Accepted>(slow, "/orders", orderOfBox(ids, { items }), WAIT_NOT);
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(202);
    expect(accepted.body.data).toMatchObject({ modelId: null, modelIds: [expect.any(String), modelId] });
    expect(accepted.body.data.modelIds[0]).not.toBe(modelId);
    const job = await studio.data(`/slicing-jobs/${accepted.body.data.jobId}`, { headers: WAIT_NOT });
    expect(job).toMatchObject({
      modelId: null,
      technology: null,
      originalFileName: null,
      items: accepted.body.data.modelIds.map((named) => ({ modelId: named })),
    });
  });

  it("is part of an Idempotency-Key's payload", async () => {
    const { studio, ...ids } = await printingStudio();
    const [one, other] = [await kept(studio), await kept(studio)];
    const order = (modelId: string) =>
      post<Order>(
        studio,
        "/orders",
        orderOfBox(ids, { "models[]": undefined, items: JSON.stringify([item(ids, modelId)]) }),
        { Prefer: "wait=30", "Idempotency-Key": "once" },
      );
    const first = await order(one);
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    expect((await order(other)).status).toBe(422);
    const again = await order(one);
    expect([again.status, again.headers.get("Idempotency-Replayed")]).toEqual([201, "true"]);
    expect(again.body.data.id).toBe(first.body.data.id);
    expect(await orderCount(studio)).toBe(1);
  });

  it("is the same order under its key as the file, whichever of them is sent first", async () => {
    const { studio, ...ids } = await printingStudio();
    const content = anotherBox();
    const place = (key: string, fields: Parameters<typeof orderOfBox>[1]) =>
      post<Order>(studio, "/orders", orderOfBox(ids, fields), { Prefer: "wait=30", "Idempotency-Key": key });
    const byFile = { items: JSON.stringify([item(ids)]), "models[]": [modelFile(content, "part.stl")] };
    const modelId = await kept(studio, modelFile(content));
    const byId = { items: JSON.stringify([item(ids, modelId)]), "models[]": undefined };
    for (const [key, first, second] of [
      ["file first", byFile, byId],
      ["id first", byId, byFile],
    ] as const) {
      const placed = await place(key, first);
      expect(placed.status, JSON.stringify(placed.body)).toBe(201);
      const again = await place(key, second);
      expect([again.status, again.headers.get("Idempotency-Replayed")], JSON.stringify(again.body)).toEqual([
        201,
        "true",
      ]);
      expect(again.body.data.id).toBe(placed.body.data.id);
    }
    expect(await orderCount(studio)).toBe(2);
  });

  it("is written with its quote's fit in the build volume", async () => {
    const { studio, ...ids } = await printingStudio();
    const modelId = await kept(studio);
    const items = JSON.stringify([item(ids, modelId)]);
    const order = () => placed(studio, orderOfBox(ids, { "models[]": undefined, items }));
    const unknown = await order();
    expect(unknown.items[0]?.fitsBuildVolume).toBeNull();
    const printer = { name: "Ender 3", technologyId: 1, buildVolume: "220x220x250" };
    const headers = { "Content-Type": "application/json" };
    await studio.data("/printers", { method: "POST", body: JSON.stringify(printer), headers }, 201);
    expect((await order()).items[0]?.fitsBuildVolume).toBe(true);
    // Ordered before: it stays the studio's.
    const read = await studio.data<Order>(`/orders/${unknown.id}`);
    expect(read.items[0]?.fitsBuildVolume).toBeNull();
  });

  it("is null in an item that has no model", async () => {
    const { studio, ...ids } = await printingStudio();
    const order = await placed(studio, orderOfBox(ids));
    await studio.db.update(orderItems, { modelId: null }, eq(orderItems.orderId, order.id));
    const read = await studio.data<Order>(`/orders/${order.id}`);
    expect(read.items[0]).toMatchObject({ modelId: null, downloadUrl: null });
  });

  async function fetchLink(order: Order): Promise<Response> {
    return exports.default.fetch(String(order.items[0]?.downloadUrl));
  }
});

describe("the name of a model that is ordered by its id", () => {
  it("is the one under which its content was last sent, by whichever operation", async () => {
    const { studio, ...ids } = await printingStudio();
    const content = anotherBox();
    const nameOf = async (modelId: string) => {
      const items = JSON.stringify([{ ...ids, modelId }]);
      return (await placed(studio, orderOfBox(ids, { "models[]": undefined, items }))).items[0]?.originalFileName;
    };
    const modelId = await kept(studio, modelFile(content, "one.stl"));
    expect(await nameOf(modelId)).toBe("one.stl");
    await post(studio, "/quotes", { ...ids, model: modelFile(content, "два.stl") });
    expect(await nameOf(modelId)).toBe("два.stl");
    await kept(studio, modelFile(content, "three.stl"));
    expect(await nameOf(modelId)).toBe("three.stl");
    // An older row, without a name.
    await studio.db.update(models, { originalFileName: null }, undefined);
    expect(await nameOf(modelId)).toBe("model.stl");
  });
});

describe("a use of a model by its id", () => {
  it("begins its 30 days anew, in quotes, jobs and orders; unused it is 404 when they are over", async () => {
    const { studio, ...ids } = await printingStudio();
    const content = anotherBox();
    const modelId = await kept(studio, modelFile(content));
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.spyOn(console, "log").mockImplementation(() => {});
    const at = async (days: number) => {
      vi.setSystemTime(start + days * DAY);
      await worker.scheduled(createScheduledController(), env);
    };
    const slow = studio.meeting({ SLICER: idleSlicer });
    const { printingQualityId } = ids;
    await at(29);
    expect((await post(slow, "/slicing-jobs", { printingQualityId, modelId }, {})).status).toBe(202);
    await at(58);
    expect((await post(slow, "/quotes", { ...ids, modelId }, WAIT_NOT)).status).toBe(202);
    await at(87);
    const items = JSON.stringify([{ ...ids, modelId }]);
    const order = orderOfBox(ids, { "models[]": undefined, items });
    expect((await post(slow, "/orders", order, WAIT_NOT)).status).toBe(202);
    await at(116.9);
    expect(await rowsOf(studio)).toHaveLength(1);
    await at(117.1);
    expect(await rowsOf(studio)).toEqual([]);
    expect((await post(slow, "/quotes", { ...ids, modelId }, WAIT_NOT)).status).toBe(404);
    // It names the content, so it holds again with it.
    expect(await kept(studio, modelFile(content))).toBe(modelId);
    expect((await post(slow, "/quotes", { ...ids, modelId }, WAIT_NOT)).status).toBe(202);
  });

  it("holds for good once it was ordered, though the retention runs while it is", async () => {
    const { studio, ...ids } = await printingStudio();
    const modelId = await kept(studio);
    expect((await post(studio, "/quotes", { ...ids, modelId })).status).toBe(200);
    await database
      .update(models)
      .set({ lastUsedAt: Date.now() - 31 * DAY })
      .where(eq(models.studioId, studio.id));
    vi.spyOn(console, "log").mockImplementation(() => {});
    const items = JSON.stringify([{ ...ids, modelId }]);
    const [order] = await Promise.all([
      post<Order>(studio, "/orders", orderOfBox(ids, { "models[]": undefined, items })),
      worker.scheduled(createScheduledController(), env),
    ]);
    // Whichever came first: either it is ordered and stays, or it is told that the model is gone.
    if (order.status === 404) {
      expect(order.body.errors).toEqual({ "items.0.modelId": [noModel(modelId)] });
      expect(await orderCount(studio)).toBe(0);
      return;
    }
    expect(order.status, JSON.stringify(order.body)).toBe(201);
    await database.update(models).set({ lastUsedAt: 1 }).where(eq(models.studioId, studio.id));
    await worker.scheduled(createScheduledController(), env);
    expect(await rowsOf(studio)).toMatchObject([{ isOrdered: true }]);
    expect((await post(studio, "/quotes", { ...ids, modelId })).status).toBe(200);
  });
});

describe("a job that was kept before it named models", () => {
  it("is shown with null in their place", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const { body } = await post<Accepted>(studio, "/slicing-jobs", {
      model: modelFile(anotherBox()),
      printingQualityId,
    });
    const [job] = await studio.db.select(slicingJobs);
    const items = (job?.items ?? []).map(({ sliceKey, originalFileName }) => ({ sliceKey, originalFileName }));
    await studio.db.update(slicingJobs, { items }, undefined);
    const none = { modelId: null, printingQualityId: null, technology: null };
    const shown = await studio.data(`/slicing-jobs/${body.data.jobId}`, { headers: WAIT_NOT });
    expect(shown).toMatchObject({ ...none, originalFileName: "box.stl", items: [none] });
  });
});

describe("the quote's setupCost", () => {
  it.each([
    { setupCostMinor: 1500, minimumPriceMinor: 0, quantity: 3 },
    { setupCostMinor: 0, minimumPriceMinor: 50_000, quantity: 7 },
    { setupCostMinor: 1500, minimumPriceMinor: 50_000, quantity: 1 },
    { setupCostMinor: 0, minimumPriceMinor: 0, quantity: 999 },
  ])("is all that is charged once: $setupCostMinor, at least $minimumPriceMinor, $quantity copies", async (row) => {
    const { quantity, ...prices } = row;
    const { studio, ...ids } = await printingStudio(prices);
    const model = modelFile(anotherBox());
    const materialId = await addMaterial(studio, { costPerKgMinor: 61_337 });
    const { body } = await post<Record<string, { amount: string }> & { breakdown: Record<string, { amount: string }> }>(
      studio,
      "/quotes",
      { ...ids, materialId, model, quantity },
    );
    const { totalPrice, perUnitPrice, setupCost, breakdown } = body.data;
    const inCents = (money: { amount: string } | undefined) => BigInt(String(money?.amount).replace(".", ""));
    expect(inCents(perUnitPrice) * BigInt(quantity) + inCents(setupCost)).toBe(inCents(totalPrice));
    expect(inCents(setupCost)).toBe(inCents(breakdown.setupCost) + inCents(breakdown.minimumPriceAdjustment));
    expect(inCents(breakdown.setupCost)).toBe(BigInt(prices.setupCostMinor));
  });
});

it("a form that is no form is 415, by id as by file", async () => {
  const studio = await createStudio();
  const json = { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } };
  for (const path of ["/models", "/quotes"]) expect((await studio.answer(path, json)).status).toBe(415);
  expect((await studio.answer("/models", { method: "POST", body: form({}) })).status).toBe(400);
});
