// The page of a model: the link to its file, what is known of it, what was repaired.

import { exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { withFlipped, withoutLastTriangle } from "../../../harness/models/damaged-shapes.ts";
import { obj } from "../../../harness/models/obj.ts";
import { ply } from "../../../harness/models/ply.ts";
import { cube, type Shape, triangulated } from "../../../harness/models/shapes.ts";
import { binaryStl } from "../../../harness/models/stl.ts";
import { oneObject, threeMf } from "../../../harness/models/threemf.ts";
import { orderItems } from "../../../src/db/schema.ts";
import { PANEL_ORIGIN, staffOf, textOf } from "../support/panel.ts";
import { addPrinter, itemOf, type PrintShop, printOrder, printShop } from "../support/printing.ts";
import { modelFile } from "../support/requests.ts";

const CUBE = triangulated(cube(20));

const pathOf = ({ base }: PrintShop, order: { readonly id: number; readonly itemIds: readonly number[] }) =>
  `${base}/orders/${order.id}/items/${order.itemIds[0]}/model`;

async function pageOf(shape: Shape) {
  const shop = await printShop();
  const order = await printOrder(shop, { file: modelFile(binaryStl(shape), "part.stl") });
  return textOf(await shop.owner.get(pathOf(shop, order)));
}

describe("the page of a model", () => {
  it("shows size, volume, layers, file, and the minutes and grams of the order", async () => {
    const shop = await printShop();
    const order = await printOrder(shop);
    const answer = await shop.owner.get(pathOf(shop, order));
    expect(answer.status, answer.html).toBe(200);
    const page = textOf(answer);
    expect(page).toContain("Model: part.stl");
    expect(page).toContain("Size 10 × 20 × 30 mm");
    expect(page).toContain("Volume 6 cm³");
    expect(page).toContain("Layers 150");
    expect(page).toContain("File STL, 0.7 kB");
    const { weightHundredthsOfGram } = await itemOf(shop, order.itemIds[0] ?? 0);
    expect(page).toContain(`Weight ${weightHundredthsOfGram / 100} g`);
  });

  it("loads the viewer, which no other page does, and nothing inline", async () => {
    const shop = await printShop();
    const order = await printOrder(shop);
    const { html, headers } = await shop.owner.get(pathOf(shop, order));
    expect(html).toContain('<script type="module" src="/panel/assets/viewer.js"></script>');
    expect(html).not.toMatch(/<script(?![^>]* src=)|style=/);
    expect(headers.get("Content-Security-Policy")).toMatch(/script-src 'self'(;|$)/);
    expect((await shop.owner.get(`${shop.base}/printing`)).html).not.toContain("viewer.js");
  });

  it.each([
    ["stl", binaryStl(CUBE)],
    ["obj", obj(CUBE)],
    ["3mf", threeMf(oneObject(CUBE))],
    ["ply", ply(CUBE)],
  ] as const)("names the file's link for a %s, on this very origin", async (format, content) => {
    const shop = await printShop();
    const order = await printOrder(shop, { file: modelFile(content, `part.${format}`) });
    const { html } = await shop.owner.get(pathOf(shop, order));
    expect(html).toContain(`data-format="${format}"`);
    const [, file = ""] = /data-file="([^"]+)"/.exec(html) ?? [];
    expect(file).toMatch(/^\/files\//);
    const sent = await exports.default.fetch(new URL(file, PANEL_ORIGIN));
    expect(sent.status).toBe(200);
    expect(new Uint8Array(await sent.arrayBuffer())).toEqual(content);
  });

  it("says that nothing had to be repaired, or what was", async () => {
    expect(await pageOf(CUBE)).toContain("Repaired nothing: the surface was closed");
    expect(await pageOf(withoutLastTriangle(CUBE))).toContain("Repaired 1 hole was filled");
    expect(await pageOf(withFlipped(CUBE, (triangle) => triangle < 2))).toContain(
      "Repaired 2 triangles were turned to face outward",
    );
  });

  it("says honestly what is no longer known, and shows the rest", async () => {
    const shop = await printShop();
    const order = await printOrder(shop);
    await shop.studio.db.update(orderItems, { printingQualityId: null }, undefined);
    const page = textOf(await shop.owner.get(pathOf(shop, order)));
    expect(page).toContain("Size not known any more");
    expect(page).toContain("Repaired not known any more");
    expect(page).toContain("File STL");
  });

  it("shows a file's name as text", async () => {
    const shop = await printShop();
    const order = await printOrder(shop);
    await shop.studio.db.update(orderItems, { originalFileName: '"><script>alert(1)</script>' }, undefined);
    const { html } = await shop.owner.get(pathOf(shop, order));
    expect(html).not.toContain("<script>alert");
  });

  it("is there for staff too, and for nobody else", async () => {
    const [shop, other] = [await printShop(), await printShop()];
    const [order, foreign] = [await printOrder(shop), await printOrder(other)];
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

  it("is 404 for an item without a file", async () => {
    const shop = await printShop();
    await addPrinter(shop);
    const order = await printOrder(shop);
    const ofItem = eq(orderItems.id, order.itemIds[0] ?? 0);
    await shop.studio.db.update(orderItems, { modelId: null, productTitle: "Vase" }, ofItem);
    expect((await shop.owner.get(pathOf(shop, order))).status).toBe(404);
  });
});
