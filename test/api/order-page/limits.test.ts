// Limits of an order page: calls of a minute, and what a network, and everybody, may send within 24 hours.

import { createExecutionContext, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { uniqueBox } from "../../../harness/models.ts";
import { type Allowance, DAILY_ALLOWANCES, type DayOf } from "../../../src/domain/visitor-day.ts";
import worker from "../../../src/index.ts";
import { addMaterial, addQuality } from "../support/catalog.ts";
import { platformError } from "../support/faulty-gates.ts";
import { refused, Visitor } from "../support/order-page.ts";
import { modelFile, objectsOf } from "../support/requests.ts";
import { idleSlicer } from "../support/scripted-slicer.ts";
import { createStudio, type TestStudio } from "../support/studio.ts";
import { turnedClock } from "../support/turned-clock.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const clock = turnedClock();
const turnClock = clock.turn;

const dayNamed = (name: string) => env.VISITOR_DAY.get(env.VISITOR_DAY.idFromName(name));
const dayOf = ({ id }: TestStudio, network: string) => dayNamed(`${id} ${network}`);
const named = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `name ${from + index}`);
const address = () => `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}:1::7`;
const networkOf = (given: string) => given.split(":").slice(0, 4).join(":");

/** Uses up a day's allowance but for `left`. */
async function useUp(day: ReturnType<typeof dayNamed>, of: DayOf, allowance: Allowance, left = 0): Promise<void> {
  const taken = await day.take(of, allowance, named(DAILY_ALLOWANCES[of][allowance] - left, 100_000));
  expect(taken.outcome).toBe("taken");
}

describe("a visitor's day", () => {
  const uploads = DAILY_ALLOWANCES.network.upload;

  it("gives so many places and no more, however many ask at once", async () => {
    const day = dayNamed(crypto.randomUUID());
    const asked = Array.from({ length: uploads + 50 }, (_, index) =>
      day.take("network", "upload", [`upload ${index}`]),
    );
    const outcomes = (await Promise.all(asked)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === "taken")).toHaveLength(uploads);
    expect(outcomes.filter((outcome) => outcome === "used_up")).toHaveLength(50);
  });

  it("counts what is named once, though it is asked for again, even when nothing is left", async () => {
    const day = dayNamed(crypto.randomUUID());
    await useUp(day, "network", "slice", 1);
    expect(await day.take("network", "slice", ["a", "a"])).toEqual({ outcome: "taken", fresh: ["a"] });
    expect(await day.take("network", "slice", ["a"])).toEqual({ outcome: "taken", fresh: [] });
    expect(await day.take("network", "slice", ["b"])).toMatchObject({ outcome: "used_up" });
  });

  it("takes all that is named or nothing, and one allowance from no other", async () => {
    const day = dayNamed(crypto.randomUUID());
    await useUp(day, "network", "slice", 1);
    expect(await day.take("network", "slice", ["a", "b"])).toMatchObject({ outcome: "used_up" });
    expect(await day.take("network", "slice", ["b"])).toMatchObject({ outcome: "taken" });
    expect(await day.take("network", "upload", ["b"])).toMatchObject({ outcome: "taken" });
  });

  it("keeps its count when the object is evicted from memory", async () => {
    const day = dayNamed(crypto.randomUUID());
    await useUp(day, "network", "order");
    await evictDurableObject(day);
    expect(await day.take("network", "order", ["one more"])).toMatchObject({ outcome: "used_up" });
  });

  it("frees each place a day after it was taken, not at midnight, and says when the needed ones are free", async () => {
    const day = dayNamed(crypto.randomUUID());
    await useUp(day, "network", "order", 2);
    turnClock(HOUR);
    await day.take("network", "order", ["later", "last"]);
    expect(await day.take("network", "order", ["a"])).toEqual({ outcome: "used_up", secondsUntilFree: 23 * 3600 });
    // All but two of the day's are an hour older than those.
    const many = named(DAILY_ALLOWANCES.network.order - 1);
    expect(await day.take("network", "order", many)).toEqual({ outcome: "used_up", secondsUntilFree: 24 * 3600 });
    turnClock(DAY - 1);
    expect(await day.take("network", "order", ["a"])).toEqual({ outcome: "used_up", secondsUntilFree: 1 });
    turnClock(DAY);
    expect(await day.take("network", "order", many.slice(1))).toMatchObject({ outcome: "taken" });
    expect(await day.take("network", "order", ["a"])).toEqual({ outcome: "used_up", secondsUntilFree: 3600 });
  });

  it("keeps nothing a day after its last use, and goes on when it is asked again", async () => {
    const day = dayNamed(crypto.randomUUID());
    await day.take("network", "upload", ["a"]);
    const stored = () => runInDurableObject(day, (_, { storage }) => storage.sql.databaseSize);
    const alarmAt = await runInDurableObject(day, (_, { storage }) => storage.getAlarm());
    expect(alarmAt).toBe(clock.start + DAY);
    turnClock(DAY);
    const before = await stored();
    expect(await runDurableObjectAlarm(day)).toBe(true);
    expect(await stored()).toBeLessThanOrEqual(before);
    expect(await runInDurableObject(day, (_, { storage }) => storage.getAlarm())).toBeNull();
    expect(await day.take("network", "upload", ["a"])).toEqual({ outcome: "taken", fresh: ["a"] });
  });

  it("loses nothing that was taken while its alarm was on its way", async () => {
    const day = dayNamed(crypto.randomUUID());
    await useUp(day, "network", "order", 1);
    turnClock(HOUR);
    await day.take("network", "order", ["last"]);
    turnClock(DAY + 1);
    expect(await runDurableObjectAlarm(day)).toBe(true);
    expect(await day.take("network", "order", ["last"])).toEqual({ outcome: "taken", fresh: [] });
    expect(await runInDurableObject(day, (_, { storage }) => storage.getAlarm())).toBe(clock.start + HOUR + DAY);
  });

  it("has no more rows than places", async () => {
    const day = dayNamed(crypto.randomUUID());
    for (let turn = 0; turn < 5; turn++) await day.take("network", "upload", named(uploads, turn * uploads));
    const rows = () =>
      runInDurableObject(day, (_, { storage }) =>
        storage.sql.exec<{ count: number }>("SELECT count(*) AS count FROM taken").one(),
      );
    expect(await rows()).toEqual({ count: uploads });
    turnClock(DAY);
    await day.take("network", "upload", ["tomorrow"]);
    expect(await rows()).toEqual({ count: 1 });
  });
});

describe("uploads to an order page", () => {
  it("are refused with 429 and when they go on, once the network's day is used up; nothing is kept of them", async () => {
    const studio = await createStudio();
    const from = address();
    await useUp(dayOf(studio, networkOf(from)), "network", "upload", 1);
    await new Visitor(studio, {}, from).model();
    turnClock(2.5 * HOUR);
    const answer = await new Visitor(studio, {}, from).upload(modelFile(uniqueBox()), "?lang=en");
    expect(refused(answer, 429)).toMatchObject({
      reason: "limit",
      message:
        "Your network has sent 300 files within a day, and that is all it can. The next can be sent in 22 hours.",
    });
    expect(answer.headers.get("Retry-After")).toBe(String(21.5 * 3600));
    const inUkrainian = refused(await new Visitor(studio, {}, from).upload(modelFile(uniqueBox()), "?lang=uk"), 429);
    expect(inUkrainian.message).toContain("за 22 години");
    expect(await objectsOf(studio)).toHaveLength(1);
    turnClock(DAY + 1);
    await new Visitor(studio, {}, from).model();
  });

  it("of a whole IPv6 /64 count together, and of another network not", async () => {
    const studio = await createStudio();
    const from = address();
    const neighbour = from.replace("::7", ":aaaa:bbbb:cccc:dddd");
    const stranger = from.replace(":1::7", ":2::7");
    await useUp(dayOf(studio, networkOf(from)), "network", "upload");
    refused(await new Visitor(studio, {}, neighbour).upload(modelFile(uniqueBox())), 429);
    await new Visitor(studio, {}, stranger).model();
  });

  it("count for one studio, and not for another", async () => {
    const [studio, other] = await Promise.all([createStudio(), createStudio()]);
    const from = address();
    await useUp(dayOf(studio, networkOf(from)), "network", "upload");
    await new Visitor(other, {}, from).model();
  });

  it("are refused to everybody once all of the studio's visitors have used up its day, and take nothing then", async () => {
    const studio = await createStudio();
    await useUp(dayNamed(String(studio.id)), "studio", "upload");
    const from = address();
    for (let turn = 0; turn < 3; turn++) {
      const { reason, message } = refused(
        await new Visitor(studio, {}, from).upload(modelFile(uniqueBox()), "?lang=en"),
        429,
      );
      expect(reason).toBe("limit");
      expect(message).toContain("This studio's page was sent so many files");
    }
    expect(await dayOf(studio, networkOf(from)).take("network", "upload", named(300))).toMatchObject({
      outcome: "taken",
    });
  });

  it("from the service's own machine, and where no address is known, are not counted", async () => {
    const studio = await createStudio();
    for (const own of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
      await useUp(dayOf(studio, own), "network", "upload");
      await new Visitor(studio, {}, own).model();
    }
  });

  it("are not taken where the day cannot be asked: nothing goes uncounted", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const studio = await createStudio();
    const take = () => Promise.reject(platformError("retryable"));
    const VISITOR_DAY = new Proxy(env.VISITOR_DAY, {
      get: (real, name) => (name === "get" ? () => ({ take }) : Reflect.get(real, name).bind(real)),
    });
    const answer = await new Visitor(studio, { VISITOR_DAY }).upload(modelFile(uniqueBox()));
    expect(refused(answer, 503).reason).toBe("unavailable");
    expect(answer.headers.get("Retry-After")).not.toBeNull();
    expect(await objectsOf(studio)).toEqual([]);
  });
});

describe("slices for an order page", () => {
  async function pageWithModel(from: string) {
    const studio = await createStudio();
    await addMaterial(studio);
    const [fine, draft] = [await addQuality(studio), await addQuality(studio, { name: "Draft" })];
    const visitor = new Visitor(studio, { SLICER: idleSlicer }, from);
    const { modelId } = await visitor.model();
    const price = (quality: number, of = visitor) => of.answer(`/models/${modelId}/prices?quality=${quality}&lang=en`);
    return { studio, fine, draft, price, modelId };
  }

  it("count once for a model and quality, however often the price is asked for", async () => {
    const from = address();
    const { studio, fine, draft, price } = await pageWithModel(from);
    await useUp(dayOf(studio, networkOf(from)), "network", "slice", 1);
    for (let turn = 0; turn < 5; turn++) expect((await price(fine)).status).toBe(202);
    const answer = await price(draft);
    expect(refused(answer, 429).message).toContain("1,200 calculations were made for your network within a day");
    expect((await price(fine)).status).toBe(202);
    expect(answer.headers.get("Retry-After")).toBe("86400");
  });

  it("are not begun where the day is used up", async () => {
    const from = address();
    const { studio, fine, modelId } = await pageWithModel(from);
    await useUp(dayOf(studio, networkOf(from)), "network", "slice");
    const start = vi.fn();
    const visitor = new Visitor(studio, { SLICER: { ...idleSlicer, start } }, from);
    refused(await visitor.answer(`/models/${modelId}/prices?quality=${fine}`), 429);
    expect(start).not.toHaveBeenCalled();
  });

  it("take no place where nothing can be sliced: no such model, quality or material", async () => {
    const from = address();
    const { studio, fine, modelId } = await pageWithModel(from);
    const day = dayOf(studio, networkOf(from));
    await useUp(day, "network", "slice", 2);
    const visitor = new Visitor(studio, { SLICER: idleSlicer }, from);
    const unknown = `mdl_${studio.id}_${"0".repeat(64)}`;
    for (const path of [`${modelId}/prices?quality=${fine + 1000}`, `${unknown}/prices?quality=${fine}`]) {
      refused(await visitor.answer(`/models/${path}`), 404);
    }
    const items = [[modelId, fine, 1e6] as const, [modelId, fine + 1000, 1] as const, [unknown, fine, 1] as const].map(
      ([id, printingQualityId, materialId]) => ({
        ...{ modelId: id, printingQualityId, materialId, finishingIds: [], quantity: 1 },
      }),
    );
    refused(await visitor.post("/quotes", { items }), 404);
    expect((await day.take("network", "slice", ["one", "other"])).outcome).toBe("taken");
  });

  it("are not counted for what no model or another studio's is named by", async () => {
    const from = address();
    const { studio, fine } = await pageWithModel(from);
    await useUp(dayOf(studio, networkOf(from)), "network", "slice");
    const visitor = new Visitor(studio, {}, from);
    for (const modelId of [`mdl_${studio.id + 1}_${"a".repeat(64)}`, "x".repeat(2000), "mdl_"]) {
      refused(await visitor.answer(`/models/${modelId}/prices?quality=${fine}`), 404);
    }
  });
});

describe("calls of an order page", () => {
  /** A counter that allows so many calls of each key. */
  function counterOf(limit: number) {
    const counts = new Map<string, number>();
    const counted = vi.fn(async ({ key }: { key: string }) => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return { success: (counts.get(key) ?? 0) <= limit };
    });
    return { limit: counted, counts };
  }

  it("are counted by studio and network, and refused with 429 beyond the limit, for some seconds without asking again", async () => {
    const studio = await createStudio();
    const VISITOR_CALLS = counterOf(3);
    const visitor = new Visitor(studio, { VISITOR_CALLS });
    for (let turn = 0; turn < 3; turn++) expect((await visitor.fetch("/nothing-here")).status).toBe(404);
    const over = await visitor.answer("/nothing-here?lang=en");
    const { reason, message } = refused(over, 429);
    expect({ reason, message }).toEqual({
      reason: "limit",
      message: "Your network has asked for a lot within a minute. Try again in 10 seconds.",
    });
    expect(over.headers.get("Retry-After")).toBe("10");
    await visitor.fetch("/nothing-here");
    expect(VISITOR_CALLS.limit).toHaveBeenCalledTimes(4);
    expect((await new Visitor(studio, { VISITOR_CALLS }).fetch("/nothing-here")).status).toBe(404);
    VISITOR_CALLS.counts.clear();
    turnClock(10_001);
    expect((await visitor.fetch("/nothing-here")).status).toBe(404);
  });

  it("of all visitors are counted by studio, and one network's refused calls are not among them", async () => {
    const [studio, other] = await Promise.all([createStudio(), createStudio()]);
    const [VISITOR_CALLS, ORDER_PAGE_CALLS] = [counterOf(2), counterOf(4)];
    const flood = new Visitor(studio, { VISITOR_CALLS, ORDER_PAGE_CALLS });
    for (let turn = 0; turn < 20; turn++) await flood.fetch("/nothing-here");
    const visit = (to: TestStudio) =>
      new Visitor(to, { VISITOR_CALLS, ORDER_PAGE_CALLS }).answer("/nothing-here?lang=en");
    expect((await visit(studio)).status).toBe(404);
    expect((await visit(studio)).status).toBe(404);
    expect(refused(await visit(studio), 429).message).toContain("Very many people are on this page");
    expect((await visit(other)).status).toBe(404);
  });

  it("of addresses that no studio has are counted together, and then looked up no more", async () => {
    const VISITOR_CALLS = counterOf(5);
    const asked = vi.spyOn(env.DB, "withSession");
    const from = address();
    const visit = (slug: string) =>
      worker.fetch(
        new Request(`https://shop.example/${slug}`, { headers: { "CF-Connecting-IP": from } }),
        { ...env, VISITOR_CALLS },
        createExecutionContext(),
      );
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn++)
      statuses.push((await visit(`nobody-${crypto.randomUUID().slice(0, 8)}`)).status);
    expect(statuses).toEqual([...Array(6).fill(404), ...Array(6).fill(429)]);
    const before = asked.mock.calls.length;
    await visit(`nobody-${crypto.randomUUID().slice(0, 8)}`);
    expect(asked.mock.calls.length).toBe(before);
  });

  it("are not refused where the counters fail, nor counted from the service's own machine", async () => {
    const studio = await createStudio();
    const broken = { limit: () => Promise.reject(new Error("the counter is down")) };
    const bindings = { VISITOR_CALLS: broken, ORDER_PAGE_CALLS: broken };
    expect((await new Visitor(studio, bindings).fetch("/nothing-here")).status).toBe(404);
    const none = counterOf(0);
    const own = new Visitor(studio, { VISITOR_CALLS: none, ORDER_PAGE_CALLS: none }, "127.0.0.1");
    expect((await own.fetch("/nothing-here")).status).toBe(404);
    expect(none.limit).not.toHaveBeenCalled();
  });
});
