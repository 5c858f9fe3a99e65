// The documents as this service's own: address in samples, downloads, home page, no word of a checkout.

import { exports } from "cloudflare:workers";
import { strFromU8, unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";

const DOCS = "/api/v1/docs";
const ORIGIN = "https://prints.example.org";

function fetchFrom(address: string, headers: Record<string, string> = {}): Promise<Response> {
  return exports.default.fetch(address, { headers, redirect: "manual" });
}

/** Each page, twin and text download below the documents' address, and llms.txt at the root, by following links. */
async function everyServedText(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const open = [DOCS, `${DOCS}/not-found`, "/llms.txt", "/", "/?lang=uk"];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (texts.has(path)) continue;
    const answer = await fetchFrom(`${ORIGIN}${path}`);
    const type = answer.headers.get("Content-Type") ?? "";
    if (!/^text\/|json/.test(type)) {
      await answer.body?.cancel();
      continue;
    }
    const text = await answer.text();
    texts.set(path, text);
    if (!/html|markdown|plain/.test(type)) continue;
    const links = [...text.matchAll(/\shref="([^"#?]+)|\]\(([^)#\s]+)/g)].map(([, href, link]) => href ?? link ?? "");
    const found = links.map((link) => new URL(link, `${ORIGIN}${path}`));
    open.push(
      ...found
        .filter(({ origin, pathname }) => origin === ORIGIN && pathname.startsWith(DOCS))
        .map((url) => url.pathname),
    );
  }
  return texts;
}

describe("the served documents", () => {
  let texts: ReadonlyMap<string, string>;

  beforeAll(async () => {
    texts = await everyServedText();
  });

  it("are all read here: pages, Markdown, llms.txt, texts to download", () => {
    expect(texts.size).toBeGreaterThan(60);
    for (const path of [
      "/first-call",
      "/first-call.md",
      "/reference.md",
      "/downloads",
      "/uk/widget.md",
      "/downloads/studio_api.py",
    ]) {
      expect([...texts.keys()]).toContain(`${DOCS}${path}`);
    }
  });

  it.each([
    /npm ci\b/,
    /npm start\b/,
    /npm run\b/,
    /127\.0\.0\.1:8787/,
    /(?<![\w/])examples\//,
    /in the project\b/i,
    /demo-key/,
    /harness\//,
  ])("say nothing that only a checkout has: %s", (word) => {
    const found = [...texts].filter(([, text]) => word.test(text.replaceAll(/<[^>]+>/g, ""))).map(([path]) => path);
    expect(found).toEqual([]);
  });

  it("name the service's own address, and no example's", () => {
    const foreign = [...texts].filter(([, text]) => text.includes("api.example.com")).map(([path]) => path);
    expect(foreign).toEqual([]);
    for (const path of [
      `${DOCS}/first-call`,
      `${DOCS}/first-call.md`,
      `${DOCS}/reference`,
      `${DOCS}/reference.md`,
      "/llms.txt",
    ]) {
      expect(texts.get(path), path).toContain(`${ORIGIN}/api/v1`);
    }
  });

  it("hold no key: a sample says YOUR_KEY until the reader's tab knows one", () => {
    const keys = [...texts].filter(([, text]) => /pk_live_[0-9A-Za-z]{20}/.test(text)).map(([path]) => path);
    expect(keys).toEqual([]);
    expect(texts.get(`${DOCS}/first-call`)).toContain('<span class="your-key">YOUR_KEY</span>');
  });

  it("set each variable of a sample in the sample's own page", () => {
    for (const [path, text] of texts) {
      if (!path.endsWith(".md")) continue;
      const shell = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block).join("\n");
      for (const variable of ["API", "KEY"]) {
        if (shell.includes(`$${variable}`)) expect(shell, path).toMatch(new RegExp(`^${variable}=`, "m"));
      }
    }
  });
});

describe("a document's address", () => {
  it.each(["http://127.0.0.1:9000", "http://[::1]:9000", "https://prints.example.org"])(
    "is that of the request: %s",
    async (origin) => {
      expect(await (await fetchFrom(`${origin}/llms.txt`)).text()).toContain(`${origin}${DOCS}/index.md`);
    },
  );

  it.each(["a_b.example"])(
    "is never a name beyond letters, digits, dots and hyphens: %s",
    async (host) => {
      const text = await (await fetchFrom(`http://${host}${DOCS}/first-call.md`)).text();
      expect(text).not.toContain(host);
      expect(text).toContain("API=https://api.example.com/api/v1");
    },
  );

  it("is part of the tag: a page kept for one is not taken for another's", async () => {
    const tagAt = async (origin: string, known = "") => {
      const answer = await fetchFrom(`${origin}${DOCS}/first-call`, known === "" ? {} : { "If-None-Match": known });
      await answer.text();
      return { status: answer.status, tag: answer.headers.get("ETag") ?? "" };
    };
    const { tag } = await tagAt(ORIGIN);
    expect(tag).toMatch(/^(?:W\/)?"[^"]+"$/);
    expect(await tagAt(ORIGIN, tag)).toEqual({ status: 304, tag });
    expect(await tagAt(ORIGIN, `"other", ${tag}`)).toEqual({ status: 304, tag });
    const elsewhere = await tagAt("https://other.example.org", tag);
    expect(elsewhere.status).toBe(200);
    expect(elsewhere.tag).not.toBe(tag);
    // The tag of the built file names no origin, and so no page.
    expect((await tagAt(ORIGIN, tag.replace(`-${ORIGIN}`, ""))).status).toBe(200);
  });
});

describe("a download", () => {
  const at = (name: string) => `${ORIGIN}${DOCS}/downloads/${name}`;

  it("is listed on the page with its size", async () => {
    const page = await (await fetchFrom(`${ORIGIN}${DOCS}/downloads`)).text();
    const names = [...page.matchAll(/href="\/api\/v1\/docs\/downloads\/([^"]+)"/g)].map(([, name]) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        "studio_api.py",
        "studio-integration-bruno.zip",
        "openapi.json",
        "part.stl",
        "lid.3mf",
        "foot.step",
      ]),
    );
    expect(names.some((name) => /^studio-integration-client-[\d.]+\.tgz$/.test(name ?? ""))).toBe(true);
    expect(page.match(/<td>\d+\u00a0KB<\/td>/g)).toHaveLength(names.length);
  });

  it.each([
    ["studio_api.py", "text/x-python; charset=utf-8"],
    ["studio-integration-bruno.zip", "application/zip"],
    ["studio-integration.postman_collection.json", "application/json"],
    ["openapi.json", "application/json"],
    ["part.stl", "model/stl"],
    ["lid.3mf", "model/3mf"],
    ["foot.step", "model/step"],
  ])("has its type, its name and a tag, and needs no key: %s", async (name, type) => {
    const answer = await fetchFrom(at(name));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe(type);
    expect(answer.headers.get("Content-Disposition")).toBe(`attachment; filename="${name}"`);
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=300");
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    const again = await fetchFrom(at(name), { "If-None-Match": answer.headers.get("ETag") ?? "" });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  it("is the contract with this service's address", async () => {
    const { servers, paths } = await (await fetchFrom(at("openapi.json"))).json<{ servers: unknown; paths: object }>();
    expect(servers).toEqual([{ url: `${ORIGIN}/api/v1` }]);
    const served = await (await fetchFrom(`${ORIGIN}/api/v1/openapi.json`)).json<{ paths: object }>();
    expect(Object.keys(paths)).toEqual(Object.keys(served.paths));
  });

  it("is a Bruno collection with this service's address and the models that it sends", async () => {
    const files = unzipSync(new Uint8Array(await (await fetchFrom(at("studio-integration-bruno.zip"))).arrayBuffer()));
    const textOf = (name: string) => strFromU8(files[`studio-integration/${name}`] ?? new Uint8Array());
    expect(textOf("environments/service.bru")).toContain(`baseUrl: ${ORIGIN}/api/v1\n`);
    const requests = Object.keys(files).filter((name) => /\/\d\d \w+\.bru$/.test(name));
    expect(requests.length).toBeGreaterThan(20);
    const sent = Object.values(files).flatMap((file) => [...strFromU8(file).matchAll(/@file\(([^)]+)\)/g)]);
    expect(sent.length).toBeGreaterThan(3);
    for (const [, path] of sent) expect(Object.keys(files)).toContain(`studio-integration/${path}`);
  });

  it.each(["nothing.stl", "..%2fpages%2findex.html", "not-found.html", "part.exe", "studio_api.py/x"])(
    "is 404 if there is none of the name: %s",
    async (name) => {
      const answer = await fetchFrom(at(name));
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain("There is no such page");
    },
  );
});

describe("the root of the host", () => {
  it.each([
    ["uk-UA,uk;q=0.9,en;q=0.8", "uk", "Для клієнтів"],
    ["en-GB", "en", "For customers"],
    ["de", "en", "For customers"],
  ])("is a small page in the reader's language: %s", async (asked, language, words) => {
    const answer = await fetchFrom(`${ORIGIN}/`, { "Accept-Language": asked });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("Vary")).toBe("Accept-Language");
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=300");
    expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    const html = await answer.text();
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(words);
    expect(html).toContain(`${ORIGIN}/`);
    for (const href of ["/panel", DOCS, `${DOCS}/first-call`]) expect(html).toContain(`href="${href}"`);
    expect(html).not.toMatch(/<script|<style|\sstyle=/);
    expect(html.length).toBeLessThan(4000);
  });

  it("is in the language that its link chose, and not sent again while it is the same", async () => {
    const answer = await fetchFrom(`${ORIGIN}/?lang=en`, { "Accept-Language": "uk" });
    expect(await answer.text()).toContain('<html lang="en">');
    const tag = answer.headers.get("ETag") ?? "";
    const again = await fetchFrom(`${ORIGIN}/?lang=en`, { "If-None-Match": tag });
    expect([again.status, again.headers.get("ETag"), await again.text()]).toEqual([304, tag, ""]);
    const other = await fetchFrom(`${ORIGIN}/?lang=uk`, { "If-None-Match": tag });
    expect(other.status).toBe(200);
  });
});
