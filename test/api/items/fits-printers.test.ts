// A print's fit: active printers of its technology decide, else the studio's own machine, else the default one.

import { describe, expect, it } from "vitest";
import { fitOfPrint, isTooLarge, warningsOf } from "../../../src/items/fits-printers.ts";
import { MACHINE, PRINTER, QUALITY, STUDIO } from "./rows.ts";

const box = (x: number, y: number, z: number) => ({ dimensionsMm: { x, y, z } });
const FILAMENT = { quality: QUALITY, studio: STUDIO, machine: undefined };
const printer = (buildVolume: string | null, technologyId: typeof PRINTER.technologyId = 1) => ({
  ...PRINTER,
  buildVolume,
  technologyId,
});

describe("A print", () => {
  it("fits if one of the printers has room for it", () => {
    const two = [printer("100x100x100"), printer("300x300x300")];
    expect(fitOfPrint(two, FILAMENT, box(250, 20, 20))).toEqual({ fits: true, volumeOf: "printers" });
  });

  it("of several plates fits if each plate does, in whichever printer", () => {
    const [flat, high] = [printer("300x300x50"), printer("100x100x300")];
    const platesMm = [
      { x: 290, y: 290, z: 40 },
      { x: 90, y: 90, z: 290 },
    ];
    const project = { ...box(900, 900, 290), platesMm };
    expect(fitOfPrint([flat, high], FILAMENT, project)).toMatchObject({ fits: true });
    expect(fitOfPrint([flat], FILAMENT, project)).toMatchObject({ fits: false });
    expect(fitOfPrint([flat], FILAMENT, { ...project, platesMm: [] }), "one whole without plates").toMatchObject({
      fits: false,
    });
  });

  it("of several plates fits no machine if one plate is too large for it", () => {
    const platesMm = [
      { x: 90, y: 90, z: 20 },
      { x: 600, y: 600, z: 600 },
    ];
    const project = { ...box(600, 600, 600), platesMm };
    const machine = { ...MACHINE, parameters: { bedXMm: 250, bedYMm: 210 } };
    expect(fitOfPrint([], { ...FILAMENT, machine }, project)).toMatchObject({ fits: false, volumeOf: "parameters" });
    const resin = { ...FILAMENT, quality: { ...QUALITY, technologyId: 2 as const } };
    expect(fitOfPrint([], resin, project)).toMatchObject({ fits: false, volumeOf: "default_machine" });
  });

  it("that fits no printer is told the one printer's volume, and no volume of several", () => {
    const [small, large] = [printer("100x100x100"), printer("200x100x200")];
    const slice = box(500, 10, 10);
    const volumeMm = { x: 100, y: 100, z: 100 };
    expect(fitOfPrint([small], FILAMENT, slice)).toEqual({
      ...{ fits: false, volumeOf: "printers", largestMm: volumeMm },
      warning: { code: "fits_no_printer", volumeOf: "printers", volumeMm },
    });
    for (const both of [
      [small, large],
      [large, small],
    ]) {
      expect(fitOfPrint(both, FILAMENT, slice)).toMatchObject({
        largestMm: { x: 200, y: 100, z: 200 },
        warning: { volumeMm: null },
      });
    }
  });

  it("takes the volume with the most room, not the one with the longest side or sum of sides", () => {
    const [long, cubic] = [printer("10x10x400"), printer("120x120x120")];
    const flat = printer("300x20x100");
    expect(fitOfPrint([long, cubic, flat], FILAMENT, box(500, 500, 500))).toMatchObject({
      largestMm: { x: 120, y: 120, z: 120 },
    });
  });

  it("counts neither printers of other technologies nor such without a readable volume", () => {
    const others = [printer("900x900x900", 2), printer(null), printer("large")];
    expect(fitOfPrint(others, FILAMENT, box(500, 10, 10))).toEqual({ fits: null, volumeOf: null });
    expect(fitOfPrint([...others, printer("100x100x100")], FILAMENT, box(500, 10, 10))).toMatchObject({ fits: false });
  });

  it.each<[string, Readonly<Record<string, number>>, number, unknown]>([
    ["a part beyond the bed of the machine profile does not fit", { bedXMm: 250, bedYMm: 210 }, 260, false],
    ["a part on its bed may fit, as far as its height is not stated", { bedXMm: 250, bedYMm: 210 }, 240, null],
    ["nothing is known of a bed without its width", { bedYMm: 210 }, 900, null],
    ["nothing is known of a bed without its depth", { bedXMm: 250 }, 900, null],
    ["nothing is known of a bed of no width", { bedXMm: 0, bedYMm: 210 }, 900, null],
    ["nothing is known of a bed of no depth", { bedXMm: 210, bedYMm: 0 }, 900, null],
  ])("in filament, without printers: %s", (_what, parameters, xMm, fits) => {
    const inUse = { ...FILAMENT, machine: { ...MACHINE, parameters } };
    // Longer than the bed in two directions: the height takes one of any length.
    const fit = fitOfPrint([], inUse, box(xMm, 10, xMm));
    expect(fit.fits).toBe(fits);
    if (fit.fits !== false) return;
    expect(fit).toMatchObject({ volumeOf: "parameters", largestMm: { x: 250, y: 210 } });
    expect(fit.largestMm).not.toHaveProperty("z");
  });

  it("in resin, without printers, is measured by the studio's own machine, else by the default one", () => {
    const quality = { ...QUALITY, technologyId: 2 as const, layerHeightMicrometres: 50 };
    const own = { ...STUDIO, processParameters: { sla: { buildXMm: 300, buildYMm: 300, buildZMm: 300 } } };
    const large = box(290, 290, 290);
    expect(fitOfPrint([], { quality, studio: own, machine: undefined }, large)).toEqual({
      ...{ fits: true, volumeOf: "parameters" },
    });
    const byDefault = fitOfPrint([], { quality, studio: STUDIO, machine: undefined }, large);
    expect(byDefault).toMatchObject({ fits: false, volumeOf: "default_machine" });
    expect(fitOfPrint([], { quality, studio: STUDIO, machine: undefined }, box(5, 5, 5))).toEqual({
      ...{ fits: true, volumeOf: "default_machine" },
    });
    expect(fitOfPrint([], { quality, studio: own, machine: undefined }, box(500, 5, 500))).toMatchObject({
      ...{ fits: false, volumeOf: "parameters" },
    });
  });
});

describe("A print that does not fit", () => {
  const tooLarge = fitOfPrint([printer("100x100x100")], FILAMENT, box(500, 10, 10));

  it("is too large only by the studio's own volumes: a default machine says nothing of the studio's", () => {
    expect(isTooLarge(tooLarge)).toBe(true);
    expect(isTooLarge({ fits: true, volumeOf: "printers" })).toBe(false);
    expect(isTooLarge({ fits: null, volumeOf: null })).toBe(false);
    const quality = { ...QUALITY, technologyId: 2 as const };
    const byDefault = fitOfPrint([], { quality, studio: STUDIO, machine: undefined }, box(900, 900, 900));
    expect(byDefault.fits).toBe(false);
    expect(isTooLarge(byDefault)).toBe(false);
  });

  it("is warned of after the slicer's own warnings, and one that fits has these alone", () => {
    const lowered = { code: "lowered", byMm: 0.2 } as const;
    expect(warningsOf({ warnings: [lowered] }, tooLarge).map(({ code }) => code)).toEqual([
      "lowered",
      "fits_no_printer",
    ]);
    expect(warningsOf({ warnings: [lowered] }, { fits: true, volumeOf: "printers" })).toEqual([lowered]);
    expect(warningsOf({}, { fits: null, volumeOf: null })).toEqual([]);
  });
});
