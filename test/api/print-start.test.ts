// A print's start in prices: once per print, however many copies lie on the bed.

import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { binaryStl, box } from "../../harness/models.ts";
import { itemFigures, machineProfiles, orderItems } from "../../src/db/schema.ts";
import { addForTechnology, addMachine, addMaterial, addQuality } from "./support/catalog.ts";
import { orderOfBox, placed } from "./support/orders.ts";
import { type Breakdown, cents, type Money, modelFile, post, sumOfBreakdown } from "./support/requests.ts";
import { createStudio, type TestStudio } from "./support/studio.ts";

interface Quote {
  readonly totalPrice: Money;
  readonly perUnitPrice: Money;
  readonly setupCost: Money;
  readonly printingTime: number;
  readonly weight: string;
  readonly breakdown: Breakdown & Record<"startUp" | "correction", unknown> & { printDurationMinutes: number };
}

/** 20 × 20 × 4 mm: of it, four lie on a bed of 46 × 46 mm with 6 mm between them. */
const part = () => modelFile(binaryStl(box([0, 0, 0], [20, 20, 4])), "part.stl");
const STARTS = { heatUpMinutes: 4.5, levellingMinutes: 2, endMinutes: 1, primeGrams: 1.5, bedXMm: 46, bedYMm: 46 };

let studio: TestStudio;
let materialId: number;
let plain: number;
let onMachine: number;
let machineId: number;

beforeAll(async () => {
  studio = await createStudio({ hourlyRateMinor: 6000, setupCostMinor: 1500, markupBasisPoints: 1000 });
  materialId = await addMaterial(studio, { costPerKgMinor: 60_000 });
  plain = await addQuality(studio);
  machineId = await addMachine(studio, { name: "MK4S", parameters: STARTS });
  onMachine = await addQuality(studio, { machineProfileId: machineId });
});

const quote = async (printingQualityId: number, quantity: number) => {
  const { status, body } = await post<Quote>(studio, "/quotes", {
    materialId,
    printingQualityId,
    model: part(),
    quantity,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};

describe("a quote on a machine whose prints take time to start", () => {
  // One start: 7.5 min, 8: 8.00. 1.5 g of 600.00 a kilogram: 0.90. Markup of 10 %: 0.89. Together 9.79.
  it.each([
    { quantity: 1, prints: 1, cost: 979 },
    { quantity: 4, prints: 1, cost: 979 },
    { quantity: 5, prints: 2, cost: 1958 },
    { quantity: 10, prints: 3, cost: 2937 },
  ])("has $prints starts for $quantity copies, to the cent", async ({ quantity, prints, cost }) => {
    const [without, withStarts] = [await quote(plain, quantity), await quote(onMachine, quantity)];
    const { breakdown } = withStarts;
    expect(cents(breakdown.startUpCost)).toBe(cost);
    expect(breakdown.startUp).toEqual({ prints, copiesPerPrint: 4, minutesPerPrint: 8, gramsPerPrint: 1.5 });
    expect(sumOfBreakdown(breakdown)).toBe(cents(withStarts.totalPrice));
    expect(cents(withStarts.totalPrice)).toBe(cents(without.totalPrice) + cost);
    expect(withStarts.perUnitPrice).toEqual(without.perUnitPrice);
    expect(cents(withStarts.setupCost)).toBe(1500 + cost);
    expect(cents(withStarts.perUnitPrice) * quantity + cents(withStarts.setupCost)).toBe(cents(withStarts.totalPrice));
    expect(withStarts.printingTime).toBe(without.printingTime + 8 * prints);
    expect(Number(withStarts.weight)).toBeCloseTo(Number(without.weight) + 1.5 * prints, 6);
  });

  it("says in the breakdown that nothing of it is priced if the quality names no machine", async () => {
    const { breakdown } = await quote(plain, 3);
    expect(breakdown).toMatchObject({ startUpCost: { amount: "0.00" }, startUp: null, correction: null });
  });

  it("equals the price of GET /models/{modelId}/prices for the same quantities, and an order's", async () => {
    const model = await post<{ modelId: string }>(studio, "/models", { model: part() });
    const query = `printingQualityIds=${onMachine}&materialIds=${materialId}&quantity=1,10`;
    const [prices] = await studio.data<{ printingTime: number; prices: { totalPrice: Money }[] }[]>(
      `/models/${model.body.data.modelId}/prices?${query}`,
      { headers: { Prefer: "wait=30" } },
    );
    const [one, ten] = [await quote(onMachine, 1), await quote(onMachine, 10)];
    expect(prices?.prices.map(({ totalPrice }) => totalPrice)).toEqual([one.totalPrice, ten.totalPrice]);
    expect(prices?.printingTime).toBe(one.printingTime - 8);

    const ids = { materialId, printingQualityId: onMachine };
    const order = await placed(
      studio,
      orderOfBox(ids, { "models[]": [part()], items: JSON.stringify([{ ...ids, quantity: 10 }]) }),
    );
    expect(order.items[0]?.price).toEqual(ten.totalPrice);
    expect(order.items[0]?.costBreakdown).toEqual(ten.breakdown);
    const [figures] = await studio.db.select(itemFigures, eq(itemFigures.orderItemId, order.items[0]?.id ?? 0));
    expect(figures).toMatchObject({ machineProfileId: machineId, realMinutes: null });
    // Sliced seconds are finer than the minutes of ten copies, each rounded.
    expect(Math.abs((figures?.slicedSeconds ?? 0) / 60 - ten.printingTime)).toBeLessThanOrEqual(0.5 * 10 + 0.5 * 3);
    expect(figures?.slicedHundredthsOfGram).toBe(Math.round(100 * Number(ten.weight)));

    // As orders were written before a print's start was priced.
    const stored = await studio.db.select(orderItems, eq(orderItems.id, order.items[0]?.id ?? 0));
    const { startUp: _, ...before } = stored[0]?.costBreakdown ?? {};
    await studio.db.update(orderItems, { costBreakdown: before as never }, eq(orderItems.id, order.items[0]?.id ?? 0));
    const read = await studio.data<{ items: { costBreakdown: object }[] }>(`/orders/${order.id}`);
    expect(read.items[0]?.costBreakdown).toMatchObject({ startUpCost: { amount: "0.00" }, startUp: null });
  });

  it("is not asked of resin, which has no machine profile", async () => {
    const resin = await addForTechnology(studio, 4, { machineProfileId: machineId });
    const { body } = await post<Quote>(studio, "/quotes", { ...resin, model: part(), quantity: 2 });
    expect(body.data.breakdown).toMatchObject({ startUpCost: { amount: "0.00" }, startUp: null });
  });
});

describe("a machine whose own numbers are out of bounds by now", () => {
  it("is refused with the number's name, and prices nothing", async () => {
    const parameters = { ...STARTS, heatUpMinutes: 99_999, primeGrams: -3 };
    const quality = await addQuality(studio, { machineProfileId: await addMachine(studio, { parameters }) });
    const { status, body } = await post(studio, "/quotes", { materialId, printingQualityId: quality, model: part() });
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body.errors).toEqual({
      printingQualityId: [
        "cannot be sliced: its heatUpMinutes is 99999, and must be from 0 to 240 min",
        "cannot be sliced: its primeGrams is -3, and must be from 0 to 500 g",
      ],
    });
  });
});

describe("a quote on a machine whose estimates are corrected", () => {
  it("is of the corrected minutes and grams, and states the sliced ones", async () => {
    const corrected = await addMachine(studio, {
      parameters: STARTS,
      timeCorrectionBasisPoints: 11_250,
      materialCorrectionBasisPoints: 9_500,
    });
    const before = await quote(onMachine, 3);
    const quality = await addQuality(studio, { machineProfileId: corrected });
    const after = await quote(quality, 3);
    const sliced = (before.printingTime - 8) / 3;
    // 7.5 × 1.125 = 8.4375, 8.
    expect(after.printingTime).toBe(3 * Math.round(sliced * 1.125) + 8);
    expect(after.breakdown.correction).toMatchObject({
      timePercent: "112.50",
      materialPercent: "95.00",
      slicedMinutes: 3 * sliced,
    });
    expect(sumOfBreakdown(after.breakdown)).toBe(cents(after.totalPrice));
    await studio.db.update(
      machineProfiles,
      { timeCorrectionBasisPoints: 10_000, materialCorrectionBasisPoints: 10_000 },
      eq(machineProfiles.id, corrected),
    );
    expect((await quote(quality, 3)).breakdown).toEqual(before.breakdown);
  });
});
