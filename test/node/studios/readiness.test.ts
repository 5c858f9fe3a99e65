// A studio's missing steps before a first quote can succeed.

import { describe, expect, it } from "vitest";
import { readinessOf, type StudioSetup } from "../../../src/studios/readiness.ts";

/** Filament only, with everything that it takes. */
const READY: StudioSetup = {
  plan: "pro",
  hourlyRateMinor: 6000,
  minimumPriceMinor: 0,
  printers: [1],
  materials: [1],
  qualities: [1],
  deliveryMethods: 1,
  activeKeys: 1,
  storefront: { isOpen: true, materials: [1], qualities: [1] },
};

const NO_CATALOG = { materials: [], qualities: [] };
const EMPTY: StudioSetup = {
  ...READY,
  ...NO_CATALOG,
  printers: [],
  deliveryMethods: 0,
  activeKeys: 0,
  storefront: { isOpen: true, ...NO_CATALOG },
};

/** The steps that are not done, and whether quotes succeed without them. */
function missing(setup: StudioSetup) {
  const { steps, canQuote } = readinessOf(setup);
  return { open: steps.filter(({ isDone }) => !isDone).map(({ name }) => name), canQuote };
}

function technologiesMissing(setup: StudioSetup) {
  const { steps } = readinessOf(setup);
  return Object.fromEntries(
    steps.filter(({ missingFor }) => missingFor.length > 0).map(({ name, missingFor }) => [name, missingFor]),
  );
}

describe("a studio", () => {
  it("is complete with prices, a printer, a material and a quality of one technology, delivery and a key", () => {
    expect(missing(READY)).toEqual({ open: [], canQuote: true });
    expect(readinessOf(READY).isComplete).toBe(true);
  });

  it("that was just created lacks all but its prices", () => {
    expect(missing(EMPTY)).toEqual({
      open: ["printers", "materials", "qualities", "delivery", "storefront", "key"],
      canQuote: false,
    });
    expect(technologiesMissing(EMPTY)).toEqual({});
  });

  it.each([
    ["prices", { hourlyRateMinor: 0 }, false],
    ["printers", { printers: [] }, true],
    ["materials", { materials: [] }, false],
    ["qualities", { qualities: [] }, false],
    ["delivery", { deliveryMethods: 0 }, true],
    ["key", { activeKeys: 0 }, true],
  ] as const)("without %s lacks just that: quotes succeed: %3$s", (step, without, canQuote) => {
    expect(missing({ ...READY, ...without })).toEqual({ open: [step], canQuote });
  });

  it("has prices if there is a least price but no hourly rate", () => {
    expect(missing({ ...READY, hourlyRateMinor: 0, minimumPriceMinor: 100 }).open).toEqual([]);
  });

  it("lacks a material or a quality for each technology that it offers, and quotes the others", () => {
    const setup: StudioSetup = { ...READY, printers: [1, 4], materials: [1, 5], qualities: [1, 2] };
    expect(technologiesMissing(setup)).toEqual({ materials: [2, 4], qualities: [4, 5] });
    expect(missing(setup)).toEqual({ open: ["materials", "qualities"], canQuote: true });
    expect(readinessOf(setup).steps.some(({ blocksQuotes }) => blocksQuotes)).toBe(false);
  });

  it("cannot quote with a material of one technology and a quality of another", () => {
    const setup: StudioSetup = { ...READY, printers: [], materials: [1], qualities: [2] };
    expect(missing(setup)).toEqual({ open: ["printers", "materials", "qualities"], canQuote: false });
    const blocking = readinessOf(setup).steps.filter(({ blocksQuotes }) => blocksQuotes);
    expect(blocking.map(({ name }) => name)).toEqual(["materials", "qualities"]);
  });
});

describe("a studio's order page", () => {
  const closed = { ...READY.storefront, isOpen: false };
  const empty = { ...READY.storefront, qualities: [] };

  it.each(["free", "basic"] as const)("is all that a studio of the plan %s needs to sell: it has no API", (plan) => {
    const readiness = readinessOf({ ...READY, plan, activeKeys: 0 });
    expect(readiness).toMatchObject({ storefront: "sells", canQuote: true, isComplete: true });
    expect(readiness.steps.map(({ name }) => name)).not.toContain("key");
  });

  it.each([
    ["closed", closed],
    ["empty", empty],
  ] as const)("that is %s leaves a studio without an API, or without a key, no way to sell", (storefront, setup) => {
    for (const row of [{ plan: "basic" }, { activeKeys: 0 }] as const) {
      const readiness = readinessOf({ ...READY, ...row, storefront: setup });
      expect(readiness).toMatchObject({ storefront, canQuote: false });
      expect(readiness.steps.filter(({ blocksQuotes }) => blocksQuotes).map(({ name }) => name)).toEqual([
        "storefront",
      ]);
    }
  });

  it("may stay closed if a site sells with a key", () => {
    expect(readinessOf({ ...READY, storefront: closed })).toMatchObject({ canQuote: true, isComplete: true });
  });

  it("that is open and empty is told of, though a site sells with a key", () => {
    expect(missing({ ...READY, storefront: empty })).toEqual({ open: ["storefront"], canQuote: true });
  });

  it("waits for the catalog of a new studio, and does not stand in the way of it", () => {
    const { storefront, steps } = readinessOf(EMPTY);
    expect(storefront).toBe("waits");
    expect(steps.find(({ name }) => name === "storefront")).toMatchObject({ isDone: false, blocksQuotes: false });
  });

  it("is empty if a material and a quality are on offer, but of different technologies", () => {
    const setup: StudioSetup = { ...READY, materials: [1, 4], qualities: [1, 4] };
    const storefront = { isOpen: true, materials: [1], qualities: [4] } as const;
    expect(readinessOf({ ...setup, storefront }).storefront).toBe("empty");
  });
});
