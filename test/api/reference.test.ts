// The documents that the service shows: guides, reference, their Markdown, llms.txt.

import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createStudio, fetchApi } from "./support/studio.ts";

const DOCS = "/api/v1/docs";
const ORIGIN = "https://studio.example";

const GUIDES = [
  "first-call",
  "keys",
  "quoting-and-waiting",
  "ordering-safely",
  "limits",
  "errors",
  "versioning",
  "going-live",
  "from-another-system",
  "changes",
];
const PAGES = ["", ...GUIDES.map((guide) => `/${guide}`), "/wrong-requests", "/downloads", "/reference"];

async function textOf(path: string): Promise<string> {
  const answer = await fetchApi(path);
  expect(answer.status, path).toBe(200);
  return answer.text();
}

describe("every page of the documents", () => {
  it.each(PAGES)("is shown without a key, and runs nothing but its own script: %s", async (page) => {
    const answer = await fetchApi(`/docs${page}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("X-Request-Id")).toBeTruthy();
    const policy = answer.headers.get("Content-Security-Policy") ?? "";
    for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"]) {
      expect(policy).toContain(rule);
    }
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const html = await answer.text();
    // The policy forbids inline scripts, styles and handlers, so one would do nothing.
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=/);
    expect(html).not.toMatch(/\[object Object\]|undefined/);
  });

  it.each(PAGES)("fetches and links nothing from elsewhere: %s", async (page) => {
    const html = await textOf(`/docs${page}`);
    const addresses = [...html.matchAll(/\s(?:src|href|action|data-index)="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(20);
    expect(addresses.filter((address) => /^(?:[a-z]+:|\/\/)/.test(address ?? ""))).toEqual([]);
  });

  it.each(PAGES)("links to every guide and to pages and anchors that exist: %s", async (page) => {
    const html = await textOf(`/docs${page}`);
    for (const guide of GUIDES) expect(html).toContain(`href="${DOCS}/${guide}"`);
    const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(
      ([, href = ""]) => new URL(href.replaceAll("&amp;", "&"), `${ORIGIN}${DOCS}${page}`),
    );
    const dead: string[] = [];
    for (const { pathname, hash } of new Map(links.map((link) => [link.href, link])).values()) {
      if (!pathname.startsWith(DOCS)) continue;
      const target = await readOnce(pathname);
      if (target === undefined || (hash !== "" && !target.includes(`id="${decodeURIComponent(hash.slice(1))}"`))) {
        dead.push(`${pathname}${hash}`);
      }
    }
    expect(dead).toEqual([]);
  });

  it.each(PAGES)("is there as Markdown too, and links it: %s", async (page) => {
    const answer = await fetchApi(`/docs${page}`);
    const twin = `${DOCS}${page === "" ? "/index" : page}.md`;
    expect(answer.headers.get("Link")).toBe(`<${twin}>; rel="alternate"; type="text/markdown"`);
    expect(await answer.text()).toContain(`<a href="${twin}">This page as Markdown</a>`);
    const markdown = await fetchApi(twin.slice("/api/v1".length));
    expect(markdown.status).toBe(200);
    expect(markdown.headers.get("Content-Type")).toBe("text/markdown; charset=utf-8");
    const text = await markdown.text();
    expect(text).toMatch(/^# \S/);
    // Links between guides lead to their Markdown.
    expect(text).not.toMatch(/\]\(\d\d-/);
  });

  it("has its first at both ends of a slash, and for tries of the root", async () => {
    const answer = await fetchApi("/docs/");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Link")).toContain(`${DOCS}/index.md`);
    expect(await answer.text()).toBe(await textOf("/docs"));
    for (const path of ["/docs", "/docs/"]) {
      const redirected = await exports.default.fetch(`${ORIGIN}${path}`, { redirect: "manual" });
      expect([redirected.status, redirected.headers.get("Location")], path).toEqual([302, DOCS]);
    }
  });

  it("is kept by browsers, and not sent again while it is the same", async () => {
    const first = await fetchApi("/docs/reference");
    expect(first.headers.get("Cache-Control")).toBe("public, max-age=300");
    const tag = first.headers.get("ETag") ?? "";
    expect(tag).not.toBe("");
    const again = await fetchApi("/docs/reference", undefined, { headers: { "If-None-Match": tag } });
    expect(again.status).toBe(304);
    expect(again.headers.get("ETag")).toBe(tag);
    expect(await again.text()).toBe("");
  });

  it("costs nothing of a studio's hour", async () => {
    const studio = await createStudio();
    await studio.fetch("/docs/reference");
    const { headers } = await studio.answer("/me");
    expect(headers.get("RateLimit")).toContain("r=299");
  });
});

const read = new Map<string, Promise<string | undefined>>();

function readOnce(path: string): Promise<string | undefined> {
  const known = read.get(path);
  if (known !== undefined) return known;
  const reading = fetchApi(path.slice("/api/v1".length)).then((answer) => (answer.ok ? answer.text() : undefined));
  read.set(path, reading);
  return reading;
}

describe("the reference", () => {
  interface Operation {
    readonly operationId: string;
    readonly summary: string;
    readonly requestBody?: object;
  }
  let operations: (Operation & { readonly method: string; readonly path: string })[];
  let records: string[];
  let html: string;

  beforeAll(async () => {
    const contract = await (await fetchApi("/openapi.json")).json<{
      paths: Record<string, Record<string, Operation>>;
      components: { schemas: Record<string, object> };
    }>();
    operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
    );
    records = Object.keys(contract.components.schemas);
    html = await textOf("/docs/reference");
  });

  it("has one anchor for every operation of the contract, and a link to it in the menu", () => {
    expect(operations.length).toBeGreaterThan(15);
    for (const { operationId } of operations) {
      expect(html.split(`id="${operationId}"`), operationId).toHaveLength(2);
      expect(html).toContain(`href="${DOCS}/reference#${operationId}"`);
    }
  });

  it("shows each in curl, JavaScript, Python and PHP, and as a form to try", () => {
    const sections = [...html.matchAll(/<section class="operation" id="(\w+)".*?<\/section>/gs)];
    expect(sections.map(([, id]) => id).sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
    for (const [section, id] of sections) {
      for (const language of ["sh", "js", "python", "php"])
        expect(section, id).toContain(`data-language="${language}"`);
      expect(section, id).toContain("<form data-method=");
    }
  });

  it("describes every record", () => {
    for (const name of records) expect(html, name).toContain(`<section class="record" id="${name}">`);
  });

  it("says the errors that all operations share once", () => {
    const [common = "", ...others] = html.split('<section class="operation"');
    for (const status of [401, 403, 429, 500]) {
      expect(common).toContain(`<span class="badge bad">${status}</span>`);
      for (const section of others) {
        // A key that is restricted is refused by some operations only.
        if (status === 403 && section.includes("errors.keyRestricted")) continue;
        expect(section).not.toContain(`<span class="badge bad">${status}</span>`);
      }
    }
  });

  it("has all of it in Markdown", async () => {
    const markdown = await textOf("/docs/reference.md");
    for (const { operationId, method, path } of operations) {
      expect(markdown).toContain(`### ${operationId}: \`${method.toUpperCase()} ${path}\``);
    }
    for (const name of records) expect(markdown).toContain(`### ${name}\n`);
  });
});

describe("llms.txt", () => {
  it.each([`${DOCS}/llms.txt`, "/llms.txt"])("names every page with one line, at %s", async (path) => {
    const answer = await exports.default.fetch(`${ORIGIN}${path}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    const text = await answer.text();
    expect(text).toMatch(/^# .+\n\n> .+\n/);
    for (const page of [...GUIDES, "reference", "index", "downloads"]) {
      expect(text).toMatch(new RegExp(`^- \\[[^\\]]+\\]\\(${ORIGIN}${DOCS}/${page}\\.md\\): \\S.*$`, "m"));
    }
    expect(text).toContain(`(${ORIGIN}/api/v1/openapi.json)`);
  });
});

describe("an owner's guide in Ukrainian", () => {
  const GUIDE = "/docs/uk/telegram";

  it("is a page in that language, with its menu in it", async () => {
    const html = await textOf(GUIDE);
    expect(html).toContain('<html lang="uk">');
    for (const words of ["Меню", "Огляд", "Посібники", "Ця сторінка в Markdown"]) expect(html).toContain(`>${words}<`);
    for (const words of ["Menu", "Overview", "Guides", "This page as Markdown"])
      expect(html).not.toContain(`>${words}<`);
    expect(html).toContain('placeholder="Пошук');
  });

  it("leads to the other language, and back, in sight and for search engines", async () => {
    for (const page of [GUIDE, "/docs/telegram", "/docs/uk", "/docs"]) {
      const html = await textOf(page);
      const [english, ukrainian] = page.endsWith("telegram")
        ? [`${DOCS}/telegram`, `${DOCS}/uk/telegram`]
        : [DOCS, `${DOCS}/uk`];
      expect(html, page).toContain(`<link rel="alternate" hreflang="en" href="${english}">`);
      expect(html, page).toContain(`<link rel="alternate" hreflang="uk" href="${ukrainian}">`);
      const shown = page.includes("/uk")
        ? `<a class="version" href="${english}" hreflang="en" lang="en">English</a>`
        : `<a class="version" href="${ukrainian}" hreflang="uk" lang="uk">Українська</a>`;
      expect(html, page).toContain(shown);
      expect(html.split('class="version"'), page).toHaveLength(2);
    }
  });

  it("links to other Ukrainian guides, and to English ones where there is no other", async () => {
    const html = await textOf(GUIDE);
    expect(html).toContain(`<a href="${DOCS}/uk/messages">Повідомлення</a>`);
    expect(html).toContain(`href="${DOCS}/first-call"`);
    expect(html).not.toContain(`${DOCS}/uk/first-call`);
    expect((await fetchApi("/docs/uk/first-call")).status).toBe(404);
    expect(await textOf("/docs/first-call")).not.toContain("hreflang");
  });

  it.each(["", "/telegram", "/messages"])("links to pages that exist: /docs/uk%s", async (page) => {
    const html = await textOf(`/docs/uk${page}`);
    const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(
      ([, href = ""]) => new URL(href, `${ORIGIN}${DOCS}/uk${page}`),
    );
    expect(links.length).toBeGreaterThan(20);
    for (const { pathname, hash } of links) {
      const target = await readOnce(pathname);
      expect(target, pathname).toBeDefined();
      if (hash !== "") expect(target, `${pathname}${hash}`).toContain(`id="${decodeURIComponent(hash.slice(1))}"`);
    }
  });

  it("is there as Markdown, whose links lead to Markdown of the same language", async () => {
    const answer = await fetchApi(GUIDE);
    expect(answer.headers.get("Link")).toBe(`<${DOCS}/uk/telegram.md>; rel="alternate"; type="text/markdown"`);
    const markdown = await textOf(`${GUIDE}.md`);
    expect(markdown).toContain(`](${DOCS}/uk/messages.md)`);
    const overview = await textOf("/docs/uk.md");
    expect(overview).toContain(`](${ORIGIN}${DOCS}/uk/telegram.md)`);
    expect(overview).toContain(`](${ORIGIN}${DOCS}/first-call.md)`);
  });

  it("stands in llms.txt", async () => {
    const text = await textOf("/docs/llms.txt");
    expect(text).toMatch(/^## Українська\n\n- \[/m);
    expect(text).toContain(`](${ORIGIN}${DOCS}/uk/telegram.md): Власний бот`);
  });

  it("is found by the search of Ukrainian pages, beside operations and English guides without a translation", async () => {
    const indexOf = async (page: string) => {
      const [, address = ""] = /data-index="([^"]+)"/.exec(await textOf(page)) ?? [];
      const answer = await env.ASSETS.fetch(`${ORIGIN}${address}`);
      expect(answer.status).toBe(200);
      return answer.json<readonly { readonly title: string; readonly place: string; readonly href: string }[]>();
    };
    const ukrainian = await indexOf(GUIDE);
    expect(ukrainian).toContainEqual(
      expect.objectContaining({ title: "Telegram", place: "Посібник", href: `${DOCS}/uk/telegram` }),
    );
    const places = ukrainian.map(({ href }) => href);
    expect(places).toContain(`${DOCS}/first-call`);
    expect(places).toContain(`${DOCS}/reference#createQuote`);
    expect(places).not.toContain(`${DOCS}/telegram`);
    const english = await indexOf("/docs/telegram");
    expect(english.map(({ href }) => href).filter((href) => href.includes("/uk/"))).toEqual([]);
  });
});

describe("an unknown page", () => {
  it.each([
    "/docs/nothing",
    "/docs/nothing.md",
    "/docs/a/b",
    "/docs/uk/nothing",
    "/docs/en/telegram",
    "/docs/%2e%2e%2fsecret",
    "/docs/not-found",
  ])("is 404, with a page that leads on: %s", async (path) => {
    const answer = await fetchApi(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const html = await answer.text();
    expect(html).toContain("There is no such page");
    for (const guide of GUIDES) expect(html).toContain(`href="${DOCS}/${guide}"`);
  });

  it("tells nothing of the API: other methods there still need a key", async () => {
    expect((await fetchApi("/docs/nothing", undefined, { method: "POST" })).status).toBe(401);
  });
});
