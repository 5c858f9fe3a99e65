// The client against the running system, on every platform that it is made for.

import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OrderCancelledError, StudioClient } from "../../../client/src/index.ts";
import { findChromium, launchChromium } from "../../../scripts/browser/chromium.ts";
import { herringboneGear } from "../../../scripts/demo/demo-models.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { bundled, type ClientSystem, run, startClientSystem } from "./client-system.ts";
import type { TourReport, TourSettings } from "./project/tour.ts";
import { installRuntimes } from "./runtimes.ts";

const [runtimes, chromium] = await Promise.all([installRuntimes(), findChromium()]);
if (chromium === undefined) console.log("There is no Chromium: the client's test in a page is skipped.");

let system: ClientSystem;

beforeAll(async () => {
  system = await startClientSystem();
});

afterAll(() => system.stop());

/** Each platform has a cube of its own, which no other has had sliced. */
function settingsFor(sizeMm: number): TourSettings {
  return { baseUrl: system.baseUrl, apiKey: system.apiKey, sizeMm };
}

function expectTour(report: TourReport, sizeMm: number): void {
  const quoted = Number(report.quote.total);
  expect(report).toEqual({
    studioSlug: expect.stringMatching(/./),
    technologies: ["fdm", "sla", "dlp", "msla", "sls"],
    quote: { total: expect.stringMatching(/^\d+\.\d\d$/), copies: 2, xMm: sizeMm },
    stages: ["uploading", "slicing"],
    lastPercent: 100,
    order: {
      id: expect.any(Number),
      status: "pending",
      total: expect.stringMatching(/^\d+\.\d\d$/),
      files: ["cube.stl", "кришка.stl"],
    },
    repeatedOrderId: report.order.id,
    readOrderId: report.order.id,
    job: { status: "done", engine: expect.stringMatching(/\//) },
    printer: ["active", "maintenance", "null", "gone"],
    refusals: { printer: "NotFoundError", key: "AuthenticationError", model: "model" },
    models: {
      isSameAgain: true,
      priceOfTwo: report.quote.total,
      quoteByModel: report.quote.total,
      material: true,
      deliveryMethods: true,
    },
    remaining: expect.any(Number),
  });
  expect(quoted).toBeGreaterThan(0);
  expect(Number(report.order.total)).toBeGreaterThan(quoted);
}

describe("a fresh project that installed the packed client", () => {
  it("type-checks", async () => {
    const compiler = join(PROJECT_FOLDER, "node_modules/typescript/bin/tsc");
    expect(await run(process.execPath, [compiler, "-p", system.project], { cwd: system.project })).toBe("");
  });

  for (const { name, program, parameters, sizeMm } of [
    { name: "Node", program: process.execPath, parameters: [], sizeMm: 11 },
    {
      name: "Deno",
      program: runtimes.Deno,
      parameters: ["run", "--allow-net", "--allow-env", "--no-lock"],
      sizeMm: 13,
    },
    { name: "Bun", program: runtimes.Bun, parameters: ["run"], sizeMm: 15 },
  ]) {
    it.skipIf(program === undefined)(`makes the tour in ${name}`, async () => {
      const env = { TOUR: JSON.stringify(settingsFor(sizeMm)), NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };
      const report = await run(program ?? "", [...parameters, "main.ts"], { cwd: system.project, env });
      expectTour(JSON.parse(report), sizeMm);
    });
  }

  it("runs every block of its README, as written and in their order", async () => {
    const readme = await readFile(join(PROJECT_FOLDER, "client/README.md"), "utf8");
    const blocks = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, block = ""]) => block);
    expect(blocks.length).toBeGreaterThan(5);
    await writeFile(join(system.project, "readme.js"), blocks.join("\n"));
    await writeFile(join(system.project, "part.stl"), herringboneGear());
    const env = { STUDIO_API_KEY: system.apiKey, STUDIO_API_URL: system.baseUrl };
    const printed = await run(process.execPath, ["readme.js"], { cwd: system.project, env });
    expect(printed).toMatch(/\(pro\)|\(enterprise\)/);
    expect(printed).toMatch(/^\d+\.\d\d [A-Z]{3}$/m);
    expect(printed).toMatch(/^uploading 0 null$/m);
    expect(printed).toMatch(/^pending$/m);
    expect(printed).toMatch(/model: \[.*notes\.txt/);
    expect(printed).toMatch(/^Not shipped yet: TimeoutError$/m);
    expect(printed).toMatch(/^\d+ 200 W?\/?"\w+" [\w-]+ \d+$/m);
    expect(printed).toMatch(/^GET \/me 200 in \d+ ms, attempt 1, request [\w-]+$/m);
    expect(printed).not.toContain(system.apiKey);
  });

  it("follows an order while the studio's people move it in the panel, and hears of a cancelled one", async () => {
    const { orders, quotes } = new StudioClient({ apiKey: system.apiKey, baseUrl: system.baseUrl });
    const office = await system.openPanel();
    const item = { file: { name: "gear.stl", data: herringboneGear() }, materialId: 1, printingQualityId: 2 };
    expect((await quotes.create(item)).totalPrice.amount).toMatch(/^\d+\.\d\d$/);
    const customer = { customerFirstName: "Леся", customerLastName: "Українка", customerPhoneNumber: "+380501234567" };
    const order = { items: [item], ...customer, customerEmail: "lesia@example.com" };
    const [kept, dropped] = [await orders.create(order), await orders.create(order)];
    const isConfirmed = orders.waitFor(kept.id, "confirmed").withResponse();
    const isPrinted = orders.waitFor(dropped.id, "ready").catch((error: unknown) => error);
    await office.move(kept.id, "confirmed");
    await office.move(dropped.id, "cancelled");
    const { data, response } = await isConfirmed;
    expect([data.id, data.status, response.status]).toEqual([kept.id, "confirmed", 200]);
    const refusal = await isPrinted;
    expect(refusal).toBeInstanceOf(OrderCancelledError);
    expect(refusal).toMatchObject({ order: { id: dropped.id, status: "cancelled" } });
  });

  it("makes the tour in a Worker", async () => {
    const worker = new Miniflare(
      convertV4MiniflareOptions({
        log: new Log(LogLevel.WARN),
        host: "127.0.0.1",
        cf: false,
        modules: [{ type: "ESModule", path: "worker.js", contents: await bundled(system.project, "tour.worker.ts") }],
        compatibilityDate: "2026-10-20",
      }),
    );
    try {
      const response = await worker.dispatchFetch("http://worker.test/", {
        method: "POST",
        body: JSON.stringify(settingsFor(17)),
      });
      const text = await response.text();
      expect(response.status, text).toBe(200);
      expectTour(JSON.parse(text), 17);
    } finally {
      await worker.dispose();
    }
  });

  it.skipIf(chromium === undefined)(
    "makes the tour in a page of another origin, if it may expose its key",
    async () => {
      const script = await bundled(system.project, "tour.ts");
      const server = createServer(({ url }, response) => {
        const [type, body] = url === "/tour.js" ? ["text/javascript", script] : ["text/html", "<!doctype html>"];
        response.setHeader("Content-Type", `${type}; charset=utf-8`).end(body);
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("the page's server has no port");
      const browser = await launchChromium(chromium ?? "");
      try {
        const page = await browser.newPage();
        await page.goto(`http://127.0.0.1:${address.port}/`);
        // As text: the test's own bundler would rewrite the import.
        const tourInPage = (settings: TourSettings): Promise<TourReport> =>
          page.evaluate(`import("/tour.js").then(({ tour }) => tour(${JSON.stringify(settings)}))`);
        const settings = settingsFor(19);
        await expect(tourInPage(settings)).rejects.toThrow("An API key does not belong in a web page");
        expectTour(await tourInPage({ ...settings, exposeKeyInBrowser: true }), 19);
      } finally {
        await browser.close();
        server.close();
      }
    },
  );
});
