// OWASP's headers and cookies, and Google's csp_evaluator, over the answers of every door of a deployed service.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { idOf, productRow } from "../../harness/catalog-rows.ts";
import { type DoorAnswer, headerFaults } from "../../harness/proof/suites/safe-headers.ts";
import { products } from "../../src/db/schema.ts";
import worker from "../../src/index.ts";
import { orderOfBox, placed } from "./support/orders.ts";
import { panelOf, posted, signedIn } from "./support/panel.ts";
import { photoFile } from "./support/photos.ts";
import { printingStudio } from "./support/requests.ts";
import { setPage, visitedStudio } from "./support/storefront.ts";
import { createStudio } from "./support/studio.ts";

const ORIGIN = "https://panel.example";
const DEPLOYED = { ...env, HTTPS_ONLY: true };

let shop: Awaited<ReturnType<typeof visitedStudio>>;

beforeAll(async () => {
  shop = await visitedStudio();
});

async function answerOf(path: string, init: RequestInit = {}, about: Partial<DoorAnswer> = {}): Promise<DoorAnswer> {
  const request = new Request(new URL(path, ORIGIN), { redirect: "manual", ...init });
  const answer = await worker.fetch(request, DEPLOYED, createExecutionContext());
  await answer.body?.cancel();
  return { door: `${init.method ?? "GET"} ${path} (${answer.status})`, headers: answer.headers, ...about };
}

async function expectNoFault(answers: readonly Promise<DoorAnswer>[]): Promise<void> {
  const all = await Promise.all(answers);
  expect(all.flatMap(headerFaults)).toEqual([]);
}

const EVERY_SITE = { isForEverySite: true };

describe("safe headers and cookies", () => {
  it("are checked by rules that find a page without any, a loose cookie and a loose policy", () => {
    const headers = new Headers({
      "Content-Type": "text/html",
      "Content-Security-Policy": "script-src 'unsafe-inline' *",
      "Set-Cookie": "session=1; Domain=example.com",
    });
    expect(headerFaults({ door: "a page", headers }).length).toBeGreaterThan(10);
  });

  it("are those of every answer of the API: records, refusals, unknown paths, questions before a request", async () => {
    const { studio } = shop;
    const authorized = { headers: { Authorization: `Bearer ${studio.key.secret}` } };
    await expectNoFault([
      answerOf("/api/v1/materials", authorized, EVERY_SITE),
      answerOf("/api/v1/me", authorized, EVERY_SITE),
      answerOf("/api/v1/materials/999999", authorized, EVERY_SITE),
      answerOf("/api/v1/materials", {}, EVERY_SITE),
      answerOf("/api/v1/materials", { method: "DELETE" }, EVERY_SITE),
      answerOf("/api/v1/nothing", {}, EVERY_SITE),
      answerOf("/api/v1/quotes", { method: "POST", ...authorized, body: "{" }, EVERY_SITE),
      answerOf("/api/v1/openapi.json", {}, EVERY_SITE),
      answerOf("/health", {}, EVERY_SITE),
    ]);
  });

  it("are those of the documents, their downloads and the home page", async () => {
    await expectNoFault(
      ["/", "/api/v1/docs", "/api/v1/docs/reference", "/api/v1/docs/first-call.md", "/api/v1/docs/nothing"]
        .concat("/api/v1/docs/downloads/openapi.json", "/llms.txt", "/nothing")
        .map((path) => answerOf(path, {}, EVERY_SITE)),
    );
  });

  it("are those of files and photos", async () => {
    const { studio, ...ids } = await printingStudio();
    const order = await placed(studio, orderOfBox(ids));
    const { owner, base } = await panelOf(studio);
    const id = idOf((await studio.db.insert(products, productRow({ photos: [] })))[0]);
    await posted(owner, `${base}/catalog/products/${id}/photos`, { photos: photoFile("png") });
    const [product] = await studio.db.select(products);
    const file = new URL(String(order.items[0]?.downloadUrl)).pathname;
    await expectNoFault([
      answerOf(file, {}, EVERY_SITE),
      answerOf(file, { headers: { Range: "bytes=0-1" } }, EVERY_SITE),
      answerOf(file, { headers: { Range: "bytes=99999999-" } }, EVERY_SITE),
      answerOf(`${file}x`, {}, EVERY_SITE),
      answerOf(product?.photos[0] ?? "", {}, EVERY_SITE),
      answerOf("/photos/1/nothing.png", {}, EVERY_SITE),
    ]);
  });

  it("are those of the order page, framed or not, and of its refusals", async () => {
    const { studio } = shop;
    const framed = await visitedStudio();
    await setPage(framed.studio, { allowedSites: ["https://site.example"] });
    await expectNoFault([
      answerOf(`/${studio.slug}`),
      answerOf(`/${framed.studio.slug}`, {}, { mayBeFramed: true }),
      answerOf(`/${studio.slug}/orders/nothing`),
      answerOf(`/${(await createStudio()).slug}`),
      answerOf(`/${studio.slug}/models`, { method: "POST", headers: { Origin: ORIGIN }, body: "nothing" }),
    ]);
  });

  it("are those of the panel, before a sign-in and after it", async () => {
    const { base, ownerPerson } = await panelOf(shop.studio);
    const owner = await signedIn(ownerPerson, { HTTPS_ONLY: true });
    const paths = [
      base,
      `${base}/orders`,
      `${base}/keys`,
      `${base}/nothing`,
      "/panel/account",
      "/panel/sign-in",
      "/panel",
    ];
    const answers = paths.map(async (path): Promise<DoorAnswer> => {
      const { status, headers } = await owner.get(path);
      return { door: `signed in, GET ${path} (${status})`, headers };
    });
    await expectNoFault([
      ...answers,
      answerOf("/panel/sign-in"),
      answerOf("/panel"),
      answerOf(base),
      answerOf(`/panel/links/${"x".repeat(43)}`),
      answerOf("/panel/sign-in", { method: "POST", headers: { Origin: "https://elsewhere.example" } }),
    ]);
  });
});
