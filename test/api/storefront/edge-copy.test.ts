// The order page's copy at the edge: its freshness, and the answers that are never kept.

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { materials, orders, studios } from "../../../src/db/schema.ts";
import type { Env } from "../../../src/env.ts";
import { keptAtEdge } from "../../../src/http/middleware/edge-cache.ts";
import type { ModelPricesAnswer } from "../../../src/storefront/wire.ts";
import { addMaterial } from "../support/catalog.ts";
import { printingStudio } from "../support/requests.ts";
import { order, quoted, refused, SHOP_ORIGIN, setPage, Visitor } from "../support/storefront.ts";
import { configurationIn, policyOf, shownPage, visitPage } from "../support/storefront-page.ts";
import { database } from "../support/studio.ts";

describe("the copy of the page at the edge", () => {
  /** The database as it would answer, were it asked. */
  function refusing(): Partial<Env> {
    const refuse = () => {
      throw new Error("the database was asked");
    };
    return { DB: new Proxy(env.DB, { get: () => refuse }) };
  }

  it("answers for 15 seconds without the database, and lets no browser keep the page unasked", async () => {
    const { studio } = await printingStudio();
    const first = await shownPage(`/${studio.slug}`);
    const second = await shownPage(`/${studio.slug}`, { bindings: refusing() });
    expect(second.html).toBe(first.html);
    for (const { headers } of [first, second]) expect(headers.get("Cache-Control")).toBe("no-cache");
    expect(policyOf(second.headers)).toEqual(policyOf(first.headers));
    const names = [first, second].map(({ headers }) => headers.get("X-Request-Id"));
    expect(new Set(names.filter((name) => name !== null)).size).toBe(2);
    const view = { language: "en", theme: "system", isInWidget: "false", query: "" };
    const kept = await caches.default.match(
      `${SHOP_ORIGIN}/order-page/kept/${studio.slug}?${new URLSearchParams(view)}`,
    );
    expect(kept?.headers.get("Cache-Control")).toBe("public, max-age=15");
    await kept?.body?.cancel();
  });

  it("is one for each language, theme and studio", async () => {
    const { studio } = await printingStudio({ title: "One", locale: "en" });
    const { studio: other } = await printingStudio({ title: "Another", locale: "en" });
    const seen = new Set<string>();
    const paths = [`/${studio.slug}`, `/${other.slug}`, `/${studio.slug}?theme=dark`, `/${studio.slug}?widget=1`];
    for (const path of paths) {
      for (const accepted of ["en", "uk"]) {
        const headers = { "Accept-Language": accepted };
        const { html } = await shownPage(path, { headers });
        expect((await shownPage(path, { headers, bindings: refusing() })).html).toBe(html);
        seen.add(html);
      }
    }
    expect(seen.size).toBe(paths.length * 2);
    // A browser without a supported language gets the studio's, not that of the previous visitor.
    const { html } = await shownPage(`/${studio.slug}`, { headers: { "Accept-Language": "pl" } });
    expect(html).toMatch(/<html lang="en"/);
  });

  it("shows a change after it is gone, while prices know the change at once", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const visitor = new Visitor(studio);
    const { modelId } = await visitor.model();
    const prices = () =>
      visitor.answer<ModelPricesAnswer>(`/models/${modelId}/prices?quality=${printingQualityId}&quantities=1`);
    await expect.poll(async () => (await prices()).body.status, { timeout: 30_000 }).toBe("done");
    const quote = await quoted(visitor, [{ modelId, materialId, printingQualityId }]);
    const before = await shownPage(`/${studio.slug}`);
    expect(configurationIn(before.html).catalog.materials.map(({ id }) => id)).toEqual([materialId]);

    const added = await addMaterial(studio, { name: "New" });
    await studio.db.update(materials, { isOnStorefront: false }, eq(materials.id, materialId));
    await setPage(studio, { allowedSites: ["https://kobza.example"] });
    const stale = await shownPage(`/${studio.slug}`);
    expect(stale.html).toBe(before.html);
    const { body } = await prices();
    expect(body).toMatchObject({ status: "done", materials: [{ materialId: added }] });
    // The copy still offers a removed entry: neither a quote nor an order accepts it.
    const items = [{ modelId, materialId, printingQualityId, finishingIds: [], quantity: 1 }];
    expect(refused(await visitor.post("/quotes", { items }), 404).faults).toHaveProperty("items.0.materialId");
    const ordering = await order(visitor, quote);
    expect(refused(ordering, 404).faults).toHaveProperty("items.0.materialId");
    expect(await studio.db.select(orders)).toEqual([]);

    await caches.default.delete(
      `${SHOP_ORIGIN}/order-page/kept/${studio.slug}?language=en&theme=system&isInWidget=false&query=`,
    );
    const fresh = await shownPage(`/${studio.slug}`);
    expect(configurationIn(fresh.html).catalog.materials.map(({ id }) => id)).toEqual([added]);
    expect(policyOf(fresh.headers)["frame-ancestors"]).toBe("https://kobza.example");
  });

  it("is gone when its time is up", async () => {
    let made = 0;
    const ask = async () => {
      const context = createExecutionContext();
      const kept = {
        address: `${SHOP_ORIGIN}/order-page/kept/a-test-of-time`,
        seconds: 1,
        runToEnd: (work: Promise<unknown>) => context.waitUntil(work),
      };
      const answer = await keptAtEdge(kept, async () => new Response(`made ${++made}`));
      const text = await answer.text();
      await waitOnExecutionContext(context);
      return text;
    };
    expect([await ask(), await ask()]).toEqual(["made 1", "made 1"]);
    await expect.poll(ask, { timeout: 20_000, interval: 250 }).toBe("made 2");
  });

  it("is made anew from the copy of the database that is near, and from the primary if that knows no such studio yet", async () => {
    const { studio } = await printingStudio();
    const asked: string[] = [];
    /** The copy's rows of any table. */
    const near = (isBehind: boolean) => (sql: string) => {
      asked.push("near");
      return env.DB.prepare(isBehind ? `SELECT * FROM (${sql}) WHERE 0` : sql);
    };
    const copy = (isBehind: boolean) => ({ prepare: near(isBehind), batch: env.DB.batch.bind(env.DB) });
    const bindings = (isBehind: boolean): Partial<Env> => ({
      DB: new Proxy(env.DB, {
        get(real, name) {
          if (name === "withSession") return () => copy(isBehind);
          if (name === "prepare") asked.push("primary");
          const value = Reflect.get(real, name);
          return typeof value === "function" ? value.bind(real) : value;
        },
      }),
    });
    await shownPage(`/${studio.slug}`, { bindings: bindings(false) });
    expect(new Set(asked)).toEqual(new Set(["near"]));
    const { html } = await shownPage(`/${studio.slug}?theme=dark`, { bindings: bindings(true) });
    expect(configurationIn(html).catalog.materials).toHaveLength(1);
    expect(new Set(asked)).toEqual(new Set(["near", "primary"]));
  });

  it("is not of a closed page, nor of an address of no studio: both open at once", async () => {
    const { studio } = await printingStudio();
    await setPage(studio, { isOpen: false });
    expect((await visitPage(`/${studio.slug}`)).status).toBe(404);
    await setPage(studio, { isOpen: true });
    await shownPage(`/${studio.slug}`);
    const slug = `later-${crypto.randomUUID()}`;
    expect((await visitPage(`/${slug}`)).status).toBe(404);
    await database.update(studios).set({ slug }).where(eq(studios.id, studio.id));
    await shownPage(`/${slug}`);
  });

  it("is not needed if there is none, as in a trial of the service", async () => {
    const { studio } = await printingStudio();
    const answers = await withoutCache(async () => [
      await visitPage(`/${studio.slug}`),
      await visitPage(`/${studio.slug}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it("answers HEAD as it answers GET, without a body", async () => {
    const { studio } = await printingStudio();
    const head = await visitPage(`/${studio.slug}`, { method: "HEAD" });
    expect([head.status, head.html]).toEqual([200, ""]);
    expect((await shownPage(`/${studio.slug}`)).html).toContain('id="configuration"');
  });
});

/** As a runtime without the Cache API. */
async function withoutCache<Result>(run: () => Promise<Result>): Promise<Result> {
  const real = caches;
  try {
    Object.defineProperty(globalThis, "caches", { value: undefined, configurable: true, writable: true });
    return await run();
  } finally {
    Object.defineProperty(globalThis, "caches", { value: real, configurable: true, writable: true });
  }
}
