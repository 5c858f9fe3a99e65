// The order page as it is served: what it says and keeps to itself, its headers, languages, and how fresh it is.

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import worker from "../../../src/index.ts";
import { textOf } from "../support/panel.ts";
import { printingStudio } from "../support/requests.ts";

const ORIGIN = "https://pages.example";
const AS_BROWSER = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "en" };

async function visit(path: string, headers: Record<string, string> = AS_BROWSER, method = "GET") {
  const context = createExecutionContext();
  const request = new Request(`${ORIGIN}${path}`, { method, headers, redirect: "manual" });
  const response = await worker.fetch(request, env, context);
  const html = await response.text();
  // What is put into the edge's cache is put after the answer.
  await waitOnExecutionContext(context);
  const page = { status: response.status, headers: response.headers, html, location: response.headers.get("Location") };
  return { ...page, text: textOf(page) };
}

/** A page that must be there. */
async function shown(path: string, headers?: Record<string, string>) {
  const page = await visit(path, headers);
  expect(page.status, page.html).toBe(200);
  return page;
}

describe("the order page", () => {
  it("is there for every studio that has something on offer, without being set up", async () => {
    const { studio } = await printingStudio({ title: "Кобза Друк" });
    const page = await shown(`/${studio.slug}`);
    expect(page.headers.get("Content-Type")).toMatch(/^text\/html/);
    expect(page.text).toContain("Кобза Друк");
    expect(page.text).toContain("STL, OBJ, 3MF or PLY, up to 50 MB each, at most 20 at once");
    expect(page.text).toContain("PLA, white");
  });

  it("lets files be chosen by keyboard before its script is there", async () => {
    const { studio } = await printingStudio();
    const { html } = await shown(`/${studio.slug}`);
    const [zone = ""] = /<label[^>]*class="drop-zone"[\s\S]*?<\/label>/.exec(html) ?? [];
    expect(zone).toMatch(/<input[^>]*type="file"[^>]*multiple[^>]*accept="\.stl,\.obj,\.3mf,\.ply"/);
    expect(html).toMatch(/<noscript>[\s\S]*Prices need JavaScript[\s\S]*<\/noscript>/);
  });
});
