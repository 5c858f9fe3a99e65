// Abuse of an order page, tried: floods, altered quotes, others' models, replays, markup, bodies of no page.

import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { anotherBox, binaryStl, cube } from "../../../harness/models.ts";
import type { SliceRequest, SliceState } from "../../../slicer-service/src/contract/slices.ts";
import { models, orderItems, orders } from "../../../src/db/schema.ts";
import { DAILY_ALLOWANCES, networksOf } from "../../../src/domain/visitor.ts";
import { fromBase64Url, toBase64Url } from "../../../src/platform/base64url.ts";
import { sign } from "../../../src/platform/signature.ts";
import { addQuality } from "../support/catalog.ts";
import { orderCount } from "../support/orders.ts";
import { addMember, createPerson, signedIn } from "../support/panel.ts";
import { form, modelFile, objectsOf } from "../support/requests.ts";
import { scriptedSlicer } from "../support/scripted-slicer.ts";
import {
  dayOf,
  ORDERING,
  order,
  ordered,
  quoted,
  refused,
  SHOP_ORIGIN,
  Visitor,
  visitedStudio,
} from "../support/storefront.ts";
import { createStudio } from "../support/studio.ts";

afterEach(() => void vi.restoreAllMocks());

const { upload: UPLOADS, slice: SLICES } = DAILY_ALLOWANCES.subnet;
const BOX = binaryStl(cube(10));

/** The statuses of `count` requests, sent a few at a time without pauses, as by a program. */
async function flood(count: number, send: (index: number) => Promise<{ readonly status: number }>) {
  const statuses = new Map<number, number>();
  let next = 0;
  const sender = async () => {
    while (next < count) {
      const { status } = await send(next++);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 16 }, sender));
  return statuses;
}

describe("a flood", () => {
  it("of 1,000 uploads from the addresses of one IPv6 /64, half of them from one, takes no more than the day's places", async () => {
    const studio = await createStudio();
    const left = 20;
    const address = "2001:db8:77:1::7";
    await dayOf(studio, address).take(
      networksOf(address),
      "upload",
      Array.from({ length: UPLOADS - left }, (_, index) => `before ${index}`),
    );
    // The minute's limit would refuse some of them before.
    const counter = { limit: async () => ({ success: true }) };
    const uncounted = { VISITOR_CALLS: counter, STOREFRONT_CALLS: counter };
    const statuses = await flood(1000, (index) => {
      const own = index % 2 === 0 ? "::7" : `:${index.toString(16)}::1`;
      return new Visitor(studio, uncounted, `2001:db8:77:1${own}`).upload(modelFile(BOX));
    });
    expect(Object.fromEntries(statuses)).toEqual({ 201: left, 429: 1000 - left });
    expect(await studio.db.select(models)).toHaveLength(1);
  });

  it("of slices, models times qualities, begins no more than a day's allowance", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const qualities = await Promise.all(
      [100, 150, 300].map((layerHeightMicrometres) => addQuality(studio, { layerHeightMicrometres })),
    );
    const modelIds = [choice.modelId];
    for (let index = 0; index < 3; index++) modelIds.push((await visitor.model()).modelId);
    const left = 5;
    await dayOf(studio, visitor.address).take(
      networksOf(visitor.address),
      "slice",
      Array.from({ length: SLICES - left }, (_, index) => `before ${index}`),
    );
    const begun = new Set<string>();
    const SLICER = scriptedSlicer({
      start: async (requests: readonly SliceRequest[]) => {
        for (const { sliceKey } of requests) begun.add(sliceKey);
        return requests.map((): SliceState => ({ status: "queued", progress: 0, ahead: null }));
      },
    });
    const flooding = new Visitor(studio, { SLICER }, visitor.address);
    const asked = modelIds.flatMap((modelId) => qualities.map((quality) => ({ modelId, quality })));
    const statuses = await flood(3 * asked.length, (index) => {
      const { modelId, quality } = asked[index % asked.length] ?? { modelId: "", quality: 0 };
      return flooding.answer(`/models/${modelId}/prices?quality=${quality}`);
    });
    expect(begun.size).toBe(left);
    expect(statuses.get(429)).toBe(3 * (asked.length - left));
    // Nor by way of a basket.
    const items = asked.map(({ modelId, quality }) => ({
      ...{ modelId, printingQualityId: quality, materialId: choice.materialId, finishingIds: [], quantity: 1 },
    }));
    refused(await flooding.post("/quotes", { items }), 429);
    expect(begun.size).toBe(left);
  });
});

/** The same value with one leaf after the other altered. */
function* altered(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    yield [...value, ...value, 1];
    for (const [index, entry] of value.entries()) for (const other of altered(entry)) yield value.with(index, other);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, entry] of Object.entries(value)) {
      const { [name]: _, ...rest } = value as Record<string, unknown>;
      yield rest;
      for (const other of altered(entry)) yield { ...value, [name]: other };
    }
  } else if (typeof value === "number") {
    yield* [value + 1, value - 1, 0, -1, 1e15, String(value)];
  } else {
    yield* [`${value}x`, "", null];
  }
}

describe("a quote altered in the browser", () => {
  it("orders nothing, whichever of its fields was altered", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const { token } = await quoted(visitor, [{ ...choice, quantity: 2 }]);
    const [payload = "", signature = ""] = token.split(".");
    const content: unknown = JSON.parse(new TextDecoder().decode(fromBase64Url(payload)));
    const encoded = (value: unknown) => toBase64Url(new TextEncoder().encode(JSON.stringify(value)));
    expect(encoded(content)).toBe(payload);
    // A sum of 0 altered to 0 is the same quote.
    const payloads = [...altered(content)].map(encoded).filter((other) => other !== payload);
    expect(payloads.length).toBeGreaterThan(30);
    const bySecretOfOthers = await sign("a secret that somebody else has chosen", "order-page-quote", payload);
    const ofAnotherPurpose = await sign(env.LINK_SECRET, "visitor-pass", payload);
    const tokens = [
      ...payloads.map((other) => `${other}.${signature}`),
      ...[bySecretOfOthers, ofAnotherPurpose, "", signature.toLowerCase(), `${signature}A`].map(
        (s) => `${payload}.${s}`,
      ),
      ...["", ".", payload, `${payload}=.${signature}`, ` ${token}`, `${token}.${signature}`, "__proto__.__proto__"],
    ];
    for (const altered of tokens) {
      const { reason, faults } = refused(await order(visitor, { token: altered }), 400);
      expect({ reason, fields: Object.keys(faults) }, altered).toEqual({ reason: "invalid", fields: ["quote"] });
    }
    for (const quote of [null, 7, [token], { token }]) {
      refused(await visitor.post("/orders", { ...ORDERING, quote }), 400);
    }
    expect(await orderCount(studio)).toBe(0);
    await ordered(visitor, { token });
  });
});

describe("another studio's model", () => {
  it("is found by no operation that names a model, and its quote orders nothing", async () => {
    const [theirs, mine] = await Promise.all([visitedStudio(), visitedStudio()]);
    const { visitor, choice, studio } = mine;
    const foreign = theirs.choice.modelId;
    const [, , content] = foreign.split("_");
    for (const modelId of [
      foreign,
      `mdl_${studio.id}_${content}`,
      `mdl_0${studio.id}_${content}`,
      "mdl_",
      "../models",
    ]) {
      const quality = choice.printingQualityId;
      const path = `/models/${encodeURIComponent(modelId)}/prices?quality=${quality}`;
      refused(await visitor.answer(path), 404);
      const items = [{ ...choice, modelId, finishingIds: [], quantity: 1 }];
      refused(await visitor.post("/quotes", { items }), 404);
    }
    const quote = await quoted(theirs.visitor, [theirs.choice]);
    refused(await order(visitor, quote), 400);
    expect(await orderCount(studio)).toBe(0);
  });
});

describe("a replayed order", () => {
  it("is placed once for the first sender, and shows its address to no other", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const quote = await quoted(visitor, [choice]);
    const others = { firstName: "Іван", phoneNumber: "+380671112233", email: "ivan@example.com" };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => order(visitor, quote, index % 2 === 0 ? {} : others)),
    );
    expect(await orderCount(studio)).toBe(1);
    expect(await studio.db.select(orderItems)).toHaveLength(1);
    const [row] = await studio.db.select(orders);
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(6).fill(201), ...Array(6).fill(409)]);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      refused(answer, 409);
      expect(answer.text).not.toContain(row?.customerToken);
      expect(answer.text).not.toContain(row?.contact.email);
    }
    // From another network, days later in the same hour: the same.
    const replaying = new Visitor(studio);
    refused(await order(replaying, quote, row?.contact.firstName === "Іван" ? {} : others), 409);
    expect(await orderCount(studio)).toBe(1);
  });
});

const MARKUP = `"><img src=x onerror=alert(1)>'\${7*7}{{7*7}}`;

describe("markup in every field", () => {
  it("is kept as text, and shown as text in the panel, or refused", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const { modelId, fileName } = await visitor.model(anotherBox(), `${MARKUP}.stl`);
    expect(fileName).toBe(`${MARKUP}.stl`);
    const quote = await quoted(visitor, [{ ...choice, modelId }]);
    const typed = {
      comment: MARKUP,
      deliveryCityName: MARKUP,
      deliveryWarehouseName: MARKUP,
      deliveryStreetName: MARKUP,
      deliveryBuildingNumber: MARKUP,
      deliveryApartmentNumber: MARKUP,
    };
    for (const field of ["firstName", "lastName", "phoneNumber", "email", "source"]) {
      const { faults } = refused(await order(visitor, quote, { ...typed, [field]: MARKUP }), 400);
      expect(Object.keys(faults)).toEqual([field]);
    }
    const { orderId } = await ordered(visitor, quote, typed);
    const owner = await createPerson();
    await addMember(studio, owner, "owner");
    const { html } = await (await signedIn(owner)).get(`/panel/studios/${studio.slug}/orders/${orderId}`);
    // The city, the branch, the street and its numbers, the comment, the file's name.
    expect(html.split("&lt;img src=x onerror=alert(1)&gt;").length).toBeGreaterThan(6);
    expect(html).not.toContain("<img src=x");
    expect(html).not.toContain("$49");
    expect(html).not.toContain(`>${MARKUP.slice(2)}`);
  });
});

describe("bodies that no page sends", () => {
  const PATHS = ["/quotes", "/quotes/keep", "/orders"];

  it("are refused beyond 64 KB, with any stated length", async () => {
    const visitor = new Visitor(await createStudio());
    const huge = JSON.stringify({ items: "x".repeat(70_000) });
    const unstated = () =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(huge));
          controller.close();
        },
      });
    for (const path of PATHS) {
      expect(refused(await visitor.answer(path, { method: "POST", body: huge }), 413).reason, path).toBe("too_large");
      expect(refused(await visitor.answer(path, { method: "POST", body: unstated() }), 413).reason, path).toBe(
        "too_large",
      );
    }
  });

  it("are refused with 400 if they are no JSON, no object, or have an unknown field", async () => {
    const visitor = new Visitor(await createStudio());
    const bodies = [
      ...["", "null", "7", '"x"', "[]", "{", "{}", "\u0000", "NaN", '{"items":{}}', '{"items":[[]]}', '{"quote":{}}'],
      '{"__proto__":{"items":[]},"constructor":{"prototype":{"isAdmin":true}}}',
      `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
      `${'{"items":'.repeat(5_000)}1${"}".repeat(5_000)}`,
    ];
    for (const path of PATHS) {
      for (const body of bodies) {
        for (const type of ["application/json", "text/plain"]) {
          const answer = await visitor.answer(path, { method: "POST", body, headers: { "Content-Type": type } });
          expect(refused(answer, 400).reason, `${path} ${type} ${body.slice(0, 40)}`).toBe("invalid");
        }
      }
      const headers = { "Content-Type": "application/json", "Accept-Language": "en" };
      const unreadable = refused(await visitor.answer(path, { method: "POST", body: "{", headers }), 400);
      expect(unreadable).toMatchObject({
        message: "The data that the page sent cannot be read. Load the page again.",
        faults: {},
      });
    }
    expect(Reflect.get({}, "isAdmin")).toBeUndefined();
  });

  it("name each field at fault of a basket with too many items, wrong quantities and wrong ids", async () => {
    const { visitor, choice } = await visitedStudio();
    const item = { ...choice, finishingIds: [], quantity: 1 };
    const faultsOf = async (items: unknown) =>
      Object.keys(refused(await visitor.post("/quotes", { items }), 400).faults);
    expect(await faultsOf([])).toEqual(["items"]);
    expect(await faultsOf(Array(21).fill(item))).toEqual(["items"]);
    for (const quantity of [0, -1, 1.5, 1000, 1e21, "1", null, [1]]) {
      expect(await faultsOf([{ ...item, quantity }]), JSON.stringify(quantity)).toEqual(["items.0.quantity"]);
    }
    for (const materialId of [1.5, "1; DROP TABLE orders", { valueOf: 1 }]) {
      expect(await faultsOf([{ ...item, materialId }]), JSON.stringify(materialId)).toEqual(["items.0.materialId"]);
    }
    expect(await faultsOf([{ ...item, finishingIds: Array.from({ length: 500 }, (_, index) => index + 1) }])).toEqual([
      "items.0.finishingIds",
    ]);
    expect(await faultsOf([{ ...item, modelId: "x".repeat(101) }])).toEqual(["items.0.modelId"]);
    for (const query of ["quality=1&quantities=0", "quality=1&finishings=1,1", "quality[]=1", ""]) {
      refused(await visitor.answer(`/models/${choice.modelId}/prices?${query}`), 400);
    }
  });

  it("are read by no path of an upload: two files, another field, a form that never ends", async () => {
    const { studio, visitor } = await visitedStudio();
    const before = await objectsOf(studio);
    const post = (body: NonNullable<RequestInit["body"]>, headers: Record<string, string> = {}) =>
      visitor.answer("/models", { method: "POST", body, headers });
    refused(await post(form({ file: modelFile(BOX) })), 400);
    refused(
      await post("--x\r\nContent-Disposition: form-data", { "Content-Type": "multipart/form-data; boundary=x" }),
      400,
    );
    refused(await post("{}", { "Content-Type": "application/json" }), 400);
    refused(await post(form({ model: modelFile("<script>alert(1)</script>", "model.stl") })), 400);
    refused(await post(form({ model: modelFile("<html></html>", "model.html") })), 400);
    expect(await objectsOf(studio)).toEqual(before);
  });
});

describe("a form that is none", () => {
  it.each(["multipart/form-data", "multipart/form-data; boundary=other"])(
    "is refused, and changes nothing: %s",
    async (contentType) => {
      const { studio, visitor, choice } = await visitedStudio();
      const { address } = await ordered(visitor, await quoted(visitor, [choice]));
      const headers = { Origin: SHOP_ORIGIN, "Content-Type": contentType };
      const path = `${address.slice(`/${studio.slug}`.length)}/cancel`;
      const response = await visitor.fetch(path, { method: "POST", body: "--boundary\r\n", headers });
      expect(response.status).toBe(400);
      expect((await studio.db.select(orders)).map(({ status }) => status)).toEqual(["pending"]);
    },
  );
});

describe("another site's page", () => {
  it("sends nothing to the order page in a visitor's name", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const quote = await quoted(visitor, [choice]);
    const address = (await ordered(visitor, quote)).address.slice(`/${studio.slug}`.length);
    const paths = ["/passes", "/models", "/quotes", "/quotes/keep", "/orders", "/requests", `${address}/cancel`];
    const origins = [
      "https://elsewhere.example",
      "null",
      SHOP_ORIGIN.replace("https", "http"),
      `${SHOP_ORIGIN}.example`,
      "",
    ];
    for (const path of paths) {
      for (const origin of origins) {
        const body = JSON.stringify({ ...ORDERING, quote: quote.token });
        const response = await visitor.fetch(path, { method: "POST", body, headers: { Origin: origin } });
        expect(response.status, `${path} from ${origin}`).toBe(403);
        expect(response.headers.get("Access-Control-Allow-Origin")).toBeNull();
      }
    }
    expect((await studio.db.select(orders)).map(({ status }) => status)).toEqual(["pending"]);
  });
});
