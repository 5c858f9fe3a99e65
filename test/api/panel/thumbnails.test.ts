// Pictures of models: drawn with the first slice, shown on the panel's pages, given to the studio's people only.

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { withoutFaces } from "../../../harness/models/damaged-shapes.ts";
import { cube, triangulated } from "../../../harness/models/shapes.ts";
import { binaryStl } from "../../../harness/models/stl.ts";
import { models } from "../../../src/db/schema.ts";
import { Browser, panelStudio } from "../support/panel.ts";
import { itemOf, type PrintOrder, type PrintShop, printShop, slicedOrder } from "../support/printing.ts";
import { modelFile, post } from "../support/requests.ts";

let shop: PrintShop;
let order: PrintOrder;
let modelId: number;
beforeAll(async () => {
  shop = await printShop();
  order = await slicedOrder(shop);
  modelId = (await itemOf(shop, order.itemIds[0] ?? 0)).modelId ?? 0;
  // The picture is stored beside the answer with the slice's figures.
  await vi.waitFor(
    async () => expect(await pictureIn(shop, modelId)).toMatchObject({ mediaType: "image/png" }),
    20_000,
  );
}, 60_000);

const pictureOf = ({ base }: Pick<PrintShop, "base">, id: number) => `${base}/models/${id}/thumbnail`;

const keyOf = (model: typeof models.$inferSelect | undefined) => model?.objectKey.split("/").at(-1) ?? "no row";

async function pictureIn(shown: PrintShop, id: number) {
  const { status, headers } = await shown.owner.download(pictureOf(shown, id));
  return { status, mediaType: headers.get("Content-Type"), cached: headers.get("Cache-Control") };
}

describe("a model's picture", () => {
  it("is a PNG that the person's browser keeps for ever, and no other cache", async () => {
    const answer = await shop.owner.download(pictureOf(shop, modelId));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("image/png");
    expect(answer.headers.get("Cache-Control")).toBe("private, max-age=31536000, immutable");
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    expect(bytes.length).toBeLessThan(8_000);
  });

  it("answers 404 to another studio's owner, by either address, and nothing to a browser that is not signed in", async () => {
    const other = await panelStudio();
    expect((await other.owner.get(pictureOf(other, modelId))).status).toBe(404);
    expect((await other.owner.get(pictureOf(shop, modelId))).status).toBe(404);
    expect((await shop.owner.get(pictureOf(other, modelId))).status).toBe(404);
    const stranger = await new Browser().get(pictureOf(shop, modelId));
    expect([stranger.status, stranger.html]).toEqual([303, ""]);
  });

  it.each(["0", "x", "99999999"])("answers 404 for the model %s", async (id) => {
    expect((await shop.owner.get(`${shop.base}/models/${id}/thumbnail`)).status).toBe(404);
  });

  it("is missing for a model that cannot be sliced: a plain box stands for it, which no cache keeps", async () => {
    const broken = modelFile(binaryStl(withoutFaces(triangulated(cube(12)), 2)), "broken.stl");
    const { materialId, printingQualityId } = shop;
    const refused = await post(shop.studio, "/quotes", { model: broken, materialId, printingQualityId });
    expect(refused.status, JSON.stringify(refused.body)).toBe(400);
    const [model] = await shop.studio.db.select(models, eq(models.originalFileName, "broken.stl"));
    const box = { status: 200, mediaType: "image/svg+xml", cached: "no-store" };
    expect(await pictureIn(shop, model?.id ?? 0)).toEqual(box);
    const { objects } = await env.MODELS.list({ prefix: `studios/${shop.studio.id}/thumbnails/` });
    expect(objects.map(({ key }) => key)).toEqual([expect.not.stringContaining(keyOf(model))]);
  });
});

describe("the pages of the panel", () => {
  it.each([
    ["the order", () => `/orders/${order.id}`, 120],
    ["the board", () => "/orders", 64],
    ["the printing queue", () => "/printing", 64],
    ["the work sheet", () => `/orders/${order.id}/work-sheet`, 64],
  ])("show it on %s, in a box of fixed size, under the file's name", async (_, path, width) => {
    const page = await shop.owner.get(shop.base + path());
    expect(page.status).toBe(200);
    const pictures = [...page.html.matchAll(/<img class="model-picture"[^>]*>/g)].map(([tag]) => tag);
    expect(pictures, page.text).toHaveLength(1);
    expect(pictures[0]).toContain(`src="${pictureOf(shop, modelId)}"`);
    expect(pictures[0]).toContain('alt="part.stl"');
    expect(pictures[0]).toContain(`width="${width}" height="${(width * 3) / 4}"`);
  });
});
