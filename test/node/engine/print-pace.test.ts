// The pace of CuraEngine's lines: each kind as the profile states it, layers slowed as PrusaSlicer slows them.

import { describe, expect, test } from "vitest";
import { STANDARD_PROFILE } from "../../../harness/profiles/standard-profile.ts";
import {
  FIRST_LAYER_LABEL_MM_PER_SECOND,
  LABEL_MM_PER_SECOND,
  LINE_KINDS,
  lineKindOf,
} from "../../../slicer-service/engine/curaengine/line-kinds.ts";
import { PacedPrint } from "../../../slicer-service/engine/curaengine/paced-print.ts";
import { coolingSpeed, printPace } from "../../../slicer-service/engine/curaengine/print-pace.ts";
import { GcodeReader } from "../../../slicer-service/engine/gcode/gcode-reader.ts";
import type { FilamentProfile } from "../../../slicer-service/src/contract/profile.ts";

/** Without time for speeding up, cooling or the machine's limits: minutes are way over speed. */
const STEADY: Partial<FilamentProfile> = Object.fromEntries([
  ...Object.keys(STANDARD_PROFILE)
    .filter((name) => /Acceleration$/.test(name))
    .map((name) => [name, 100_000]),
  ...["maxXMmPerSecond", "maxYMmPerSecond", "maxZMmPerSecond", "maxExtruderMmPerSecond"].map((name) => [name, 2000]),
  ...["jerkXMmPerSecond", "jerkYMmPerSecond", "jerkZMmPerSecond", "jerkExtruderMmPerSecond"].map((name) => [name, 100]),
  ["minLayerSeconds", 0],
]);

function printOf(gcode: string, changes: Partial<FilamentProfile> = {}): PacedPrint {
  const profile = { ...STANDARD_PROFILE, ...STEADY, ...changes };
  const print = new PacedPrint(printPace(profile), profile.filamentDiameterMm, undefined);
  const reader = new GcodeReader(print);
  reader.read(new TextEncoder().encode(gcode));
  reader.end();
  print.end();
  return print;
}

/** A line of a kind, 900 mm long, in the second layer. */
const lineOf = (kind: keyof typeof LABEL_MM_PER_SECOND) =>
  `;LAYER:1\n;TYPE:SKIN\nG1 F${LABEL_MM_PER_SECOND[kind] * 60} X900 E30\n`;

describe("A line is printed at the speed of its kind", () => {
  test.each<[keyof typeof LABEL_MM_PER_SECOND, Partial<FilamentProfile>]>([
    ["outerWall", { outerWallMmPerSecond: 9 }],
    ["innerWall", { innerWallMmPerSecond: 9 }],
    ["outerOverhang", { overhang25MmPerSecond: 8, overhang50MmPerSecond: 9 }],
    ["innerOverhang", { overhang25MmPerSecond: 8, overhang50MmPerSecond: 9 }],
    ["bridgeWall", { bridgeMmPerSecond: 9 }],
    ["solidInfill", { solidInfillMmPerSecond: 9 }],
    ["topSurface", { topSurfaceMmPerSecond: 9 }],
    ["bridge", { bridgeMmPerSecond: 9 }],
    ["infill", { infillMmPerSecond: 9 }],
    ["support", { supportMmPerSecond: 9 }],
    ["supportInterface", { supportInterfaceMmPerSecond: 9 }],
  ])("%s", (kind, changes) => {
    expect(printOf(lineOf(kind), changes).printSeconds).toBeCloseTo(100, 0);
  });

  test("and every kind is read back from its label", () => {
    for (const kind of LINE_KINDS) expect(lineKindOf(LABEL_MM_PER_SECOND[kind], "")).toBe(kind);
    expect(() => lineKindOf(33, "NEW-TYPE")).toThrow("NEW-TYPE");
  });

  test("on the first layer, that of its walls or infill", () => {
    const first = (type: string) => `;LAYER:0\n;TYPE:${type}\nG1 F${FIRST_LAYER_LABEL_MM_PER_SECOND * 60} X900 E30\n`;
    const speeds = { firstLayerMmPerSecond: 9, firstLayerInfillMmPerSecond: 18 };
    expect(printOf(first("WALL-OUTER"), speeds).printSeconds).toBeCloseTo(100, 0);
    expect(printOf(first("SKIN"), speeds).printSeconds).toBeCloseTo(50, 0);
  });

  test("and a small wall that closes at that of small perimeters", () => {
    const square = (side: number) =>
      `;LAYER:1\n;TYPE:WALL-OUTER\nG1 F${LABEL_MM_PER_SECOND.outerWall * 60} X${side} E1\nG1 Y${side} E2\nG1 X0 E3\nG1 Y0 E4\n`;
    const speeds = { outerWallMmPerSecond: 20, smallPerimeterMmPerSecond: 2 };
    expect(printOf(square(10), speeds).printSeconds).toBeCloseTo(20, 0);
    expect(printOf(square(10.5), speeds).printSeconds).toBeCloseTo(2.1, 0);
  });
});

test("A line takes at least as long as its plastic takes to melt", () => {
  const print = printOf(lineOf("infill"), { maxFlowCubicMmPerSecond: 0.5 });
  expect(print.materialCubicMm).toBeCloseTo(30 * (Math.PI / 4) * 1.75 ** 2, 3);
  expect(print.printSeconds).toBeCloseTo(print.materialCubicMm / 0.5, 0);
});

test("The nozzle is lifted on its way if the profile says so, in no time of its own", () => {
  const hop = `;LAYER:1\n;TYPE:SKIN\nG1 F15600 X9 E1\nG1 Z1\nG0 X99\nG1 F15600 X100 E2\n`;
  const seconds = (zHopSlopeDegrees: number) =>
    printOf(hop, { zHopMm: 1, zHopSlopeDegrees, travelZMmPerSecond: 1 }).printSeconds;
  expect(seconds(0) - seconds(5)).toBeCloseTo(1, 1);
});

test("An infill line runs on along the wall by its anchors if it is not joined to the next", () => {
  const anchored = printOf(lineOf("infill"), { infillAnchorMm: 45, infillAnchorMaxMm: 0 });
  expect(anchored.materialCubicMm / printOf(lineOf("infill")).materialCubicMm).toBeCloseTo(1.1, 3);
});

describe("A layer is slowed down to cool", () => {
  const limits = { minLayerSeconds: 10, minPrint: 5 };

  test("not at all if it takes long enough", () => {
    expect(coolingSpeed([{ speed: 50, mm: 400 }], 2, limits)).toBe(Infinity);
  });

  test("in its fastest lines first, to the speed of the next", () => {
    const lines = [
      { speed: 100, mm: 200 },
      { speed: 20, mm: 100 },
    ];
    // 2 s of travel and 5 s of the slow line leave 3 s.
    expect(coolingSpeed(lines, 2, limits)).toBeCloseTo(200 / 3, 6);
    // Then both together: 300 mm in 8 s would be faster than 20 mm/s, in 18 s slower.
    expect(coolingSpeed(lines, 2, { ...limits, minLayerSeconds: 20 })).toBeCloseTo(300 / 18, 6);
  });

  test("never below the least speed", () => {
    expect(coolingSpeed([{ speed: 50, mm: 20 }], 0, limits)).toBe(5);
    expect(coolingSpeed([{ speed: 3, mm: 9 }], 0, limits)).toBe(5);
  });
});
