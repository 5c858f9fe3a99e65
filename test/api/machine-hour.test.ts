// An hour on a machine profile: its rate or the studio's, with electricity, alike at every door.

import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { machineProfileRow, materialRow, qualityRow, studioRow } from "../../harness/catalog-rows.ts";
import { binaryStl, box } from "../../harness/models.ts";
import { STANDARD_PROFILE } from "../../harness/profiles/standard-profile.ts";
import type { MachineProfile } from "../../src/db/machine-profile-record.ts";
import { machineProfiles, orderItems } from "../../src/db/schema.ts";
import { pricingSettingsOf, type Studio } from "../../src/db/studio-record.ts";
import { currencyOf } from "../../src/domain/currency.ts";
import { toCostBreakdown } from "../../src/items/item.schema.ts";
import { hourOn, priceResolvedItem } from "../../src/items/price-item.ts";
import type { ResolvedItem } from "../../src/items/resolve-items.ts";
import { EXAMPLE_DEFAULTS, exampleSchema, priceExample } from "../../src/panel/prices/worked-example.ts";
import { visibleLines } from "../../src/quotes/visible-lines.ts";
import { addForTechnology, addMachine, addMaterial, addQuality } from "./support/catalog.ts";
import { orderOfBox, placed } from "./support/orders.ts";
import { type Breakdown, cents, type Money, modelFile, post, sumOfBreakdown } from "./support/requests.ts";
import { createStudio, type TestStudio } from "./support/studio.ts";

type Material = ResolvedItem["material"];
type Quality = ResolvedItem["quality"];

/** A row as the database answers it: harness rows state every column that these tests read. */
const studioOf = (row: Partial<Studio> = {}) =>
  ({ id: 1, ...studioRow(), electricityPriceMinor: null, quantityTiers: null, ...row }) as Studio;
const machineOf = (row: Partial<MachineProfile> = {}) =>
  ({
    ...{ id: 7, studioId: 1, timeCorrectionBasisPoints: 10_000, materialCorrectionBasisPoints: 10_000 },
    ...{ hourlyRateMinor: null, powerWatts: null, ...machineProfileRow({ name: "XL" }), ...row },
  }) as MachineProfile;

describe("an hour on a machine", () => {
  it.each([
    { on: "no machine", machine: undefined, electricity: 950, perHour: 6_000, machineHour: undefined },
    { on: "one that states nothing", machine: machineOf(), electricity: 950, perHour: 6_000, machineHour: undefined },
    {
      on: "one with a rate of its own",
      machine: machineOf({ hourlyRateMinor: 7_550 }),
      electricity: 950,
      perHour: 7_550,
      machineHour: { machineProfileId: 7, name: "XL", hourlyRate: 7_550, electricityPerHour: 0 },
    },
    {
      on: "one that is free of charge",
      machine: machineOf({ hourlyRateMinor: 0 }),
      electricity: null,
      perHour: 0,
      machineHour: { machineProfileId: 7, name: "XL", hourlyRate: 0, electricityPerHour: 0 },
    },
    {
      // 120 W × 9.50 / 1000 = 1.14
      on: "one with a power alone",
      machine: machineOf({ powerWatts: 120 }),
      electricity: 950,
      perHour: 6_114,
      machineHour: { machineProfileId: 7, name: "XL", hourlyRate: 6_000, electricityPerHour: 114 },
    },
    {
      // 210 W × 9.50 / 1000 = 1.995, up
      on: "one with both",
      machine: machineOf({ hourlyRateMinor: 6_500, powerWatts: 210 }),
      electricity: 950,
      perHour: 6_700,
      machineHour: { machineProfileId: 7, name: "XL", hourlyRate: 6_500, electricityPerHour: 200 },
    },
    {
      on: "one with a power, without a price of electricity",
      machine: machineOf({ powerWatts: 120 }),
      electricity: null,
      perHour: 6_000,
      machineHour: undefined,
    },
    {
      // 1 W × 4.99 / 1000 = 0.00499, down to nothing
      on: "one whose electricity rounds to nothing",
      machine: machineOf({ powerWatts: 1 }),
      electricity: 499,
      perHour: 6_000,
      machineHour: undefined,
    },
  ])("costs $perHour on $on, with electricity at $electricity", ({ machine, electricity, perHour, machineHour }) => {
    const studio = studioOf({ electricityPriceMinor: electricity });
    expect(hourOn(machine, pricingSettingsOf(studio, "studio"))).toEqual({ perHour, machineHour });
  });
});

describe("every price on a machine profile", () => {
  const amount = fc.nat({ max: 100_000 });
  const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values);
  const priced = fc.record({
    minutes: fc.integer({ min: 1, max: 5_000 }),
    /** Thousandths of a cm³. */
    volume: fc.integer({ min: 1, max: 500_000 }),
    quantity: fc.integer({ min: 1, max: 999 }),
    studio: fc.record({
      hourlyRateMinor: amount,
      setupCostMinor: amount,
      minimumPriceMinor: amount,
      markupBasisPoints: fc.nat({ max: 20_000 }),
      electricityPriceMinor: orNull(fc.nat({ max: 5_000 })),
    }),
    machine: fc.record({
      hourlyRateMinor: orNull(amount),
      powerWatts: orNull(fc.integer({ min: 1, max: 20_000 })),
      timeCorrectionBasisPoints: fc.integer({ min: 2_500, max: 40_000 }),
      heatUpMinutes: fc.nat({ max: 240 }),
    }),
  });

  it("can be redone by hand from its breakdown, and is the same in the API, on the order page and in the worked example", () => {
    fc.assert(
      fc.property(priced, ({ minutes, volume, quantity, studio: prices, machine: { heatUpMinutes, ...stated } }) => {
        const studio = studioOf(prices);
        const machine = machineOf({ ...stated, parameters: { heatUpMinutes } });
        const material = { id: 1, studioId: 1, ...materialRow() } as Material;
        const item: ResolvedItem = {
          choice: { materialId: 1, printingQualityId: 1, finishingIds: [], quantity },
          material,
          quality: { id: 1, studioId: 1, ...qualityRow() } as Quality,
          machine,
          finishings: [],
          profile: STANDARD_PROFILE,
        };
        const slice = {
          printSeconds: 60 * minutes,
          materialCubicMm: volume,
          engine: "any",
          solidCubicMm: volume,
          layers: 100,
          dimensionsMm: { x: 20, y: 20, z: 20 },
        };
        const { price, breakdown, perUnitPrice, printMinutes } = priceResolvedItem(
          item,
          slice,
          pricingSettingsOf(studio, "studio"),
          undefined,
        );

        const { hourlyRate } = toCostBreakdown(breakdown, currencyOf(1));
        const perHour =
          hourlyRate === undefined
            ? prices.hourlyRateMinor
            : centsOf(hourlyRate.hourlyRate.amount) + centsOf(hourlyRate.electricityPerHour.amount);
        const electricity = halfUp(stated.powerWatts ?? 0, prices.electricityPriceMinor ?? 0, 1_000);
        expect(perHour).toBe((stated.hourlyRateMinor ?? prices.hourlyRateMinor) + electricity);
        const starts = breakdown.startUp ?? { cost: 0, prints: 0, minutesPerPrint: 0, hundredthsOfGramPerPrint: 0 };
        const ofCopy = (printMinutes - starts.prints * starts.minutesPerPrint) / quantity;
        expect(halfUp(ofCopy, perHour, 60) * quantity).toBe(breakdown.timeCost);
        const start =
          halfUp(starts.hundredthsOfGramPerPrint, material.costPerKgMinor, 100_000) +
          halfUp(starts.minutesPerPrint, perHour, 60);
        expect((start + halfUp(start, prices.markupBasisPoints, 10_000)) * starts.prints).toBe(starts.cost);

        const lines = visibleLines({ breakdown, perUnitPrice }, quantity);
        expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(price);

        const typed = { exampleMinutes: String(minutes), exampleVolume: String(volume / 1000) };
        const example = exampleSchema.parse({ ...EXAMPLE_DEFAULTS, ...typed, exampleQuantity: String(quantity) });
        const worked = priceExample(studio, example, material, [], machine);
        expect(worked?.all).toEqual({ price, perUnitPrice, printMinutes, ...weightOf(breakdown), breakdown });
        expect(worked?.settings.hourlyRate).toBe(perHour);
      }),
      { numRuns: 500 },
    );
  });

  function weightOf({ weightHundredthsOfGram }: { readonly weightHundredthsOfGram: number }) {
    return { weightHundredthsOfGram };
  }

  const centsOf = (decimal: string) => Math.round(Number(decimal) * 100);

  /** a × b / divisor, halves up, of whole numbers. */
  function halfUp(a: number, b: number, divisor: number): number {
    const [product, parts] = [BigInt(a) * BigInt(b), BigInt(divisor)];
    return Number(product / parts + (2n * (product % parts) >= parts ? 1n : 0n));
  }
});

describe("a quote on a machine that states an hourly rate and its power", () => {
  interface Quote {
    readonly totalPrice: Money;
    readonly breakdown: Breakdown & {
      readonly startUp: { readonly prints: number; readonly minutesPerPrint: number } | null;
      readonly hourlyRate?: {
        readonly machineProfileId: number;
        readonly name: string;
        readonly hourlyRate: Money;
        readonly electricityPerHour: Money;
      };
    };
  }

  const part = () => modelFile(binaryStl(box([0, 0, 0], [20, 20, 4])), "part.stl");
  let studio: TestStudio;
  let materialId: number;
  let machineId: number;
  let printingQualityId: number;

  beforeAll(async () => {
    studio = await createStudio({ hourlyRateMinor: 6000, markupBasisPoints: 1000, electricityPriceMinor: 950 });
    materialId = await addMaterial(studio);
    const own = { hourlyRateMinor: 7550, powerWatts: 210, parameters: { heatUpMinutes: 5 } };
    machineId = await addMachine(studio, { name: "XL", ...own });
    printingQualityId = await addQuality(studio, { machineProfileId: machineId });
  });

  const change = (row: Partial<MachineProfile>) =>
    studio.db.update(machineProfiles, row, eq(machineProfiles.id, machineId));

  const quote = async (choice: object = { materialId, printingQualityId }) => {
    const { status, body } = await post<Quote>(studio, "/quotes", { ...choice, model: part(), quantity: 3 });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(sumOfBreakdown(body.data.breakdown)).toBe(cents(body.data.totalPrice));
    return body.data;
  };

  it("prices copies and starts at the sum of both amounts, and names the machine", async () => {
    const { breakdown } = await quote();
    expect(breakdown.hourlyRate).toMatchObject({
      ...{ machineProfileId: machineId, name: "XL" },
      ...{ hourlyRate: { amount: "75.50" }, electricityPerHour: { amount: "2.00" } },
    });
    const ofCopy = (breakdown.printDurationMinutes - 5) / 3;
    expect(cents(breakdown.timeCost)).toBe(3 * Math.round((ofCopy * 7750) / 60));
    // 5 min × 77.50 / 60 = 6.4583; with a markup of 10 %: 6.46 + 0.65.
    expect([breakdown.startUp?.minutesPerPrint, cents(breakdown.startUpCost)]).toEqual([5, 711]);
  });

  it("equals the price of GET /models/{modelId}/prices, and an order keeps it with the machine's name of that time", async () => {
    const before = await quote();
    const model = await post<{ modelId: string }>(studio, "/models", { model: part() });
    const query = `printingQualityIds=${printingQualityId}&materialIds=${materialId}&quantity=3`;
    const [prices] = await studio.data<{ prices: { totalPrice: Money }[] }[]>(
      `/models/${model.body.data.modelId}/prices?${query}`,
    );
    expect(prices?.prices.map(({ totalPrice }) => totalPrice)).toEqual([before.totalPrice]);
    const items = JSON.stringify([{ materialId, printingQualityId, quantity: 3 }]);
    const order = await placed(studio, orderOfBox({ materialId, printingQualityId }, { "models[]": [part()], items }));
    await change({ name: "XL, retired", hourlyRateMinor: 100 });
    const kept = await studio.data<{ items: { costBreakdown: Quote["breakdown"] }[] }>(`/orders/${order.id}`);
    expect(kept.items[0]?.costBreakdown).toEqual(before.breakdown);
    await change({ name: "XL", hourlyRateMinor: 7550 });
    const [stored] = await studio.db.select(orderItems, eq(orderItems.id, order.items[0]?.id ?? 0));
    expect(stored?.costBreakdown?.hourlyRate).toEqual({
      ...{ machineProfileId: machineId, name: "XL", hourlyRate: 7550, electricityPerHour: 200 },
    });
  });

  it("is at the studio's rate where the machine states none, with no field of the breakdown more than before", async () => {
    await change({ hourlyRateMinor: null });
    expect((await quote()).breakdown.hourlyRate).toMatchObject({
      ...{ hourlyRate: { amount: "60.00" }, electricityPerHour: { amount: "2.00" } },
    });
    await change({ powerWatts: null });
    const { breakdown } = await quote();
    expect(Object.keys(breakdown)).not.toContain("hourlyRate");
    const ofCopy = (breakdown.printDurationMinutes - 5) / 3;
    expect(cents(breakdown.timeCost)).toBe(3 * Math.round((ofCopy * 6000) / 60));
    expect(await studio.data("/me")).toMatchObject({ pricing: { hourlyRate: "60.00" } });
    await change({ hourlyRateMinor: 7550, powerWatts: 210 });
  });

  it("is not asked of resin, which has no machine profile", async () => {
    const { breakdown } = await quote(await addForTechnology(studio, 4, { machineProfileId: machineId }));
    expect(Object.keys(breakdown)).not.toContain("hourlyRate");
  });
});
