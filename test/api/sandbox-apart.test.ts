// The sandbox apart from its studio: a test key changes none of its rows, pages and printers.

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { anotherBox } from "../../harness/models.ts";
import { orders, testOrders } from "../../src/db/schema.ts";
import { idempotencyKeys } from "../../src/idempotency/idempotency.schema.ts";
import { losingAnswerOf } from "./support/faulty-database.ts";
import { boxes, orderCount, orderOfBox, place, placed, withoutLinks } from "./support/orders.ts";
import { panelOf } from "./support/panel.ts";
import { addPrinter, printOrder, printShop, putOnPrinter } from "./support/printing.ts";
import { databaseOfTests } from "./support/recorded-statements.ts";
import { modelFile, post, WAIT } from "./support/requests.ts";
import { printingSandbox, sandboxOf } from "./support/sandbox.ts";
import type { TestStudio } from "./support/studio.ts";

afterEach(() => void vi.restoreAllMocks());

/** Every row of the database, by table. */
async function everyRow(): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const named = await databaseOfTests
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf*'",
    )
    .all<{ name: string }>();
  const read = named.results.map(async ({ name }) => {
    const { results } = await databaseOfTests.prepare(`SELECT * FROM "${name}"`).all();
    return [name, results] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** The names of the tables that differ. */
function changedTables(before: Awaited<ReturnType<typeof everyRow>>, after: typeof before): string[] {
  return Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
}

/** Notes that a Durable Object of the namespace was asked for. */
function noting<Namespace extends object>(namespace: Namespace, note: () => void): Namespace {
  return new Proxy(namespace, {
    get(real, name) {
      note();
      const value: unknown = Reflect.get(real, name);
      return typeof value === "function" ? value.bind(real) : value;
    },
  });
}

const PAGES = [
  "",
  "/orders",
  "/orders?view=list",
  "/customers",
  "/month",
  "/printing",
  "/catalog/materials",
  "/messages",
];

describe("a test order", () => {
  it("adds its own row, and changes no other of any table", async () => {
    const { studio, sandbox, choice } = await printingSandbox();
    await post(sandbox, "/models", { model: modelFile(boxes.small) });
    const fields = orderOfBox(choice);
    const before = await everyRow();
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining(["orders", "customers", "messages", "materials", "models"]),
    );
    await placed(sandbox, fields);
    const after = await everyRow();
    expect(changedTables(before, after)).toEqual(["test_orders"]);
    expect(after.test_orders?.length).toBe((before.test_orders?.length ?? 0) + 1);
    await placed(studio, fields);
    expect(changedTables(after, await everyRow())).toEqual(expect.arrayContaining(["orders", "customers", "models"]));
  });

  it("shows on no page of the studio's work, and a live one does", async () => {
    const { studio, sandbox, choice } = await printingSandbox();
    const { owner, base } = await panelOf(studio);
    const texts = () => Promise.all(PAGES.map(async (page) => (await owner.get(`${base}${page}`)).text));
    const before = await texts();
    await placed(sandbox, orderOfBox(choice));
    expect(await texts()).toEqual(before);
    await placed(studio, orderOfBox(choice));
    const after = await texts();
    const changed = PAGES.filter((_, place) => after[place] !== before[place]);
    expect(changed).toEqual(expect.arrayContaining(["", "/orders", "/orders?view=list", "/customers", "/month"]));
  });

  it("tells neither open pages nor the outbox, and a live one tells the pages", async () => {
    const { studio, sandbox, choice } = await printingSandbox();
    const told: string[] = [];
    const noted = {
      STUDIO_NEWS: noting(env.STUDIO_NEWS, () => told.push("news")),
      STUDIO_OUTBOX: noting(env.STUDIO_OUTBOX, () => told.push("outbox")),
    };
    await placed(sandbox.meeting(noted), orderOfBox(choice));
    expect(told).toEqual([]);
    await placed(studio.meeting(noted), orderOfBox(choice));
    expect(told).toContain("news");
  });

  it("takes no number from the studio's orders", async () => {
    const { studio, sandbox, choice } = await printingSandbox();
    await placed(studio, orderOfBox(choice));
    await placed(sandbox, orderOfBox(choice));
    expect((await placed(studio, orderOfBox(choice))).number).toBe(2);
    expect((await placed(studio, orderOfBox(choice))).customer).toMatchObject({ totalOrders: 3 });
  });
});

describe("Idempotency-Key of a test key", () => {
  const keyed = (key: string) => ({ ...WAIT, "Idempotency-Key": key });

  it("places one test order, and gives the same answer again", async () => {
    const { sandbox, choice } = await printingSandbox();
    const first = await place(sandbox, orderOfBox(choice), keyed("one"));
    const again = await place(sandbox, orderOfBox(choice), keyed("one"));
    expect([first.status, again.status, again.headers.get("Idempotency-Replayed")]).toEqual([201, 201, "true"]);
    expect(withoutLinks(again.body.data)).toEqual(withoutLinks(first.body.data));
    expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
    expect(await sandbox.db.select(testOrders)).toHaveLength(1);
    const other = await place(sandbox, orderOfBox(choice, { source: "elsewhere" }), keyed("one"));
    expect([other.status, other.body.errorCode]).toEqual([422, "errors.idempotencyKeyReused"]);
  });

  it("never meets the same key of a live key: each places its own, whichever came first", async () => {
    const { studio, sandbox, choice } = await printingSandbox();
    const ask = async (asked: TestStudio, key: string, changes = {}) => {
      const { status, headers, body } = await place(asked, orderOfBox(choice, changes), keyed(key));
      expect(status, JSON.stringify(body)).toBe(201);
      return { test: body.data.id >= 1_000_000_000, isReplayed: headers.has("Idempotency-Replayed") };
    };
    const [live, test] = [
      { test: false, isReplayed: false },
      { test: true, isReplayed: false },
    ];
    expect([await ask(studio, "a"), await ask(sandbox, "a")]).toEqual([live, test]);
    expect([await ask(sandbox, "b"), await ask(studio, "b", { source: "other" })]).toEqual([test, live]);
    // A live key cannot name a claim of the sandbox.
    const claims = (await studio.db.select(idempotencyKeys)).map(({ key }) => key);
    expect(claims.sort()).toEqual(["a", "b", "test\na", "test\nb"]);
    expect(await ask(studio, "test a")).toEqual(live);
    expect(() => new Headers({ "Idempotency-Key": "test\na" })).toThrow();
    expect([await orderCount(studio), (await sandbox.db.select(testOrders)).length]).toEqual([3, 2]);
  });

  it("recovers the test order of a request that died between writing it and answering", async () => {
    const { sandbox, choice } = await printingSandbox();
    const order = await placed(sandbox, orderOfBox(choice), keyed("died"));
    const claim = eq(idempotencyKeys.key, "test\ndied");
    await vi.waitFor(async () => expect((await sandbox.db.select(idempotencyKeys, claim))[0]?.response).not.toBeNull());
    for (const heldUntil of [Date.now() + 60_000, 0]) {
      await sandbox.db.update(idempotencyKeys, { response: null, heldUntil }, claim);
      const again = await place(sandbox, orderOfBox(choice), keyed("died"));
      expect([again.status, again.headers.get("Idempotency-Replayed")]).toEqual([201, "true"]);
      expect(withoutLinks(again.body.data)).toEqual(withoutLinks(order));
    }
    expect(await sandbox.db.select(testOrders)).toHaveLength(1);
  });

  it.each([0, 2, 5])(
    "places one test order if its answer was lost and D1 fails %d more times",
    async (furtherFaults) => {
      const { sandbox, choice } = await printingSandbox();
      vi.spyOn(console, "error").mockImplementation(() => {});
      const losing = sandbox.meeting({ DB: losingAnswerOf('insert into "test_orders"', furtherFaults) });
      const first = await place(losing, orderOfBox(choice), keyed("lost"));
      expect([201, 503], JSON.stringify(first.body)).toContain(first.status);
      const again = await place(sandbox, orderOfBox(choice), keyed("lost"));
      expect([again.status, again.headers.get("Idempotency-Replayed")]).toEqual([201, "true"]);
      expect(await sandbox.db.select(testOrders)).toHaveLength(1);
    },
  );
});

describe("printers under a test key", () => {
  /** A printer that prints a customer's order, and the studio's sandbox. */
  async function printingPrinter() {
    const shop = await printShop();
    const order = await printOrder(shop, { status: "printing" });
    const printerId = await addPrinter(shop);
    await putOnPrinter(shop, order.itemIds[0] ?? 0, printerId);
    return { studio: shop.studio, sandbox: await sandboxOf(shop.studio), printerId };
  }

  const json = (method: string, body: unknown) => ({
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

  it("are the studio's own, without the orders that they print", async () => {
    const { studio, sandbox, printerId } = await printingPrinter();
    const live = await studio.data<{ assignedItems: unknown[] }>(`/printers/${printerId}`);
    expect(live.assignedItems).toHaveLength(1);
    expect(await sandbox.data(`/printers/${printerId}`)).toEqual({ ...live, assignedItems: [] });
    expect(await sandbox.data("/printers")).toEqual([{ ...live, assignedItems: [] }]);
    expect((await sandbox.answer("/printers/999999")).status).toBe(404);
  });

  it.each([
    ["POST", "", { name: "Prusa", technologyId: 1 }],
    ["POST", "", {}],
    ["PATCH", "id", { name: "Renamed" }],
    ["PATCH", "id", { status: "unknown" }],
    ["DELETE", "id", undefined],
  ])("are not changed by %s /printers/%s of %j: 403, before its faults", async (method, id, body) => {
    const { sandbox, printerId } = await printingPrinter();
    const before = await everyRow();
    const path = id === "" ? "/printers" : `/printers/${printerId}`;
    const answer = await sandbox.answer(path, body === undefined ? { method } : json(method, body));
    expect([answer.status, answer.body.errorCode, answer.body.errors]).toEqual([403, "errors.keyRestricted", null]);
    expect(answer.headers.get("WWW-Authenticate")).toContain('error="insufficient_scope"');
    // Refused by the gate: it counts nothing.
    expect(answer.headers.get("RateLimit")).toBeNull();
    expect(changedTables(before, await everyRow())).toEqual([]);
  });
});

describe("the other operations under a test key", () => {
  it("answer as under a live one: catalog, quotes, prices and slices", async () => {
    const { studio, sandbox, choice } = await printingSandbox();
    for (const path of [
      "/technologies",
      "/materials",
      "/printing-qualities",
      "/finishings",
      "/products",
      "/delivery/settings",
    ])
      expect(await sandbox.data(path), path).toEqual(await studio.data(path));
    const fields = { ...choice, model: modelFile(anotherBox()), quantity: 2 };
    const quote = await post(sandbox, "/quotes", fields);
    expect(quote.status).toBe(200);
    expect((await post(studio, "/quotes", fields)).body).toEqual(quote.body);
    expect(await studio.db.select(orders)).toEqual([]);
  });

  it("share a model that was sent under either key", async () => {
    const { studio, sandbox } = await printingSandbox();
    const sent = { model: modelFile(boxes.flat) };
    const test = await post<{ modelId: string }>(sandbox, "/models", sent);
    const live = await post<{ modelId: string }>(studio, "/models", sent);
    expect([test.status, live.status]).toEqual([201, 200]);
    expect(live.body.data.modelId).toBe(test.body.data.modelId);
    expect((await sandboxOf(studio, "another")).id).toBe(studio.id);
  });
});
