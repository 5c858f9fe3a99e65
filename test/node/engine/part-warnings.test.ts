// Needs and losses of a part: derived from its shape, the same for every slicer.

import { describe, expect, test } from "vitest";
import * as models from "../../../harness/models.ts";
import { STANDARD_PROFILE } from "../../../harness/profiles/standard-profile.ts";
import { readModelFile } from "../../../slicer-service/engine/mesh/read/read-model.ts";
import { makeSolid } from "../../../slicer-service/engine/mesh/solid/solid.ts";
import { mergedWarnings } from "../../../slicer-service/engine/warnings/merged-warnings.ts";
import { measurePart, partWarnings } from "../../../slicer-service/engine/warnings/part-warnings.ts";
import type { FilamentProfile } from "../../../slicer-service/src/contract/profile.ts";

const measure = async (shape: models.Shape, changes: Partial<FilamentProfile> = {}) =>
  measurePart(await makeSolid(readModelFile(Buffer.from(models.binaryStl(shape)), "stl")), {
    ...STANDARD_PROFILE,
    ...changes,
  });
const warnings = async (shape: models.Shape, changes: Partial<FilamentProfile> = {}, loweredMm = 0) =>
  partWarnings(await measure(shape, changes), loweredMm);
const codes = async (...part: Parameters<typeof warnings>) => (await warnings(...part)).map(({ code }) => code);

/** Two walls with a deck over the gap between them. */
const bridge = (span: number) =>
  models.together(
    models.box([0, 0, 0], [10, 30, 20]),
    models.box([10 + span, 0, 0], [20 + span, 30, 20]),
    models.box([0, 0, 15], [20 + span, 30, 20]),
  );

describe("supports are needed", () => {
  test("under arms that reach out, by their area", async () => {
    // Two arms of 26 × 8 mm.
    expect(await warnings(models.letterT(40, 60, 8))).toContainEqual({ code: "needs_supports", overhangSquareMm: 416 });
  });

  test("under a bridge that is too long, and not under a short one", async () => {
    expect(await codes(bridge(30))).toContain("needs_supports");
    expect(await codes(bridge(8))).not.toContain("needs_supports");
  });

  test("under a part that hangs in the air altogether", async () => {
    expect(await codes(models.together(models.cube(20), models.box([40, 0, 30], [60, 20, 40])))).toContain(
      "needs_supports",
    );
  });

  test("under a ball, and not under a face that lies on the bed or is steep enough", async () => {
    expect(await codes(models.sphere(20, 40))).toContain("needs_supports");
    expect(await warnings(models.cube(20))).toEqual([]);
    const steep: models.Shape = {
      ...models.cube(40),
      points: models.cube(40).points.map(([x, y, z]): models.Point => [x + (z > 0 ? 40 : 0), y, z]),
    };
    expect(await codes(steep)).not.toContain("needs_supports");
    expect(await codes(steep, { supportAngleDegrees: 40 })).toContain("needs_supports");
  });

  test("not under small bridges, however many, and under a small hook that begins in the air", async () => {
    // A row of slots: each bridge sags a little, and none needs a support.
    const slots = Array.from({ length: 8 }, (_, at) => models.box([20 * at, 0, 0], [20 * at + 8, 8, 10]));
    expect(await codes(models.together(...slots, models.box([0, 0, 10], [148, 8, 14])))).not.toContain(
      "needs_supports",
    );
    const hook = models.together(
      models.cube(20),
      models.box([19, 7, 12], [40, 13, 20]),
      models.box([34, 7, 6], [40, 13, 20]),
    );
    expect(await codes(hook)).toContain("needs_supports");
  });

  test("nowhere if they are printed, or if one body stands on another", async () => {
    expect(await codes(models.letterT(40, 60, 8), { supports: true })).not.toContain("needs_supports");
    const stacked = models.together(models.box([0, 0, 0], [40, 40, 10]), models.box([5, 5, 9], [35, 35, 20]));
    expect(await codes(stacked)).toEqual([]);
  });
});

describe("a part will not stand", () => {
  test("that is tall on a small foot, and does on a large one", async () => {
    expect(await warnings(models.box([0, 0, 0], [4, 4, 150]))).toEqual([
      { code: "will_not_stand", footprintSquareMm: 16, heightMm: 150 },
    ]);
    expect(await codes(models.box([0, 0, 0], [40, 40, 150]))).toEqual([]);
    // A wall falls over its thin side.
    expect(await codes(models.box([0, 0, 0], [60, 2, 60]))).toEqual(["will_not_stand"]);
  });

  test("that hardly touches the bed, and does on a foot as wide as a pin's", async () => {
    expect(await warnings(models.box([0, 0, 0], [3, 2, 8]))).toMatchObject([{ code: "will_not_stand", heightMm: 8 }]);
    expect(await codes(models.box([0, 0, 0], [5, 5, 8]))).toEqual([]);
    // Four times as tall as wide is printed every day; ten times is not.
    expect(await codes(models.box([0, 0, 0], [9, 9, 40]))).toEqual([]);
    expect(await codes(models.box([0, 0, 0], [9, 9, 90]))).toEqual(["will_not_stand"]);
  });

  test("of which one body stands on little, though the others are broad", async () => {
    const plate = models.together(models.cube(40), models.box([60, 0, 0], [64, 4, 80]));
    expect(await warnings(plate)).toEqual([{ code: "will_not_stand", footprintSquareMm: 16, heightMm: 80 }]);
  });

  test("however it is turned on the bed", async () => {
    const turned = ({ points, faces }: models.Shape) => ({
      points: points.map(([x, y, z]): models.Point => [0.6 * x - 0.8 * y, 0.8 * x + 0.6 * y, z]),
      faces,
    });
    const [straight, aslant] = [await measure(models.letterL(30)), await measure(turned(models.letterL(30)))];
    expect(aslant.foot.squareMm).toBeCloseTo(straight.foot.squareMm, 2);
    expect(await codes(turned(models.box([0, 0, 0], [60, 2, 60])))).toEqual(["will_not_stand"]);
  });
});

describe("walls are lost", () => {
  test("that are thinner than a printed line, whichever way they run", async () => {
    for (const ring of [models.ring(30, 29.95, 40), models.ring(30, 29.95, 5)]) {
      // A line along the wall passes it for longer than the wall is thick.
      expect((await measure(ring)).lostShare).toBeGreaterThan(0.85);
    }
    expect(await codes(models.ring(30, 29.5, 40))).not.toContain("walls_lost");
    expect(await codes(models.ring(30, 29.5, 40), { nozzleDiameterMm: 2 })).toContain("walls_lost");
  });

  test("by their share of the part", async () => {
    // 0.05 of 0.55 mm is 9 %.
    const sheets = models.together(models.box([0, 0, 0], [20, 0.5, 20]), models.box([0, 5, 0], [20, 5.05, 20]));
    const { lostShare } = await measure(sheets);
    expect(lostShare).toBeGreaterThan(0.04);
    expect(lostShare).toBeLessThan(0.2);
  });
});

test("a part is lowered, by so much, if the slicer lowered it", async () => {
  expect(await warnings(models.cube(20), {}, 0.15)).toEqual([{ code: "lowered", byMm: 0.15 }]);
  expect(await warnings(models.cube(20))).toEqual([]);
});

test("plates are warned of once, with the warnings of all of them", () => {
  const merged = mergedWarnings([
    [
      { code: "needs_supports", overhangSquareMm: 100 },
      { code: "holes_closed", holes: 1, largestErrorPercent: 0.5 },
      { code: "will_not_stand", footprintSquareMm: 16, heightMm: 90 },
      { code: "lowered", byMm: 0.4 },
    ],
    [
      { code: "lowered", byMm: 0.15 },
      { code: "will_not_stand", footprintSquareMm: 4, heightMm: 30 },
      { code: "holes_closed", holes: 2, largestErrorPercent: 1.5 },
      { code: "needs_supports", overhangSquareMm: 50 },
      { code: "surface_mended" },
    ],
  ]);
  expect(merged).toEqual([
    { code: "needs_supports", overhangSquareMm: 150 },
    { code: "holes_closed", holes: 3, largestErrorPercent: 1.5 },
    { code: "will_not_stand", footprintSquareMm: 4, heightMm: 30 },
    { code: "lowered", byMm: 0.4 },
    { code: "surface_mended" },
  ]);
});
