// RFC 9110's cases of conditional (13) and range (14) requests, over every kind of answer with a tag.

import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { idOf, productRow } from "../../harness/catalog-rows.ts";
import { binaryStl, box } from "../../harness/models.ts";
import { models, products } from "../../src/db/schema.ts";
import { orderOfBox, placed } from "./support/orders.ts";
import { panelStudio, posted } from "./support/panel.ts";
import { photoFile } from "./support/photos.ts";
import { modelFile, printingStudio } from "./support/requests.ts";
import { createStudio } from "./support/studio.ts";

const ORIGIN = "https://studio.example";
const CONTENT = binaryStl(box([0, 0, 0], [12, 10, 8]));
const SIZE = CONTENT.length;
const LONG_AGO = "Sun, 06 Nov 1994 08:49:37 GMT";
const TOMORROW = "Fri, 01 Jan 2100 00:00:00 GMT";

interface Resource {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const RESOURCES = [
  "model file",
  "photo",
  "page of the documents",
  "Markdown of a guide",
  "download of the documents",
  "home page",
  "list of the catalog",
] as const;
type ResourceName = (typeof RESOURCES)[number];

/** The answers that evaluate If-Match; the others serve no ranges and take no writes, and ignore it. */
const WITH_STRONG_TAGS: readonly ResourceName[] = ["model file", "photo"];

let resources: Readonly<Record<ResourceName, Resource>>;
let deleteModel: () => Promise<void>;

beforeAll(async () => {
  const { studio, ...ids } = await printingStudio();
  const order = await placed(studio, orderOfBox(ids, { "models[]": modelFile(CONTENT, "box.stl") }));
  const panel = await panelStudio();
  const id = idOf((await panel.studio.db.insert(products, productRow({ photos: [] })))[0]);
  await posted(panel.owner, `${panel.base}/catalog/products/${id}/photos`, { photos: photoFile("png") });
  const [product] = await panel.studio.db.select(products);
  const shop = await createStudio();
  const at = (path: string) => ({ url: `${ORIGIN}${path}`, headers: {} });
  resources = {
    "model file": { url: String(order.items[0]?.downloadUrl), headers: {} },
    photo: at(product?.photos[0] ?? ""),
    "page of the documents": at("/api/v1/docs/first-call"),
    "Markdown of a guide": at("/api/v1/docs/first-call.md"),
    "download of the documents": at("/api/v1/docs/downloads/openapi.json"),
    "home page": at("/"),
    "list of the catalog": {
      url: `${ORIGIN}/api/v1/materials`,
      headers: { Authorization: `Bearer ${shop.key.secret}` },
    },
  };
  deleteModel = async () => {
    const [model] = await studio.db.select(models);
    await env.MODELS.delete(model?.objectKey ?? "");
  };
});

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

async function ask(name: ResourceName, headers: Readonly<Record<string, string>> = {}, method = "GET") {
  const resource = resources[name];
  const response = await exports.default.fetch(resource.url, { method, headers: { ...resource.headers, ...headers } });
  const answered: Answered = { status: response.status, headers: response.headers, bytes: await response.bytes() };
  return answered;
}

async function statusOf(name: ResourceName, headers: Readonly<Record<string, string>>, method = "GET") {
  return (await ask(name, headers, method)).status;
}

/** The current tag, without W/. */
async function opaqueTag(name: ResourceName): Promise<string> {
  const { status, headers } = await ask(name);
  expect(status, name).toBe(200);
  const tag = headers.get("ETag") ?? "";
  expect(tag, `8.8.3 of ${name}`).toMatch(/^(?:W\/)?"[!#-~]*"$/);
  return tag.replace("W/", "");
}

describe.each(RESOURCES)("RFC 9110, the %s", (name) => {
  it("13.1.2: If-None-Match compares weakly with each tag of a list, and * with any", async () => {
    const tag = await opaqueTag(name);
    for (const [known, status] of [
      [tag, 304],
      [`W/${tag}`, 304],
      [`"a", ${tag}`, 304],
      [`"a",W/"b",${tag},"c"`, 304],
      [`"a" , , ${tag}`, 304],
      ["*", 304],
      ['"another"', 200],
      ['W/"another", "more"', 200],
      [`"${tag.slice(1, -1)}x"`, 200],
    ] as const) {
      expect(await statusOf(name, { "If-None-Match": known }), known).toBe(status);
    }
  });

  it("15.4.5: 304 has no body, and the tag and the Cache-Control of 200", async () => {
    const full = await ask(name);
    const tag = full.headers.get("ETag") ?? "";
    const { status, headers, bytes } = await ask(name, { "If-None-Match": tag });
    expect([status, bytes.length, headers.get("ETag")]).toEqual([304, 0, tag]);
    // The age that a link's file may have shrinks by the second.
    const policy = (of: Headers) => of.get("Cache-Control")?.replace(/max-age=\d+/, "max-age");
    expect(policy(headers)).toBe(policy(full.headers));
  });

  it("13.1.3 and 13.2.2: If-Modified-Since is ignored beside If-None-Match, and without a Last-Modified", async () => {
    expect((await ask(name)).headers.get("Last-Modified")).toBeNull();
    expect(await statusOf(name, { "If-None-Match": '"another"', "If-Modified-Since": TOMORROW })).toBe(200);
    expect(await statusOf(name, { "If-Modified-Since": TOMORROW })).toBe(200);
    expect(await statusOf(name, { "If-Modified-Since": "yesterday" })).toBe(200);
    expect(await statusOf(name, { "If-Unmodified-Since": LONG_AGO })).toBe(200);
  });

  it("9.3.2 and 13.1.2: HEAD is answered like GET, without a body", async () => {
    const tag = await opaqueTag(name);
    const [full, head] = [await ask(name), await ask(name, {}, "HEAD")];
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const header of ["ETag", "Content-Type"]) expect(head.headers.get(header)).toBe(full.headers.get(header));
    expect(await statusOf(name, { "If-None-Match": tag }, "HEAD")).toBe(304);
  });

  it("14.2: HEAD ignores Range", async () => {
    expect(await statusOf(name, { Range: "bytes=0-1" }, "HEAD")).toBe(200);
    expect(await statusOf(name, { Range: "bytes=999999999-" }, "HEAD")).toBe(200);
  });

  it("14.3: Accept-Ranges is sent where ranges are, and the others ignore Range", async () => {
    const ranged = (await ask(name)).headers.get("Accept-Ranges") === "bytes";
    expect(await statusOf(name, { Range: "bytes=0-1" })).toBe(ranged ? 206 : 200);
  });
});

describe.each(WITH_STRONG_TAGS)("RFC 9110, the %s, whose tag is strong", (name) => {
  it("13.1.1: If-Match compares strongly: 412 without a body if no tag of the list is the current one", async () => {
    const tag = await opaqueTag(name);
    for (const [wanted, status] of [
      [tag, 200],
      ["*", 200],
      [`"a", ${tag}`, 200],
      ['"another"', 412],
      [`W/${tag}`, 412],
      [tag.replaceAll('"', ""), 412],
    ] as const) {
      expect(await statusOf(name, { "If-Match": wanted }), wanted).toBe(status);
    }
    expect((await ask(name, { "If-Match": '"another"' })).bytes.length).toBe(0);
  });

  it("9111, 3: no cache keeps the 412 of one request for the next", async () => {
    const { headers } = await ask(name, { "If-Match": '"another"' });
    expect(headers.get("Cache-Control")).toBe("no-store");
  });

  it("13.2.2: If-Match is evaluated before If-None-Match", async () => {
    const tag = await opaqueTag(name);
    expect(await statusOf(name, { "If-Match": '"another"', "If-None-Match": tag })).toBe(412);
    expect(await statusOf(name, { "If-Match": tag, "If-None-Match": tag })).toBe(304);
  });
});

describe("RFC 9110, ranges of a model file", () => {
  const name = "model file";

  it.each([
    ["14.1.2: first and last", "bytes=0-99", 0, 99],
    ["14.1.2: one byte", "bytes=0-0", 0, 0],
    ["14.1.2: to the end", "bytes=100-", 100, SIZE - 1],
    ["14.1.2: the last byte", `bytes=${SIZE - 1}-`, SIZE - 1, SIZE - 1],
    ["14.1.2: a suffix", "bytes=-7", SIZE - 7, SIZE - 1],
    ["14.1.2: a suffix longer than the file", `bytes=-${SIZE + 1}`, 0, SIZE - 1],
    ["14.1.2: a last position beyond the end", `bytes=5-${SIZE}`, 5, SIZE - 1],
    ["5.6.1: empty members", "bytes=,0-99,", 0, 99],
    ["14.1: the unit in capitals", "BYTES=0-99", 0, 99],
    ["14.1.1: a number beyond every integer", "bytes=0-99999999999999999999999999999999", 0, SIZE - 1],
  ])("%s (%s) is 206 with these bytes", async (_, range, first, last) => {
    const { status, headers, bytes } = await ask(name, { Range: range });
    expect([status, headers.get("Content-Range")]).toEqual([206, `bytes ${first}-${last}/${SIZE}`]);
    expect(headers.get("Content-Length")).toBe(String(last - first + 1));
    expect(bytes).toEqual(CONTENT.slice(first, last + 1));
  });

  it.each([
    ["15.5.17: begins at the end", `bytes=${SIZE}-`],
    ["15.5.17: begins far beyond it", "bytes=99999999999999999999999999999999-"],
    ["14.1.2: a suffix of nothing", "bytes=-0"],
    ["14.1.2: no member can be satisfied", `bytes=${SIZE}-,-0`],
  ])("%s (%s) is 416 with the size", async (_, range) => {
    const { status, headers, bytes } = await ask(name, { Range: range });
    expect([status, headers.get("Content-Range"), bytes.length]).toEqual([416, `bytes */${SIZE}`, 0]);
    // As for 412.
    expect(headers.get("Cache-Control")).toBe("no-store");
  });

  it.each([
    ["14.2: another unit", "lines=0-1"],
    ["14.2: no unit", "0-1"],
    ["14.1.1: last before first", "bytes=5-1"],
    ["14.1.1: no number", "bytes=a-b"],
    ["14.1.1: a sign", "bytes=+1-2"],
    ["14.1.1: a fraction", "bytes=0.5-2"],
    ["14.1.1: a hexadecimal number", "bytes=0x1-0x2"],
    ["14.1.1: nothing", "bytes="],
    ["14.1.1: a hyphen alone", "bytes=-"],
    ["14.1.1: one wrong member makes all of it wrong", "bytes=0-1,b-c"],
    ["14.2: several ranges may be ignored", "bytes=0-1,5-6"],
    ["17.15: overlapping ranges may be ignored", "bytes=0-,0-,0-,0-"],
    ["17.15: very many ranges", `bytes=${Array.from({ length: 1000 }, (_, at) => `${at}-${at}`).join()}`],
  ])("%s (%s) is the whole file", async (_, range) => {
    const { status, headers, bytes } = await ask(name, { Range: range });
    expect([status, headers.get("Content-Range")]).toEqual([200, null]);
    expect(bytes).toEqual(CONTENT);
  });

  it("13.1.5: If-Range with the strong tag gives the range, and with any other validator the whole file", async () => {
    const tag = await opaqueTag(name);
    for (const [validator, status] of [
      [tag, 206],
      ['"another"', 200],
      [`W/${tag}`, 200],
      [`${tag}, "a"`, 200],
      ["*", 200],
      [LONG_AGO, 200],
      [TOMORROW, 200],
    ] as const) {
      expect(await statusOf(name, { Range: "bytes=0-9", "If-Range": validator }), validator).toBe(status);
    }
    // An unsatisfiable range of another file is no range.
    expect(await statusOf(name, { Range: `bytes=${SIZE}-`, "If-Range": '"another"' })).toBe(200);
    // Without Range it says nothing.
    expect(await statusOf(name, { "If-Range": tag })).toBe(200);
  });

  it("13.2.2: conditions are evaluated before the range", async () => {
    const tag = await opaqueTag(name);
    expect(await statusOf(name, { Range: "bytes=0-9", "If-None-Match": tag })).toBe(304);
    expect(await statusOf(name, { Range: `bytes=${SIZE}-`, "If-Match": '"another"' })).toBe(412);
    expect(await statusOf(name, { Range: "bytes=0-9", "If-Match": tag })).toBe(206);
  });

  it("13.2.1: conditions and ranges of a file that is gone are ignored", async () => {
    const tag = await opaqueTag(name);
    await deleteModel();
    for (const headers of [
      { "If-None-Match": tag },
      { "If-None-Match": "*" },
      { "If-Match": '"another"' },
      { Range: `bytes=${SIZE}-` },
    ] as const) {
      expect(await statusOf(name, { ...headers }), JSON.stringify(headers)).toBe(404);
    }
  });
});
