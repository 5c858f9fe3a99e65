// GET /photos/{studio}/{photo}: products' photos for everyone, kept by browsers for ever, and nothing but photos.

import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { idOf, productRow } from "../../harness/catalog-rows.ts";
import { products } from "../../src/db/schema.ts";
import { panelStudio, posted } from "./support/panel.ts";
import { photoFile } from "./support/photos.ts";

const ORIGIN = "https://studio.example";

const get = (path: string, init: RequestInit = {}) => exports.default.fetch(new Request(`${ORIGIN}${path}`, init));

/** A product with one photo of a studio's. */
async function photographed() {
  const panel = await panelStudio();
  const id = idOf((await panel.studio.db.insert(products, productRow({ photos: [] })))[0]);
  const file = photoFile("png");
  const path = `${panel.base}/catalog/products/${id}/photos`;
  await posted(panel.owner, path, { photos: file });
  const [product] = await panel.studio.db.select(products);
  return { panel, path, photo: product?.photos[0] ?? "", bytes: await file.arrayBuffer() };
}

describe("GET /photos/{studio}/{photo}", () => {
  it("answers the photo without a key, to be kept for ever, to any site, as nothing that could run", async () => {
    const { photo, bytes } = await photographed();
    const response = await get(photo, { headers: { Origin: "https://some-studio.example" } });
    expect(response.status).toBe(200);
    expect(await response.arrayBuffer()).toEqual(bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": "100",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "cross-origin",
      "access-control-allow-origin": "*",
    });
  });

  it("answers 304 to a holder of its tag, and the headers alone to HEAD", async () => {
    const { photo } = await photographed();
    const etag = (await get(photo)).headers.get("ETag") ?? "";
    const again = await get(photo, { headers: { "If-None-Match": `W/${etag}` } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const head = await get(photo, { method: "HEAD" });
    expect([head.status, head.headers.get("Content-Length"), await head.text()]).toEqual([200, "100", ""]);
  });

  it("answers 404 for a path of no photo of this studio, or with another extension", async () => {
    const { photo, panel } = await photographed();
    const uuid = photo.slice(-40, -4);
    for (const path of [
      photo.replace(".png", ".jpg"),
      photo.replace(".png", ".svg"),
      photo.replace(".png", ""),
      `/photos/${panel.studio.id + 1}/${uuid}.png`,
      `/photos/0/${uuid}.png`,
      `/photos/${panel.studio.id}/${crypto.randomUUID()}.png`,
      `/photos/${panel.studio.id}/..%2fmodels%2f${uuid}.png`,
      `/photos/${panel.studio.id}`,
    ]) {
      for (const method of ["GET", "HEAD"]) {
        const response = await get(path, { method, headers: { "If-None-Match": `"${uuid}"` } });
        expect(response.status, path).toBe(404);
      }
    }
  });

  it("answers 404 once the photo was removed", async () => {
    const { panel, path, photo } = await photographed();
    await posted(panel.owner, `${path}/remove`, { photo });
    expect((await get(photo)).status).toBe(404);
    expect((await get(photo, { headers: { "If-None-Match": "*" } })).status).toBe(404);
  });
});
