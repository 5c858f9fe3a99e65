// Values as the contract describes them: digits of decimals, counts, and charges by the copy.

import { describe, expect, it } from "vitest";
import { products } from "../../src/db/schema.ts";
import { addFinishing, addMaterial, addQuality } from "./support/catalog.ts";
import { boxes, orderOfBox, placed } from "./support/orders.ts";
import { type Breakdown, cents, type Money, modelFile, post, printingStudio, WAIT } from "./support/requests.ts";
import { createStudio } from "./support/studio.ts";

describe("a decimal", () => {
  it("of a density or a layer height has two or three fraction digits", async () => {
    const studio = await createStudio();
    for (const [milligrams, micrometres] of [
      [1240, 200],
      [1245, 125],
      [1000, 50],
    ] as const) {
      await addMaterial(studio, { densityMilligramsPerCubicCm: milligrams });
      await addQuality(studio, { layerHeightMicrometres: micrometres });
    }
    const materials = await studio.data<{ density: string }[]>("/materials");
    expect(materials.map(({ density }) => density)).toEqual(["1.24", "1.245", "1.00"]);
    const qualities = await studio.data<{ layerHeight: string }[]>("/printing-qualities");
    expect(qualities.map(({ layerHeight }) => layerHeight)).toEqual(["0.20", "0.125", "0.05"]);
  });

  it("of an amount has two fraction digits, wherever one stands", async () => {
    const { studio, ...ids } = await printingStudio();
    const order = await placed(studio, orderOfBox(ids));
    const amounts = [...JSON.stringify(order).matchAll(/"amount":"([^"]*)"/g)].map(([, amount]) => amount);
    expect(amounts.length).toBeGreaterThan(5);
    for (const amount of amounts) expect(amount).toMatch(/^-?\d+\.\d\d$/);
    const { pricing } = await studio.data<{ pricing: Record<string, string> }>("/me");
    for (const name of ["minimumPrice", "hourlyRate", "setupCost"]) expect(pricing[name], name).toMatch(/^\d+\.\d\d$/);
  });
});

describe("a list", () => {
  it("of the catalog is whole: it has the inactive entries and those not on offer", async () => {
    const studio = await createStudio();
    await addMaterial(studio, { status: "inactive" });
    await addQuality(studio, { isActive: false });
    const times = { createdAt: Date.now(), updatedAt: Date.now() };
    await studio.db.insert(products, {
      title: "Vase",
      description: null,
      photos: [],
      priceMinor: 45_000,
      leadTimeDays: null,
      isActive: false,
      ...times,
    });
    expect(await studio.data("/materials")).toMatchObject([{ status: "inactive" }]);
    expect(await studio.data("/printing-qualities")).toMatchObject([{ isActive: false }]);
    expect(await studio.data("/products")).toMatchObject([{ isActive: false }]);
  });
});

describe("an amount", () => {
  it("of a finishing is for one copy", async () => {
    const { studio, ...ids } = await printingStudio();
    const finishing = await addFinishing(studio, { priceMinor: 333 });
    const { body } = await post<{ breakdown: Breakdown }>(studio, "/quotes", {
      ...ids,
      finishingIds: `[${finishing}]`,
      quantity: 3,
      model: modelFile(boxes.small),
    });
    expect(cents(body.data.breakdown.postProcessingCost)).toBe(3 * 333);
  });

  it("is of one copy if no quantity is sent, in a quote and in an order", async () => {
    const { studio, ...ids } = await printingStudio();
    const model = modelFile(boxes.small);
    const { body } = await post<{ quantity: number; totalPrice: Money }>(studio, "/quotes", { ...ids, model });
    expect(body.data.quantity).toBe(1);
    const order = await placed(studio, orderOfBox(ids));
    expect(order.items).toMatchObject([{ quantity: 1, price: body.data.totalPrice }]);
  });
});

describe("a job", () => {
  it("counts its items from 0, in the order of the request, and its progress to 100", async () => {
    const { studio, ...ids } = await printingStudio();
    const fields = orderOfBox(ids, {
      items: JSON.stringify([ids, ids]),
      "models[]": [modelFile(boxes.flat, "first.stl"), modelFile(boxes.small, "second.stl")],
    });
    const accepted = await post<{ jobId: string }>(studio, "/orders", fields, { Prefer: "wait=0" });
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(202);
    const job = await studio.data<{ status: string }>(`/slicing-jobs/${accepted.body.data.jobId}`, { headers: WAIT });
    expect(job).toMatchObject({
      status: "done",
      progress: 100,
      items: [
        { index: 0, originalFileName: "first.stl", progress: 100 },
        { index: 1, originalFileName: "second.stl", progress: 100 },
      ],
    });
  });
});
