// The parcel of some parts: its weight and size.

import { describe, expect, it } from "vitest";
import { parcelOf } from "../../../src/domain/carrier/parcel.ts";

const part = { quantity: 1, weightGrams: 50, dimensionsMm: { x: 100, y: 60, z: 40 } };

describe("a parcel", () => {
  it("weighs its parts with a tenth for padding, and 100 g for the box", () => {
    expect(parcelOf([{ ...part, quantity: 10 }])?.weightGrams).toBe(650);
  });

  it("is a box on the two longest sides, as high as all parts need, with padding", () => {
    expect(parcelOf([part])).toEqual({ weightGrams: 155, lengthCm: 12, widthCm: 8, heightCm: 9 });
    // However a part lies on the printer.
    expect(parcelOf([{ ...part, dimensionsMm: { x: 40, y: 100, z: 60 } }])).toEqual(parcelOf([part]));
    const flat = { ...part, dimensionsMm: { x: 200, y: 10, z: 10 } };
    expect(parcelOf([part, flat])).toMatchObject({ lengthCm: 22, widthCm: 8 });
  });

  it("is none of parts without dimensions, of nothing, and beyond a carrier's limits", () => {
    expect(parcelOf([part, { ...part, dimensionsMm: null }])).toBeNull();
    expect(parcelOf([])).toBeNull();
    expect(parcelOf([{ ...part, quantity: 100_000 }])).toBeNull();
    expect(parcelOf([{ ...part, dimensionsMm: { x: 3000, y: 10, z: 10 } }])).toBeNull();
  });
});
