// Download links of model files: headers, ranges, caching, expiry, content, and rotation of their secret.

import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { asciiStl, binaryStl, box, cube, obj } from "../../harness/models.ts";
import { models } from "../../src/db/schema.ts";
import worker from "../../src/index.ts";
import { downloadLinks } from "../../src/models/download-links.ts";
import { orderOfBox, placed } from "./support/orders.ts";
import { modelFile, printingStudio } from "./support/requests.ts";
import { createStudio } from "./support/studio.ts";

const HOUR = 3_600_000;

afterEach(() => void vi.useRealTimers());

const content = binaryStl(box([0, 0, 0], [12, 10, 8]));

async function orderWith(files: File[]) {
  const { studio, ...ids } = await printingStudio();
  const items = JSON.stringify(files.map(() => ids));
  const order = await placed(studio, orderOfBox(ids, { "models[]": files, items }));
  return { studio, urls: order.items.map(({ downloadUrl }) => String(downloadUrl)) };
}

async function linkOf(file = modelFile(content, "box.stl")) {
  const { studio, urls } = await orderWith([file]);
  return { studio, url: urls[0] ?? "" };
}

const get = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  exports.default.fetch(url, { method, headers });

describe("a download link", () => {
  it("gives the file without a key, under its original name", async () => {
    const { studio, url } = await linkOf(modelFile(content, 'Шестерня "А".stl'));
    const response = await get(url);
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(content);
    const [model] = await studio.db.select(models);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "access-control-allow-origin": "*",
      "content-disposition": `attachment; filename="???????? \\"?\\".stl"; filename*=UTF-8''${encodeURIComponent('Шестерня "А".stl')}`,
      "content-length": String(content.length),
      "content-type": "model/stl",
      etag: `"${model?.sha256}"`,
      "x-content-type-options": "nosniff",
    });
    const token = url.slice(url.lastIndexOf("/") + 1);
    const bytes = Uint8Array.from(atob(token.replaceAll("-", "+").replaceAll("_", "/")), (byte) => byte.charCodeAt(0));
    const readable = url + new TextDecoder().decode(bytes);
    for (const part of [model?.objectKey ?? "", model?.sha256 ?? "", "models", "stl", "Шестерня"]) {
      expect(readable).not.toContain(part);
    }
  });

  it.each([
    ["../a/b\\c.stl", "attachment; filename=.._a_b_c.stl"],
    ["half \ud83d.stl", `attachment; filename="half ?.stl"; filename*=UTF-8''half%20%EF%BF%BD.stl`],
    ["a\r\nb\u2028.stl", "attachment; filename=a__b_.stl"],
    ['"quoted".stl', 'attachment; filename="\\"quoted\\".stl"'],
  ])("names the file %j as every system can keep it", async (name, disposition) => {
    const { id } = await createStudio();
    const objectKey = `studios/${id}/models/${crypto.randomUUID()}`;
    await env.MODELS.put(objectKey, content);
    const links = await downloadLinks({ studioId: id, secret: env.LINK_SECRET, baseUrl: "https://studio.example" }, [
      {
        item: { id: 1, originalFileName: name },
        model: { objectKey, sizeBytes: content.length, sha256: "0".repeat(64), format: "stl" },
      },
    ]);
    const response = await get(String(links.get(1)), {}, "HEAD");
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Disposition")).toBe(disposition);
  });

  it("stays short under the longest name, and cuts that before its extension and beside a character", async () => {
    const { url } = await linkOf(modelFile(content, `${"👩🏽‍🚀".repeat(30)}Ж.stl`));
    expect(url.length).toBeLessThan(500);
    const disposition = (await get(url, {}, "HEAD")).headers.get("Content-Disposition") ?? "";
    const name = decodeURIComponent(disposition.split("''")[1] ?? "");
    expect(name).toMatch(/^(?:👩🏽‍🚀)+\.stl$/u);
  });

  it("costs one read of the bucket and no database, for a range too", async () => {
    const { url } = await linkOf();
    const refuses = new Proxy(env.DB, { get: () => () => expect.fail("the database was asked") });
    const reads: string[] = [];
    const bucket = new Proxy(env.MODELS, {
      get: (real, name) => {
        reads.push(String(name));
        return Reflect.get(real, name).bind(real);
      },
    });
    for (const range of [undefined, "bytes=10-19"]) {
      reads.length = 0;
      const request = new Request(url, range === undefined ? {} : { headers: { Range: range } });
      const response = await worker.fetch(request, { ...env, DB: refuses, MODELS: bucket }, createExecutionContext());
      expect(response.status).toBe(range === undefined ? 200 : 206);
      await response.arrayBuffer();
      expect(reads).toEqual(["get"]);
    }
  });

  it("is 404 when its file is deleted", async () => {
    const { studio, url } = await linkOf();
    const [model] = await studio.db.select(models);
    await env.MODELS.delete(model?.objectKey ?? "");
    expect((await get(url)).status).toBe(404);
    expect((await get(url, {}, "HEAD")).status).toBe(404);
  });

  it("gives each of an order's items its own file and type", async () => {
    const [first, second] = [asciiStl(cube(10)), obj(cube(10))];
    const { urls } = await orderWith([modelFile(first, "a.stl"), modelFile(second, "b.obj")]);
    const responses = await Promise.all(urls.map((url) => get(url)));
    expect(responses.map(({ headers }) => headers.get("Content-Type"))).toEqual(["model/stl", "model/obj"]);
    const [firstFile, secondFile] = await Promise.all(responses.map((response) => response.bytes()));
    expect(firstFile).toEqual(first);
    expect(secondFile).toEqual(second);
  });

  it("answers HEAD with the same headers and no body", async () => {
    const { url } = await linkOf();
    const response = await get(url, {}, "HEAD");
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Length")).toBe(String(content.length));
    expect(await response.text()).toBe("");
  });

  it.each([
    ["bytes=0-99", 0, 100],
    ["BYTES=0-99", 0, 100],
    ["bytes=0-99, ,", 0, 100],
    ["bytes=100-", 100, content.length - 100],
    ["bytes=-84", content.length - 84, 84],
    [`bytes=600-${content.length * 2}`, 600, content.length - 600],
    [`bytes=-${content.length}`, 0, content.length],
    [`bytes=-${content.length + 1}`, 0, content.length],
    ["bytes=-99999999999999999999", 0, content.length],
  ])("gives the range %s", async (range, offset, length) => {
    const { url } = await linkOf();
    const response = await get(url, { Range: range });
    expect(response.status).toBe(206);
    expect(response.headers.get("Content-Range")).toBe(`bytes ${offset}-${offset + length - 1}/${content.length}`);
    expect(response.headers.get("Content-Length")).toBe(String(length));
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(content.slice(offset, offset + length));
  });

  it("answers 416 for a range beyond the file, and the whole file for ranges it does not serve", async () => {
    const { url } = await linkOf();
    const beyond = await get(url, { Range: `bytes=${content.length}-` });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get("Content-Range")).toBe(`bytes */${content.length}`);
    for (const headers of [
      { Range: "bytes=0-1,5-6" },
      { Range: "lines=1-2" },
      { Range: "bytes=5-1" },
      { Range: "bytes=0-9", "If-Range": '"another"' },
    ]) {
      const response = await get(url, headers as Record<string, string>);
      expect(response.status).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBe(content.length);
    }
  });

  it("answers 304 to If-None-Match with the ETag, and 206 to If-Range with it", async () => {
    const { url } = await linkOf();
    const etag = (await get(url, {}, "HEAD")).headers.get("ETag") ?? "";
    for (const tags of [etag, `"x", W/${etag}`, "*"]) {
      const response = await get(url, { "If-None-Match": tags });
      expect(response.status).toBe(304);
      expect(await response.text()).toBe("");
    }
    const rest = await get(url, { Range: "bytes=10-", "If-Range": etag });
    expect(rest.status).toBe(206);
    await rest.arrayBuffer();
  });

  it("works for one hour and then is 404", async () => {
    const { url } = await linkOf();
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(start + HOUR - 5000);
    const early = await get(url);
    expect(early.status).toBe(200);
    await early.arrayBuffer();
    vi.setSystemTime(start + HOUR + 1000);
    const late = await get(url);
    expect(late.status).toBe(404);
    expect(await late.json()).toEqual({ data: null, metadata: null, errors: null, errorCode: "errors.notFound" });
  });

  it("is 404 wherever a character of it is changed", async () => {
    const { url } = await linkOf();
    const start = url.lastIndexOf("/") + 1;
    for (let at = start; at < url.length; at++) {
      const changed = url.slice(0, at) + (url[at] === "a" ? "b" : "a") + url.slice(at + 1);
      expect((await get(changed)).status, changed).toBe(404);
    }
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (const letter of letters.replace(url.at(-1) ?? "", "")) {
      expect((await get(url.slice(0, -1) + letter)).status, `ends with ${letter}`).toBe(404);
    }
    for (const token of ["", "x", "AQ", `${url.slice(start)}=`, encodeURIComponent("../models")]) {
      expect((await get(`https://studio.example/files/${token}`)).status).toBe(404);
    }
  });

  it("cannot be put together from two links", async () => {
    const [first, second] = [await linkOf(), await linkOf()];
    const tokenOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);
    const [one, other] = [tokenOf(first.url), tokenOf(second.url)];
    // In steps of three bytes: its form and nonce, the encrypted grant, the tag.
    for (const at of [4, 20, 40, 100, one.length - 24]) {
      expect((await get(`https://studio.example/files/${one.slice(0, at)}${other.slice(at)}`)).status).toBe(404);
    }
  });

  it("works after its secret was replaced while LINK_SECRET_PREVIOUS names the old one, and not after that", async () => {
    const { url } = await linkOf();
    const [old, fresh] = [env.LINK_SECRET, "another secret for links, made later"];
    const ask = (secrets: object) => worker.fetch(new Request(url), { ...env, ...secrets }, createExecutionContext());
    const rotated = await ask({ LINK_SECRET: fresh, LINK_SECRET_PREVIOUS: old });
    expect(rotated.status).toBe(200);
    await rotated.arrayBuffer();
    expect((await ask({ LINK_SECRET: fresh })).status).toBe(404);
  });
});
