// An item's price: the machine's hour, the start of each print, the correction, and finishings.

import { describe, expect, it } from "vitest";
import { minorUnits } from "../../../src/domain/money.ts";
import {
  chargeOf,
  copyMinutes,
  hourOn,
  priceResolvedItem,
  printStartOf,
  slicedFigures,
} from "../../../src/items/price-item.ts";
import { copies, FINISHING, itemOf, MACHINE, QUALITY, SETTINGS, SLICE } from "./rows.ts";

const STUDIO_HOUR = { hourlyRate: minorUnits(6_000), electricityPrice: minorUnits(430) };
const RESIN = { ...QUALITY, technologyId: 2, layerHeightMicrometres: 50 } as const;

describe("An hour on a machine", () => {
  it("is the studio's without a machine profile, and with one that states neither rate nor power", () => {
    const studios = { perHour: 6_000, machineHour: undefined };
    expect(hourOn(undefined, STUDIO_HOUR)).toEqual(studios);
    expect(hourOn(MACHINE, STUDIO_HOUR)).toEqual(studios);
    expect(hourOn({ ...MACHINE, powerWatts: 100 }, { ...STUDIO_HOUR, electricityPrice: minorUnits(0) })).toEqual(
      studios,
    );
  });

  it.each<[string, Partial<typeof MACHINE>, number, number]>([
    ["its own rate", { hourlyRateMinor: 9_000 }, 9_000, 0],
    ["its own rate of nothing", { hourlyRateMinor: 0 }, 0, 0],
    ["the studio's rate, and the electricity of its power", { powerWatts: 150 }, 6_000, 65],
    ["its own rate, and the electricity", { hourlyRateMinor: 9_000, powerWatts: 1_000 }, 9_000, 430],
  ])("is %s", (_what, changes, hourlyRate, electricityPerHour) => {
    expect(hourOn({ ...MACHINE, ...changes }, STUDIO_HOUR)).toEqual({
      perHour: hourlyRate + electricityPerHour,
      machineHour: { machineProfileId: 7, name: "Printer", hourlyRate, electricityPerHour },
    });
  });
});

describe("The start of a print", () => {
  it("takes the minutes of heating up, levelling and the end together, and nothing that is not stated", () => {
    const parameters = {
      heatUpMinutes: 5,
      levellingMinutes: 3,
      endMinutes: 20,
      primeGrams: 1.5,
      bedXMm: 250,
      bedYMm: 210,
    };
    expect(printStartOf({ parameters })).toEqual({
      minutes: 28,
      grams: 1.5,
      bed: { xMm: 250, yMm: 210, copySpacingMm: 6 },
    });
    expect(printStartOf({ parameters: {} })).toEqual({
      minutes: 0,
      grams: 0,
      bed: { xMm: 0, yMm: 0, copySpacingMm: 6 },
    });
  });

  // Copies of 40 × 30 mm, 6 mm apart.
  const machine = { ...MACHINE, parameters: { heatUpMinutes: 6, primeGrams: 2, bedXMm: 86, bedYMm: 66 } };

  it("is priced once for each print that the quantity takes", () => {
    const { breakdown } = priceResolvedItem(itemOf({ machine, choice: copies(9) }), SLICE, SETTINGS, undefined);
    expect(breakdown.startUp).toMatchObject({ prints: 3, copiesPerPrint: 4, minutesPerPrint: 6 });
    // Six minutes and two grams.
    expect(breakdown.startUp?.cost).toBe(3 * (600 + 200));
    expect(breakdown.printMinutes).toBe(9 * 60 + 3 * 6);
    expect(breakdown.weightHundredthsOfGram).toBe(9 * 1_000 + 3 * 200);
  });

  it("of a project of several plates is one for each, and the fewest copies of a plate are told", () => {
    const platesMm = [
      { x: 40, y: 30, z: 20 },
      { x: 80, y: 60, z: 20 },
    ];
    const item = itemOf({ machine, choice: copies(5) });
    const { breakdown } = priceResolvedItem(item, { ...SLICE, platesMm }, SETTINGS, undefined);
    expect(breakdown.startUp).toMatchObject({ prints: 2 + 5, copiesPerPrint: 1 });
  });

  it("on a bed of unknown size is one for all copies", () => {
    const unknown = { ...machine, parameters: { heatUpMinutes: 6 } };
    const item = itemOf({ machine: unknown, choice: copies(50) });
    const { breakdown } = priceResolvedItem(item, SLICE, SETTINGS, undefined);
    expect(breakdown.startUp).toMatchObject({ prints: 1, copiesPerPrint: null });
    const { dimensionsMm } = SLICE;
    const plates = { ...SLICE, platesMm: [dimensionsMm, dimensionsMm] };
    const ofPlates = priceResolvedItem(item, plates, SETTINGS, undefined);
    expect(ofPlates.breakdown.startUp).toMatchObject({ prints: 2, copiesPerPrint: null });
  });

  it("is not priced without a machine profile, and in resin whichever is named", () => {
    expect(priceResolvedItem(itemOf(), SLICE, SETTINGS, undefined).breakdown).not.toHaveProperty("startUp");
    const resin = itemOf({
      quality: RESIN,
      machine: { ...machine, hourlyRateMinor: 1, timeCorrectionBasisPoints: 20_000 },
    });
    const { breakdown } = priceResolvedItem(resin, SLICE, SETTINGS, undefined);
    expect(breakdown).not.toHaveProperty("startUp");
    expect(breakdown).not.toHaveProperty("hourlyRate");
    expect(breakdown.printMinutes).toBe(60);
  });
});

describe("An item", () => {
  it("costs its material by its weight, its time by the machine's hour, corrected, and its finishings", () => {
    const machine = { ...MACHINE, hourlyRateMinor: 12_000, timeCorrectionBasisPoints: 15_000 };
    const finishings = [{ ...FINISHING, id: 3, priceMinor: 250 }];
    const { price, breakdown } = priceResolvedItem(
      itemOf({ machine, finishings, choice: copies(2) }),
      SLICE,
      SETTINGS,
      undefined,
    );
    expect(breakdown).toMatchObject({
      ...{ materialCost: 2 * 1_000, timeCost: 2 * 18_000, postProcessingCost: 2 * 250, printMinutes: 180 },
      finishings: [{ id: 3, name: "Sanding", price: 500 }],
      hourlyRate: { machineProfileId: 7, hourlyRate: 12_000, electricityPerHour: 0 },
      correction: { timeBasisPoints: 15_000, slicedMinutes: 120 },
    });
    expect(price).toBe(2 * (1_000 + 18_000 + 250));
  });

  it("has its order's priority", () => {
    const urgent = {
      slug: "urgent",
      name: "Urgent",
      nameInSecondLanguage: null,
      surchargeBasisPoints: 5_000,
      workingDays: 1,
    };
    expect(priceResolvedItem(itemOf(), SLICE, SETTINGS, urgent).price).toBe(10_500);
  });

  it("takes minutes after its machine's correction", () => {
    expect(copyMinutes(itemOf(), SLICE)).toBe(60);
    expect(copyMinutes(itemOf({ machine: { ...MACHINE, timeCorrectionBasisPoints: 5_000 } }), SLICE)).toBe(30);
  });
});

describe("The figures that real ones are compared with", () => {
  const machine = {
    ...MACHINE,
    ...{ timeCorrectionBasisPoints: 15_000, materialCorrectionBasisPoints: 15_000 },
    parameters: { heatUpMinutes: 6, primeGrams: 2, bedXMm: 86, bedYMm: 66 },
  };

  it("are of the whole item with its prints' starts, before any correction", () => {
    expect(slicedFigures(itemOf({ machine, choice: copies(9) }), SLICE, SETTINGS)).toEqual({
      machineProfileId: 7,
      seconds: 9 * 3_600 + 3 * 6 * 60,
      hundredthsOfGram: 9 * 1_000 + 3 * 200,
    });
  });

  it("name no machine if the defaults are printed with, and are a second at least", () => {
    const short = { ...SLICE, printSeconds: 0.1 };
    expect(slicedFigures(itemOf(), short, SETTINGS)).toMatchObject({ machineProfileId: null, seconds: 1 });
    expect(slicedFigures(itemOf({ choice: copies(3) }), { ...SLICE, printSeconds: 10.5 }, SETTINGS)).toMatchObject({
      seconds: 32,
    });
  });

  it("are none in resin: the machine's own numbers are set", () => {
    expect(slicedFigures(itemOf({ quality: RESIN }), SLICE, SETTINGS)).toBeUndefined();
  });
});

it("a finishing charges its price, even of nothing, else its percentage, else nothing", () => {
  expect(chargeOf({ priceMinor: 250, percentageBasisPoints: null })).toEqual({ kind: "flat", price: 250 });
  expect(chargeOf({ priceMinor: 0, percentageBasisPoints: null })).toEqual({ kind: "flat", price: 0 });
  expect(chargeOf({ priceMinor: null, percentageBasisPoints: 1_500 })).toEqual({
    kind: "percentage",
    basisPoints: 1_500,
  });
  expect(chargeOf({ priceMinor: null, percentageBasisPoints: null })).toEqual({ kind: "free" });
});
