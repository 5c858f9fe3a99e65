// Every page of the panel in a real browser: accessible in both themes, within a phone's width, without complaints.
//
// The pages are found by their links. Skipped where there is no Chromium.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium } from "../../../scripts/browser/chromium.ts";
import { placeOrders } from "../../../scripts/browser/filled-studio.ts";
import { PanelClient } from "../../../scripts/browser/panel-client.ts";
import { crawlPanel, type FoundPage, linksIn } from "../../../scripts/browser/panel-crawler.ts";
import { PanelSystem, PHONE } from "./panel-system.ts";

const chromium = await findChromium();
if (chromium === undefined) console.log("There is no Chromium: the panel's pages are not looked at in a browser.");

/** As axe-core reports it. */
interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

describe.skipIf(chromium === undefined)("every page of the panel, only with Chromium", () => {
  let system: PanelSystem;
  let pages: FoundPage[];
  let axe: string;

  beforeAll(async () => {
    system = await PanelSystem.start(chromium ?? "");
    const { apiKey, owner } = system.demoStudio();
    await placeOrders(system.demo.baseUrl, apiKey);
    const client = new PanelClient(system.origin);
    await client.signIn(owner);
    pages = await crawlPanel("/panel", async (path) => linksIn((await client.get(path)).html));
    pages.push({ kind: "/panel/sign-in", path: "/panel/sign-in" });
    axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  });

  afterAll(() => system?.stop());

  it("is found by the links", () => {
    expect(pages.length, pages.map(({ kind }) => kind).join("\n")).toBeGreaterThan(35);
  });

  it.each(["light", "dark"] as const)("has nothing serious for axe-core in the %s theme", async (colorScheme) => {
    const { page, context, complaints } = await system.open(system.demoStudio().owner, { colorScheme });
    const found: string[] = [];
    for (const { kind, path } of pages) {
      await page.goto(path);
      await page.evaluate(axe);
      const violations = await page.evaluate<Violation[]>(
        "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
      );
      for (const { id, impact, help, nodes } of violations) {
        if (impact !== "serious" && impact !== "critical") continue;
        found.push(`${kind}: ${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`);
      }
    }
    await context.close();
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("fits the width of a phone", async () => {
    const { page, context, complaints } = await system.open(system.demoStudio().owner, { viewport: PHONE });
    const wide: string[] = [];
    for (const { kind, path } of pages) {
      await page.goto(path);
      const width = await page.evaluate<number>("document.scrollingElement.scrollWidth");
      if (width > PHONE.width) wide.push(`${kind}: ${width} px`);
    }
    await context.close();
    expect(wide).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("says the same without scripts", async () => {
    const { page, context } = await system.open(system.demoStudio().owner, { javaScriptEnabled: false });
    for (const { path } of pages) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(200);
      expect(await page.locator("h1").textContent(), path).not.toBe("");
    }
    await context.close();
  });
});
