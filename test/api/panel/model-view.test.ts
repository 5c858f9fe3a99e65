// The page of a model: the link to its file, its measures, its repairs.

import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { withFlipped, withoutLastTriangle } from "../../../harness/models/damaged-shapes.ts";
import { obj } from "../../../harness/models/obj.ts";
import { ply } from "../../../harness/models/ply.ts";
import { cube, triangulated } from "../../../harness/models/shapes.ts";
import { stepOfShape } from "../../../harness/models/step.ts";
import { binaryStl } from "../../../harness/models/stl.ts";
import { oneObject, threeMf } from "../../../harness/models/threemf.ts";
import { models, orderItems } from "../../../src/db/schema.ts";
import { r2ModelFiles } from "../../../src/platform/r2/model-files.ts";
import { Browser, PANEL_ORIGIN, panelStudio, staffOf } from "../support/panel.ts";
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

/** The bytes of a binary STL with the 12 triangles of a box. */
const BOX_MESH_BYTES = 84 + 50 * 12;

const FILES = {
  part: partFile(),
  stl: modelFile(binaryStl(CUBE), "part.stl"),
  obj: modelFile(obj(CUBE), "part.obj"),
  "3mf": modelFile(threeMf(oneObject(CUBE)), "part.3mf"),
  ply: modelFile(ply(CUBE), "part.ply"),
  holed: modelFile(binaryStl(withoutLastTriangle(CUBE)), "holed.stl"),
  flipped: modelFile(binaryStl(withFlipped(CUBE, (triangle) => triangle < 2)), "flipped.stl"),
  step: modelFile(stepOfShape(cube(20)), "bracket.stp"),
  withoutMesh: modelFile(stepOfShape(cube(14)), "old.step"),
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

describe("a STEP model", () => {
  const modelOf = async (name: "stl" | "step" | "withoutMesh") => {
    const { modelId } = await itemOf(shop, itemOfFile(name));
    const [model] = await shop.studio.db.select(models, eq(models.id, modelId ?? 0));
    if (model === undefined) throw new Error(`there is no model of ${name}`);
    return { ...model, mesh: `${shop.base}/models/${model.id}/mesh` };
  };

  it("is shown by its mesh, while both it and its mesh can be downloaded", async () => {
    const { mesh, sizeBytes } = await modelOf("step");
    const { html, text } = await pageOf("step");
    expect(html).toContain(`data-file="${mesh}" data-format="stl" data-size-bytes="${BOX_MESH_BYTES}"`);
    expect(html).toContain("viewer.js");
    expect(html).toContain(`<a class="button" href="${mesh}" download="">Download the mesh (STL)</a>`);
    const [, file = ""] = /href="(\/files\/[^"]+)" download="bracket.stp"/.exec(html) ?? [];
    const original = await exports.default.fetch(new URL(file, PANEL_ORIGIN));
    expect((await original.arrayBuffer()).byteLength).toBe(sizeBytes);
    expect(text).toContain("File STEP");
    expect((await pageOf("stl")).text).not.toContain("Download the mesh");
  });

  it("has a mesh that the person's browser keeps for ever, and saves under the model's name", async () => {
    const { mesh } = await modelOf("step");
    const answer = await shop.owner.download(mesh);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("model/stl");
    expect(answer.headers.get("Content-Disposition")).toBe("attachment; filename=bracket.stl");
    expect(answer.headers.get("Cache-Control")).toBe("private, max-age=31536000, immutable");
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    const bytes = await answer.arrayBuffer();
    expect(bytes.byteLength).toBe(BOX_MESH_BYTES);
    expect(new DataView(bytes).getUint32(80, true)).toBe(12);
    const again = await shop.owner.get(mesh, { "If-None-Match": answer.headers.get("ETag") ?? "" });
    expect([again.status, again.html]).toEqual([304, ""]);
    const known = await shop.owner.get(mesh, { "If-Match": answer.headers.get("ETag") ?? "" });
    expect(known.status).toBe(200);
    const other = await shop.owner.get(mesh, { "If-Match": '"another"' });
    expect([other.status, other.headers.get("Cache-Control")]).toEqual([412, "no-store"]);
    expect((await (await staffOf(shop)).download(mesh)).status).toBe(200);
  });

  it("keeps its mesh from other studios and strangers; a model of triangles has none", async () => {
    const [{ mesh, id }, stl] = await Promise.all([modelOf("step"), modelOf("stl")]);
    const other = await panelStudio();
    const theirs = `${other.base}/models/${id}/mesh`;
    expect((await other.owner.get(mesh)).status).toBe(404);
    expect((await other.owner.get(theirs)).status).toBe(404);
    expect((await shop.owner.get(theirs)).status).toBe(404);
    expect((await shop.owner.get(stl.mesh)).status).toBe(404);
    for (const wrong of ["0", "x", "99999999"]) {
      expect((await shop.owner.get(`${shop.base}/models/${wrong}/mesh`)).status, wrong).toBe(404);
    }
    expect((await new Browser().get(mesh)).status).toBe(303);
  });

  it("offers its mesh beside its file in the order and on the work sheets, on the screen only", async () => {
    const { mesh } = await modelOf("step");
    const { html } = await shop.owner.get(`${shop.base}/orders/${order.id}`);
    expect(html.split("Download the mesh (STL)")).toHaveLength(3);
    expect(html).toContain(`href="${mesh}"`);
    for (const path of [`${order.id}/work-sheet`, `chosen/work-sheets?orders%5B%5D=${order.id}:1`]) {
      const sheet = await shop.owner.get(`${shop.base}/orders/${path}`);
      const links = sheet.html.match(/<p class="row small no-print">.*?<\/p>/g) ?? [];
      expect(links, sheet.html).toHaveLength(2);
      expect(links[0]).toMatch(/<a href="\/files\/[^"]+">Download the model<\/a>/);
      expect(links[0]).toContain(`<a href="${mesh}" download="">Download the mesh (STL)</a>`);
    }
  });

  it("says in words that it cannot be shown without a stored mesh, and is still downloaded", async () => {
    const { objectKey, mesh, sha256 } = await modelOf("withoutMesh");
    await env.MODELS.delete(objectKey.replace("/models/", "/meshes/"));
    expect(await r2ModelFiles(env.MODELS, shop.studio.id).sizeOfMesh(objectKey)).toBeUndefined();
    const { status, html, text } = await pageOf("withoutMesh");
    expect(status, html).toBe(200);
    expect(text).toContain("This STEP file has no 3D view");
    expect(text).toContain("Size 14 × 14 × 14 mm");
    expect(html).toMatch(/href="\/files\/[^"]+" download="old.step"/);
    expect(html).not.toMatch(/viewer\.js|data-model|Download the mesh/);
    for (const headers of [{}, { "If-None-Match": `"${sha256}-mesh"` }]) {
      expect((await shop.owner.get(mesh, headers)).status, JSON.stringify(headers)).toBe(404);
    }
  });
});
