// The page of a model: the link to its file, its measures, its repairs.

import { exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { withFlipped, withoutLastTriangle } from "../../../harness/models/damaged-shapes.ts";
import { obj } from "../../../harness/models/obj.ts";
import { ply } from "../../../harness/models/ply.ts";
import { cube, triangulated } from "../../../harness/models/shapes.ts";
import { binaryStl } from "../../../harness/models/stl.ts";
import { oneObject, threeMf } from "../../../harness/models/threemf.ts";
import { orderItems } from "../../../src/db/schema.ts";
import { PANEL_ORIGIN, staffOf } from "../support/panel.ts";
import {
  itemOf,
  type PrintOrder,
  type PrintShop,
  partFile,
  printOrder,
  printShop,
  slicedOrder,
} from "../support/printing.ts";
import { modelFile } from "../support/requests.ts";

const CUBE = triangulated(cube(20));

const FILES = {
  part: partFile(),
  stl: modelFile(binaryStl(CUBE), "part.stl"),
  obj: modelFile(obj(CUBE), "part.obj"),
  "3mf": modelFile(threeMf(oneObject(CUBE)), "part.3mf"),
  ply: modelFile(ply(CUBE), "part.ply"),
  holed: modelFile(binaryStl(withoutLastTriangle(CUBE)), "holed.stl"),
  flipped: modelFile(binaryStl(withFlipped(CUBE, (triangle) => triangle < 2)), "flipped.stl"),
};

const pathOf = ({ base }: PrintShop, { id, itemIds: [itemId] }: PrintOrder) =>
  `${base}/orders/${id}/items/${itemId}/model`;

/** All files are ordered at once: they are sliced side by side. */
let shop: PrintShop;
let order: PrintOrder;
beforeAll(async () => {
  shop = await printShop();
  order = await slicedOrder(shop, { files: Object.values(FILES) });
});

const itemOfFile = (name: keyof typeof FILES) => order.itemIds[Object.keys(FILES).indexOf(name)] ?? 0;
const pageOf = (name: keyof typeof FILES) => shop.owner.get(pathOf(shop, { ...order, itemIds: [itemOfFile(name)] }));

describe("the page of a model", () => {
  it("shows size, volume, layers, file, and the minutes and grams of the order", async () => {
    const answer = await pageOf("part");
    expect(answer.status, answer.html).toBe(200);
    const page = answer.text;
    expect(page).toContain("Model: part.stl");
    expect(page).toContain("Size 10 × 20 × 30 mm");
    expect(page).toContain("Volume 6 cm³");
    expect(page).toContain("Layers 150");
    expect(page).toContain("File STL, 0.7 kB");
    const { weightHundredthsOfGram } = await itemOf(shop, itemOfFile("part"));
    expect(page).toContain(`Weight ${weightHundredthsOfGram / 100} g`);
  });

  it("loads the viewer, which no other page does, and nothing inline", async () => {
    const { html, headers } = await pageOf("part");
    expect(html).toContain('<script type="module" src="/panel/assets/viewer.js"></script>');
    expect(html).not.toMatch(/<script(?![^>]* src=)|style=/);
    expect(headers.get("Content-Security-Policy")).toMatch(/script-src 'self'(;|$)/);
    expect((await shop.owner.get(`${shop.base}/printing`)).html).not.toContain("viewer.js");
  });

  it.each(["stl", "obj", "3mf", "ply"] as const)(
    "names the file's link for a %s, on this very origin",
    async (format) => {
      const { html } = await pageOf(format);
      expect(html).toContain(`data-format="${format}"`);
      const [, file = ""] = /data-file="([^"]+)"/.exec(html) ?? [];
      expect(file).toMatch(/^\/files\//);
      const sent = await exports.default.fetch(new URL(file, PANEL_ORIGIN));
      expect(sent.status).toBe(200);
      expect(new Uint8Array(await sent.arrayBuffer())).toEqual(new Uint8Array(await FILES[format].arrayBuffer()));
    },
  );

  it("tells the repairs, or that there were none", async () => {
    expect((await pageOf("stl")).text).toContain("Repaired nothing: the surface was closed");
    expect((await pageOf("holed")).text).toContain("Repaired 1 hole was filled");
    expect((await pageOf("flipped")).text).toContain("Repaired 2 triangles were turned to face outward");
  });

  it("marks facts that are no longer stored as unknown, and shows the rest", async () => {
    const another = await slicedOrder(shop);
    const ofItem = eq(orderItems.id, another.itemIds[0] ?? 0);
    await shop.studio.db.update(orderItems, { printingQualityId: null }, ofItem);
    const page = (await shop.owner.get(pathOf(shop, another))).text;
    expect(page).toContain("Size not known any more");
    expect(page).toContain("Repaired not known any more");
    expect(page).toContain("File STL");
  });

  it("shows a file's name as text", async () => {
    const other = await printShop();
    const named = await printOrder(other);
    await other.studio.db.update(orderItems, { originalFileName: '"><script>alert(1)</script>' }, undefined);
    const { status, html } = await other.owner.get(pathOf(other, named));
    expect(status).toBe(200);
    expect(html).not.toContain("<script>alert");
  });

  it("is shown to staff too, and answers 404 for another order's item", async () => {
    const other = await printShop();
    const foreign = await printOrder(other);
    expect((await (await staffOf(shop)).get(pathOf(shop, order))).status).toBe(200);
    for (const path of [
      pathOf(other, foreign),
      pathOf(shop, foreign),
      pathOf(shop, { id: order.id, itemIds: foreign.itemIds }),
      pathOf(shop, { id: order.id + 1, itemIds: order.itemIds }),
      `${shop.base}/orders/${order.id}/items/x/model`,
    ]) {
      expect((await shop.owner.get(path)).status, path).toBe(404);
    }
  });

  it("answers 404 for an item without a file", async () => {
    const other = await printShop();
    const sold = await printOrder(other);
    expect((await other.owner.get(pathOf(other, sold))).status).toBe(200);
    await other.studio.db.update(orderItems, { modelId: null, productTitle: "Vase" }, undefined);
    expect((await other.owner.get(pathOf(other, sold))).status).toBe(404);
  });
});
