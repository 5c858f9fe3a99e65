// Limits of an order page: calls of a minute, and the day's allowances of a network and of all.

import { createExecutionContext, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { anotherBox } from "../../../harness/models.ts";
import { priceRequests } from "../../../src/db/schema.ts";
import { type Allowance, DAILY_ALLOWANCES, type Networks, networksOf } from "../../../src/domain/visitor.ts";
import worker from "../../../src/index.ts";
import { addMaterial, addQuality } from "../support/catalog.ts";
import { platformError } from "../support/faulty-gates.ts";
import { form, modelFile, objectsOf } from "../support/requests.ts";
import { idleSlicer } from "../support/scripted-slicer.ts";
import { dayOf, ORDERING, order, quoted, refused, SHOP_ORIGIN, Visitor, visitedStudio } from "../support/storefront.ts";
import { createStudio, type TestStudio } from "../support/studio.ts";
import { turnedClock } from "../support/turned-clock.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const clock = turnedClock();
const turnClock = clock.turn;

const dayNamed = (name: string) => env.VISITOR_DAY.get(env.VISITOR_DAY.idFromName(name));
const named = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `name ${from + index}`);
const address = () => `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}:1::7`;
/** Its days belong to no page's visitor. */
const SENDER = networksOf("2001:db8:1:1::7");

/** Uses up a day's allowance, of a subnet or of the studio, but for `left`. */
async function useUp(
  day: ReturnType<typeof dayNamed>,
  from: Networks | "studio",
  allowance: Allowance,
  left = 0,
): Promise<void> {
  const places = DAILY_ALLOWANCES[from === "studio" ? "studio" : "subnet"][allowance] - left;
  const taken = await day.take(from, allowance, named(places, 100_000));
  expect(taken.outcome).toBe("taken");
}

describe("a visitor's day", () => {
  const uploads = DAILY_ALLOWANCES.subnet.upload;

  it("gives so many places and no more, however many ask at once", async () => {
    const day = dayNamed(crypto.randomUUID());
    const asked = Array.from({ length: uploads + 50 }, (_, index) => day.take(SENDER, "upload", [`upload ${index}`]));
    const outcomes = (await Promise.all(asked)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === "taken")).toHaveLength(uploads);
    expect(outcomes.filter((outcome) => outcome === "used_up")).toHaveLength(50);
  });

  it("gives no place twice to a clock that steps back, and tells the seconds by that clock", async () => {
    const day = dayNamed(crypto.randomUUID());
    turnClock(0);
    expect(await day.take(SENDER, "upload", named(uploads - 1))).toMatchObject({ outcome: "taken" });
    turnClock(DAY - 1);
    expect(await day.take(SENDER, "upload", ["the last"])).toMatchObject({ outcome: "taken" });
    turnClock(DAY + 1);
    expect(await day.take(SENDER, "upload", named(uploads + 1))).toMatchObject({ outcome: "used_up" });
    turnClock(DAY - 5_001);
    const used_up = { outcome: "used_up", dayOf: "subnet", secondsUntilFree: 6 };
    expect(await day.take(SENDER, "upload", ["one more"])).toEqual(used_up);
    turnClock(DAY + 10_000);
    expect(await day.take(SENDER, "upload", ["later"])).toMatchObject({ outcome: "taken" });
    turnClock(DAY);
    await evictDurableObject(day);
    expect(await day.take(SENDER, "upload", named(uploads - 2, 1_000))).toMatchObject({ outcome: "taken" });
    turnClock(2 * DAY + 9_999);
    // The last two places were taken by the clock that stood still: they stay until it has passed them by a day.
    expect(await day.take(SENDER, "upload", named(2, 5_000))).toMatchObject({
      outcome: "used_up",
      secondsUntilFree: 1,
    });
  });

  it("counts each name once, also if it is repeated on a used-up day", async () => {
    const day = dayNamed(crypto.randomUUID());
    await useUp(day, SENDER, "slice", 1);
    expect(await day.take(SENDER, "slice", ["a", "a"])).toEqual({ outcome: "taken", fresh: ["a"] });
    expect(await day.take(SENDER, "slice", ["a"])).toEqual({ outcome: "taken", fresh: [] });
    expect(await day.take(SENDER, "slice", ["b"])).toMatchObject({ outcome: "used_up" });
  });

  it("takes all that is named or nothing, and one allowance from no other", async () => {
    const day = dayNamed(crypto.randomUUID());
    await useUp(day, SENDER, "slice", 1);
    expect(await day.take(SENDER, "slice", ["a", "b"])).toMatchObject({ outcome: "used_up" });
    expect(await day.take(SENDER, "slice", ["b"])).toMatchObject({ outcome: "taken" });
    expect(await day.take(SENDER, "upload", ["b"])).toMatchObject({ outcome: "taken" });
  });

  it("keeps its count when the object is evicted from memory", async () => {
    const day = dayNamed(crypto.randomUUID());
    await useUp(day, SENDER, "order");
    await evictDurableObject(day);
    expect(await day.take(SENDER, "order", ["one more"])).toMatchObject({ outcome: "used_up" });
  });

  it("frees each place a day after it was taken, not at midnight, and says when the needed ones are free", async () => {
    const day = dayNamed(crypto.randomUUID());
    await useUp(day, SENDER, "order", 2);
    turnClock(HOUR);
    await day.take(SENDER, "order", ["later", "last"]);
    expect(await day.take(SENDER, "order", ["a"])).toEqual({
      outcome: "used_up",
      dayOf: "subnet",
      secondsUntilFree: 23 * 3600,
    });
    // All but two of the day's are an hour older than those.
    const many = named(DAILY_ALLOWANCES.subnet.order - 1);
    expect(await day.take(SENDER, "order", many)).toEqual({
      outcome: "used_up",
      dayOf: "subnet",
      secondsUntilFree: 24 * 3600,
    });
    turnClock(DAY - 1);
    expect(await day.take(SENDER, "order", ["a"])).toEqual({
      outcome: "used_up",
      dayOf: "subnet",
      secondsUntilFree: 1,
    });
    turnClock(DAY);
    expect(await day.take(SENDER, "order", many.slice(1))).toMatchObject({ outcome: "taken" });
    expect(await day.take(SENDER, "order", ["a"])).toEqual({
      outcome: "used_up",
      dayOf: "subnet",
      secondsUntilFree: 3600,
    });
  });

  it("stores nothing before its first use, nor a day after its last, and goes on when it is asked again", async () => {
    const day = dayNamed(crypto.randomUUID());
    const stored = () => runInDurableObject(day, (_, { storage }) => storage.sql.databaseSize);
    const nothing = await stored();
    await day.giveBack("upload", ["a"]);
    expect(await day.take(SENDER, "upload", named(uploads + 1))).toMatchObject({ outcome: "used_up" });
    expect(await stored()).toBe(nothing);
    await day.take(SENDER, "upload", ["a"]);
    expect(await stored()).toBeGreaterThan(nothing);
    const alarmAt = await runInDurableObject(day, (_, { storage }) => storage.getAlarm());
    expect(alarmAt).toBe(clock.start + DAY);
    turnClock(DAY);
    expect(await runDurableObjectAlarm(day)).toBe(true);
    expect(await stored()).toBe(nothing);
    await evictDurableObject(day);
    expect(await stored()).toBe(nothing);
    expect(await runInDurableObject(day, (_, { storage }) => storage.getAlarm())).toBeNull();
    expect(await day.take(SENDER, "upload", ["a"])).toEqual({ outcome: "taken", fresh: ["a"] });
  });

  it("gives a site two subnets' places, a block four subnets', and neighbours the places that one of them is refused", async () => {
    const day = dayNamed(crypto.randomUUID());
    const places = DAILY_ALLOWANCES.subnet.request;
    const from = (subnet: string) => networksOf(`2001:db8:9:${subnet}::1`);
    let name = 0;
    /** Asks for more than a subnet has, one by one; returns the number taken, and the network that refused the others. */
    const flood = async (subnet: string) => {
      let taken = 0;
      const refusedBy = new Set<string>();
      for (let turn = 0; turn < places + 5; turn++) {
        const answer = await day.take(from(subnet), "request", [`request ${name++}`]);
        if (answer.outcome === "taken") taken++;
        else refusedBy.add(answer.dayOf);
      }
      return [taken, ...refusedBy];
    };
    expect(await flood("1001")).toEqual([places, "subnet"]);
    expect(await flood("1002")).toEqual([places, "subnet"]);
    expect(await flood("10ff")).toEqual([0, "site"]);
    expect(await flood("1101")).toEqual([places, "subnet"]);
    expect(await flood("1201")).toEqual([places, "subnet"]);
    expect(await flood("1301")).toEqual([0, "block"]);
    // All places of another allowance are free.
    expect(await day.take(from("10ff"), "order", ["order"])).toMatchObject({ outcome: "taken" });
  });

  it("loses nothing that was taken while its alarm was on its way", async () => {
    const day = dayNamed(crypto.randomUUID());
    await useUp(day, SENDER, "order", 1);
    turnClock(HOUR);
    await day.take(SENDER, "order", ["last"]);
    turnClock(DAY + 1);
    expect(await runDurableObjectAlarm(day)).toBe(true);
    expect(await day.take(SENDER, "order", ["last"])).toEqual({ outcome: "taken", fresh: [] });
    expect(await runInDurableObject(day, (_, { storage }) => storage.getAlarm())).toBe(clock.start + HOUR + DAY);
  });

  it("has no more rows than places", async () => {
    const day = dayNamed(crypto.randomUUID());
    for (let turn = 0; turn < 5; turn++) await day.take(SENDER, "upload", named(uploads, turn * uploads));
    const rows = () =>
      runInDurableObject(day, (_, { storage }) =>
        storage.sql.exec<{ count: number }>("SELECT count(*) AS count FROM places").one(),
      );
    expect(await rows()).toEqual({ count: uploads });
    turnClock(DAY);
    await day.take(SENDER, "upload", ["tomorrow"]);
    expect(await rows()).toEqual({ count: 1 });
  });
});

describe("uploads to an order page", () => {
  it("are refused with 429 and when they go on, once the network's day is used up; nothing is kept of them", async () => {
    const studio = await createStudio();
    const from = address();
    await useUp(dayOf(studio, from), networksOf(from), "upload", 1);
    await new Visitor(studio, {}, from).model();
    turnClock(2.5 * HOUR);
    const answer = await new Visitor(studio, {}, from).upload(modelFile(anotherBox()), "?lang=en");
    expect(refused(answer, 429)).toMatchObject({
      reason: "limit",
      message: "Your network has sent 300 files within a day, which is the limit. The next can be sent in 22 hours.",
    });
    expect(answer.headers.get("Retry-After")).toBe(String(21.5 * 3600));
    const inUkrainian = refused(await new Visitor(studio, {}, from).upload(modelFile(anotherBox()), "?lang=uk"), 429);
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
    await useUp(dayOf(studio, from), networksOf(from), "upload");
    refused(await new Visitor(studio, {}, neighbour).upload(modelFile(anotherBox())), 429);
    await new Visitor(studio, {}, stranger).model();
  });

  it("count for one studio, and not for another", async () => {
    const [studio, other] = await Promise.all([createStudio(), createStudio()]);
    const from = address();
    await useUp(dayOf(studio, from), networksOf(from), "upload");
    await new Visitor(other, {}, from).model();
  });

  it("are refused to everybody once all of the studio's visitors have used up its day, and take nothing then", async () => {
    const studio = await createStudio();
    await useUp(dayNamed(String(studio.id)), "studio", "upload");
    const from = address();
    for (let turn = 0; turn < 3; turn++) {
      const { reason, message } = refused(
        await new Visitor(studio, {}, from).upload(modelFile(anotherBox()), "?lang=en"),
        429,
      );
      expect(reason).toBe("limit");
      expect(message).toContain("This studio's page was sent so many files");
    }
    expect(await dayOf(studio, from).take(networksOf(from), "upload", named(300))).toMatchObject({
      outcome: "taken",
    });
  });

  it("from the service's own machine, and if no address is known, are not counted", async () => {
    const studio = await createStudio();
    await useUp(dayNamed(String(studio.id)), "studio", "upload");
    refused(await new Visitor(studio).upload(modelFile(anotherBox())), 429);
    for (const own of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) await new Visitor(studio, {}, own).model();
    const withoutAddress = new Request(`${SHOP_ORIGIN}/${studio.slug}/models`, {
      method: "POST",
      headers: { Origin: SHOP_ORIGIN },
      body: form({ model: modelFile(anotherBox()) }),
    });
    const answer = await worker.fetch(withoutAddress, env, createExecutionContext());
    expect(answer.status, await answer.text()).toBe(201);
  });

  it("are not taken if the day cannot be asked: nothing goes uncounted", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const studio = await createStudio();
    const take = () => Promise.reject(platformError("retryable"));
    const VISITOR_DAY = new Proxy(env.VISITOR_DAY, {
      get: (real, name) => (name === "get" ? () => ({ take }) : Reflect.get(real, name).bind(real)),
    });
    const answer = await new Visitor(studio, { VISITOR_DAY }).upload(modelFile(anotherBox()));
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
    await useUp(dayOf(studio, from), networksOf(from), "slice", 1);
    for (let turn = 0; turn < 5; turn++) expect((await price(fine)).status).toBe(202);
    const answer = await price(draft);
    expect(refused(answer, 429).message).toContain("1,200 calculations were made for your network within a day");
    expect((await price(fine)).status).toBe(202);
    expect(answer.headers.get("Retry-After")).toBe("86400");
  });

  it("are not begun if the day is used up", async () => {
    const from = address();
    const { studio, fine, modelId } = await pageWithModel(from);
    await useUp(dayOf(studio, from), networksOf(from), "slice");
    const start = vi.fn();
    const visitor = new Visitor(studio, { SLICER: { ...idleSlicer, start } }, from);
    refused(await visitor.answer(`/models/${modelId}/prices?quality=${fine}`), 429);
    expect(start).not.toHaveBeenCalled();
  });

  it("take no place if nothing can be sliced: no such model, quality or material", async () => {
    const from = address();
    const { studio, fine, modelId } = await pageWithModel(from);
    const day = dayOf(studio, from);
    await useUp(day, SENDER, "slice", 2);
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
    expect((await day.take(SENDER, "slice", ["one", "other"])).outcome).toBe("taken");
  });

  it("are not counted for an id of no model, or of another studio's", async () => {
    const from = address();
    const { studio, fine } = await pageWithModel(from);
    await useUp(dayOf(studio, from), networksOf(from), "slice");
    const visitor = new Visitor(studio, {}, from);
    for (const modelId of [`mdl_${studio.id + 1}_${"a".repeat(64)}`, "x".repeat(2000), "mdl_"]) {
      refused(await visitor.answer(`/models/${modelId}/prices?quality=${fine}`), 404);
    }
  });
});

describe("price requests", () => {
  const counter = { limit: async () => ({ success: true }) };
  const uncounted = { VISITOR_CALLS: counter, STOREFRONT_CALLS: counter };

  async function requesting() {
    const visited = await visitedStudio();
    const items = [
      { ...visited.choice, fileName: "vase.stl", quantity: 1, finishingIds: [], reason: "fits_no_printer" as const },
    ];
    const request = (from: string) =>
      new Visitor(visited.studio, uncounted, from).post("/requests?lang=en", {
        ...{ ...ORDERING, requestKey: crypto.randomUUID(), items },
      });
    return { ...visited, request };
  }

  it("of one IPv6 /56 fill neither the studio's day nor another network's: 640 leave two subnets' in the inbox", async () => {
    const { studio, visitor, choice, request } = await requesting();
    const statuses = await Promise.all(
      Array.from({ length: 640 }, (_, index) => request(`2001:db8:5:2${(index % 16).toString(16)}::${index + 1}`)),
    );
    // From 16 of its 256 subnets.
    const taken = statuses.filter(({ status }) => status === 201).length;
    expect(taken).toBe(DAILY_ALLOWANCES.site.request);
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(640 - taken);
    expect(await studio.db.select(priceRequests)).toHaveLength(taken);
    expect((await request("198.51.100.9")).status).toBe(201);
    expect((await order(visitor, await quoted(visitor, [choice]))).status).toBe(201);
  });

  it("of all networks together refuse no order, though the studio takes no more of them", async () => {
    const { studio, visitor, choice, request } = await requesting();
    await useUp(dayNamed(String(studio.id)), "studio", "request");
    const { message } = refused(await request("198.51.100.9"), 429);
    expect(message).toContain("so many price requests within a day");
    expect(message).toContain("parts with a price can be ordered all the same");
    expect((await order(visitor, await quoted(visitor, [choice]))).status).toBe(201);
    expect(await studio.db.select(priceRequests)).toEqual([]);
  });
});

describe("calls of an order page", () => {
  /** A counter that allows `limit` calls of each key. */
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

  it("of a whole IPv6 /56 are counted together: one client has as many /64 as it likes", async () => {
    const studio = await createStudio();
    const VISITOR_CALLS = counterOf(3);
    const ask = (subnet: string) =>
      new Visitor(studio, { VISITOR_CALLS }, `2001:db8:8:${subnet}::1`).answer("/nothing");
    const statuses: number[] = [];
    for (const subnet of ["1", "2", "3", "4", "ff"]) statuses.push((await ask(subnet)).status);
    expect(statuses).toEqual([404, 404, 404, 429, 429]);
    expect((await ask("100")).status).toBe(404);
  });

  it("of all visitors are counted by studio, and one network's refused calls are not among them", async () => {
    const [studio, other] = await Promise.all([createStudio(), createStudio()]);
    const [VISITOR_CALLS, STOREFRONT_CALLS] = [counterOf(2), counterOf(4)];
    const flood = new Visitor(studio, { VISITOR_CALLS, STOREFRONT_CALLS });
    for (let turn = 0; turn < 20; turn++) await flood.fetch("/nothing-here");
    const visit = (to: TestStudio) =>
      new Visitor(to, { VISITOR_CALLS, STOREFRONT_CALLS }).answer("/nothing-here?lang=en");
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

  it("are not refused if the counters fail, nor counted from the service's own machine", async () => {
    const studio = await createStudio();
    const broken = { limit: () => Promise.reject(new Error("the counter is down")) };
    const bindings = { VISITOR_CALLS: broken, STOREFRONT_CALLS: broken };
    expect((await new Visitor(studio, bindings).fetch("/nothing-here")).status).toBe(404);
    const none = counterOf(0);
    const own = new Visitor(studio, { VISITOR_CALLS: none, STOREFRONT_CALLS: none }, "127.0.0.1");
    expect((await own.fetch("/nothing-here")).status).toBe(404);
    expect(none.limit).not.toHaveBeenCalled();
  });
});
