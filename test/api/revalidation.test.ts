// Revalidation: answers with a tag, conditions of a 304, and its headers and cost.

import { exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createDeliveryMethod } from "../../src/catalog/delivery-method/delivery-method.store.ts";
import { changeMaterial } from "../../src/catalog/material/material.store.ts";
import { products } from "../../src/db/schema.ts";
import { addFinishing, addMaterial, addProduct, addQuality } from "./support/catalog.ts";
import { createStudio, fetchApi, type TestStudio } from "./support/studio.ts";

const LISTS = ["/technologies", "/materials", "/printing-qualities", "/finishings", "/products", "/delivery/settings"];

async function filledStudio(): Promise<{ studio: TestStudio; paths: readonly string[]; materialId: number }> {
  const studio = await createStudio();
  const materialId = await addMaterial(studio);
  const paths = [
    ...LISTS,
    `/materials/${materialId}`,
    `/printing-qualities/${await addQuality(studio)}`,
    `/finishings/${await addFinishing(studio)}`,
    `/products/${await addProduct(studio)}`,
  ];
  await createDeliveryMethod(studio.db, { name: "Courier" });
  return { studio, paths, materialId };
}

async function tagOf(studio: TestStudio, path: string): Promise<string> {
  const answer = await studio.answer(path);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.headers.get("ETag") ?? "none";
}

const asked = (tag: string, init: RequestInit = {}): RequestInit => ({ ...init, headers: { "If-None-Match": tag } });

describe("the catalog's lists and records", () => {
  it("carry a weak tag, and may be kept by the client alone, who asks each time", async () => {
    const { studio, paths } = await filledStudio();
    for (const path of paths) {
      const { status, headers } = await studio.answer(path);
      expect(status, path).toBe(200);
      expect(headers.get("ETag"), path).toMatch(/^W\/"[0-9a-f]{32}"$/);
      expect(headers.get("Cache-Control"), path).toBe("private, no-cache");
    }
  });

  it("are answered 304 without a body if the tag still fits", async () => {
    const { studio, paths } = await filledStudio();
    for (const path of paths) {
      const tag = await tagOf(studio, path);
      const origin = { Origin: "https://shop.example" };
      const answer = await studio.fetch(path, { headers: { ...origin, "If-None-Match": tag } });
      expect([answer.status, await answer.text()], path).toEqual([304, ""]);
      expect(answer.headers.get("ETag")).toBe(tag);
      expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
      expect(answer.headers.get("RateLimit-Policy")).toBe('"hourly";q=300;w=3600');
      expect(answer.headers.get("RateLimit")).toContain("r=");
      expect(answer.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(answer.headers.get("Access-Control-Expose-Headers")).toContain("ETag");
      expect(answer.headers.get("Content-Type")).toBeNull();
    }
  });

  it("are compared weakly, with each tag that is named, and with *", async () => {
    const studio = await createStudio();
    const tag = await tagOf(studio, "/materials");
    const strong = tag.replace("W/", "");
    for (const [named, status] of [
      [strong, 304],
      [`"another", ${tag}`, 304],
      ["*", 304],
      ['"another"', 200],
      [strong.replaceAll('"', ""), 200],
      ["", 200],
    ] as const) {
      expect((await studio.fetch("/materials", asked(named))).status, named).toBe(status);
    }
  });

  it("are the same to HEAD, which never has a body", async () => {
    const studio = await createStudio();
    const tag = await tagOf(studio, "/materials");
    const head = await studio.fetch("/materials", { method: "HEAD" });
    expect([head.status, head.headers.get("ETag"), await head.text()]).toEqual([200, tag, ""]);
    const known = await studio.fetch("/materials", asked(tag, { method: "HEAD" }));
    expect([known.status, known.headers.get("ETag"), await known.text()]).toEqual([304, tag, ""]);
  });

  it("have the same tag for every key and language, and another after any change", async () => {
    const { studio, materialId } = await filledStudio();
    const tag = await tagOf(studio, "/materials");
    const inUkrainian = await studio.fetch("/materials", {
      headers: { "Accept-Language": "uk", "If-None-Match": tag },
    });
    expect(inUkrainian.status).toBe(304);
    await changeMaterial(studio.db, materialId, { costPerKgMinor: 60_001 });
    const changed = await studio.fetch("/materials", asked(tag));
    expect(changed.status).toBe(200);
    expect(changed.headers.get("ETag")).not.toBe(tag);
    const one = await tagOf(studio, `/materials/${materialId}`);
    await changeMaterial(studio.db, materialId, { stockHundredthsOfGram: 1 });
    expect((await studio.fetch(`/materials/${materialId}`, asked(one))).status).toBe(200);
  });

  it("have another tag if the service is reached otherwise, since photos' addresses begin with that", async () => {
    const studio = await createStudio();
    const id = await addProduct(studio);
    await studio.db.update(products, { photos: ["/photos/1/a.jpg"] }, eq(products.id, id));
    const tags = await Promise.all(
      ["https://one.example", "https://two.example"].map(async (origin) => {
        const headers = { Authorization: `Bearer ${studio.key.secret}` };
        const answer = await exports.default.fetch(`${origin}/api/v1/products`, { headers });
        expect(await answer.text()).toContain(origin);
        return answer.headers.get("ETag");
      }),
    );
    expect(tags[0]).not.toBe(tags[1]);
  });

  it("cost a request of the hour at 304 as at 200", async () => {
    const studio = await createStudio();
    const tag = await tagOf(studio, "/materials");
    const known = await studio.fetch("/materials", asked(tag));
    expect([known.status, known.headers.get("RateLimit")?.split(";")[1]]).toEqual([304, "r=298"]);
    const next = await studio.fetch("/materials");
    expect(next.headers.get("RateLimit")).toContain("r=297");
  });

  it("tell a refused caller nothing, for any tag", async () => {
    const { studio, paths } = await filledStudio();
    await studio.revoke(studio.key);
    for (const path of paths) {
      for (const answer of [await fetchApi(path, undefined, asked("*")), await studio.fetch(path, asked("*"))]) {
        expect(answer.status, path).toBe(401);
        expect(answer.headers.get("ETag"), path).toBeNull();
        expect(answer.headers.get("Cache-Control"), path).toBe("no-store");
        await answer.body?.cancel();
      }
    }
  });

  it("may be asked for with If-None-Match by a page of any origin", async () => {
    const preflight = await fetchApi("/materials", undefined, {
      method: "OPTIONS",
      headers: {
        Origin: "https://shop.example",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization, if-none-match",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toContain("If-None-Match");
  });
});

describe("answers about money, orders, printers and jobs", () => {
  it("carries no tag", async () => {
    const studio = await createStudio();
    for (const path of ["/me", "/printers"]) {
      const answer = await studio.fetch(path, asked("*"));
      expect([answer.status, answer.headers.get("ETag"), answer.headers.get("Cache-Control")], path).toEqual([
        200,
        null,
        "no-store",
      ]);
      await answer.body?.cancel();
    }
  });
});
