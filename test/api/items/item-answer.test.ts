// An item as the API writes it: the choice with its defaults, each amount of the breakdown, and the fit.

import { describe, expect, it } from "vitest";
import { currencyOf } from "../../../src/domain/currency.ts";
import { minorUnits, sumMinorUnits } from "../../../src/domain/money.ts";
import { toMoney } from "../../../src/http/contract/money.schema.ts";
import { itemChoiceSchema, toAdjustment, toCostBreakdown, toFit, toWeight } from "../../../src/items/item.schema.ts";
import { priceResolvedItem } from "../../../src/items/price-item.ts";
import { priceOwn } from "../../../src/pricing/price.ts";
import { copies, FINISHING, itemOf, MACHINE, SETTINGS, SLICE } from "./rows.ts";

const CURRENCY = currencyOf(1);
const money = (amount: string) => toMoney(minorUnits(Math.round(Number(amount) * 100)), CURRENCY);

describe("A choice", () => {
  const REQUIRED = { materialId: 1, printingQualityId: 2 };

  it("is of one copy without finishings or a model, if these are not sent or null", () => {
    const expected = { ...REQUIRED, finishingIds: [], quantity: 1 };
    expect(itemChoiceSchema.parse(REQUIRED)).toEqual(expected);
    const nothing = { finishingIds: null, quantity: null, modelId: null };
    expect(itemChoiceSchema.parse({ ...REQUIRED, ...nothing })).toEqual(expected);
    expect(itemChoiceSchema.parse({ ...REQUIRED, modelId: "  " })).toEqual(expected);
  });

  it("keeps the finishings and the quantity that are sent", () => {
    expect(itemChoiceSchema.parse({ ...REQUIRED, finishingIds: [3, 4], quantity: 7 })).toMatchObject({
      ...{ finishingIds: [3, 4], quantity: 7 },
    });
  });
});

describe("A breakdown", () => {
  it("of an item without start, correction, machine's hour or adjustment says null, or leaves the field out", () => {
    const { breakdown } = priceResolvedItem(itemOf(), SLICE, SETTINGS, undefined);
    expect(toCostBreakdown(breakdown, CURRENCY)).toEqual({
      ...{
        materialCost: money("10.00"),
        timeCost: money("60.00"),
        postProcessingCost: money("0.00"),
        markupAmount: money("0.00"),
      },
      ...{
        setupCost: money("0.00"),
        minimumPriceAdjustment: money("0.00"),
        perUnitPrice: money("70.00"),
        markupPercentage: "0.00",
      },
      ...{ finishings: [], totalWeightGrams: 10, printDurationMinutes: 60, startUpCost: money("0.00") },
      ...{ startUp: null, correction: null },
    });
    expect(toAdjustment(breakdown, CURRENCY)).toEqual({});
  });

  it("states each amount, the start of its prints, the correction, the machine's hour and every adjustment", () => {
    const machine = {
      ...{ ...MACHINE, hourlyRateMinor: 9_000, timeCorrectionBasisPoints: 20_000, powerWatts: 1_000 },
      parameters: { heatUpMinutes: 6, primeGrams: 1.5, bedXMm: 86, bedYMm: 66 },
    };
    const settings = {
      ...{ ...SETTINGS, setupCost: minorUnits(500), markupBasisPoints: 1_050, electricityPrice: minorUnits(1_000) },
      quantityTiers: [{ fromQuantity: 2, discountBasisPoints: 550 }],
    };
    const urgent = {
      slug: "urgent",
      name: "Urgent",
      nameInSecondLanguage: null,
      surchargeBasisPoints: 5_000,
      workingDays: 1,
    };
    const finishings = [{ ...FINISHING, id: 3, priceMinor: 250 }];
    const item = itemOf({ machine, finishings, choice: copies(5) });
    const { breakdown } = priceResolvedItem(item, SLICE, settings, urgent);
    const answer = toCostBreakdown(breakdown, CURRENCY);
    expect(answer).toMatchObject({
      ...{ setupCost: money("5.00"), markupPercentage: "10.50", materialCost: money("50.00") },
      finishings: [{ finishingId: 3, name: "Sanding", price: money("12.50") }],
      startUp: { prints: 2, copiesPerPrint: 4, minutesPerPrint: 12, gramsPerPrint: 1.5 },
      correction: { timePercent: "200.00", materialPercent: "100.00", slicedMinutes: 300, slicedGrams: 50 },
      hourlyRate: {
        machineProfileId: 7,
        name: "Printer",
        hourlyRate: money("90.00"),
        electricityPerHour: money("10.00"),
      },
      adjustments: [
        { kind: "tier", name: "2+ · −5.5 %" },
        { kind: "priority", name: "Urgent" },
      ],
    });
    const sum = sumMinorUnits((breakdown.adjustments ?? []).map(({ amount }) => amount));
    expect(answer.adjustment).toEqual(toMoney(sum, CURRENCY));
    expect(toAdjustment(breakdown, CURRENCY)).toEqual({ adjustment: answer.adjustment });
    expect(answer).not.toHaveProperty("productPrice");
  });

  it("of a product at its own price states that", () => {
    const own = priceOwn({ unitPrice: minorUnits(1_000), quantity: 2, settings: SETTINGS, priority: undefined });
    expect(toCostBreakdown(own.breakdown, CURRENCY)).toMatchObject({
      productPrice: money("20.00"),
      materialCost: money("0.00"),
    });
  });

  it("names a price that staff changed by its reason", () => {
    const { breakdown } = priceResolvedItem(itemOf(), SLICE, SETTINGS, undefined);
    const changed = {
      ...breakdown,
      adjustments: [{ kind: "staff", reason: "A friend", amount: minorUnits(-100) }] as const,
    };
    expect(toCostBreakdown(changed, CURRENCY)).toMatchObject({
      adjustments: [{ kind: "staff", name: "A friend", amount: money("-1.00") }],
      adjustment: money("-1.00"),
    });
  });
});

it("a weight is in grams with two decimals", () => {
  expect(toWeight(1_234)).toBe("12.34");
});

it("a fit is known only of a slice", () => {
  expect(toFit(null)).toEqual({ fitsBuildVolume: null, buildVolumeOf: null });
  expect(toFit({ fits: null, volumeOf: null })).toEqual({ fitsBuildVolume: null, buildVolumeOf: null });
  expect(toFit({ fits: true, volumeOf: "printers" })).toEqual({ fitsBuildVolume: true, buildVolumeOf: "printers" });
});
