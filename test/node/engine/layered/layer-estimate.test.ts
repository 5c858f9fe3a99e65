// The formulas of resin and powder, checked by hand.
//
// Most cases are a cube of 20 mm: 8,000 mm³, with 400 mm² and 80 mm of outline in each of its 400 layers at 0.05 mm, or 200
// layers at 0.1 mm.

import { describe, expect, it } from "vitest";
import * as models from "../../../../harness/models.ts";
import { LASER, LIFTING, POWDER, TILTING } from "../../../../harness/profiles/layered-profiles.ts";
import type { CrossSection } from "../../../../slicer-service/engine/layered/cross-sections.ts";
import {
  estimateLayers,
  imageResinFigures,
  laserResinFigures,
  powderFigures,
} from "../../../../slicer-service/engine/layered/layer-estimate.ts";
import { solidOf } from "../mesh/solids.ts";

function box(x: number, y: number, z: number) {
  return { volumeCubicMm: x * y * z, dimensionsMm: { x, y, z }, facingDownSquareMm: x * y };
}

function sectionsOf({ x, y }: { x: number; y: number }, layers: number): CrossSection[] {
  return [{ layers, areaSquareMm: x * y, contourMm: 2 * (x + y) }];
}

const CUBE = box(20, 20, 20);
const THIN_LAYERS = sectionsOf(CUBE.dimensionsMm, 400);
const POWDER_LAYERS = sectionsOf(CUBE.dimensionsMm, 200);

describe("an image printer", () => {
  it("that tilts takes 400 × (2 + 3 + 5 × 0.05) s for the cube, and 20 s × (1 + 10 / 2) more for its first layers", () => {
    expect(imageResinFigures(CUBE, THIN_LAYERS, TILTING)).toEqual({
      printSeconds: 400 * 5.25 + 20 * 6,
      materialCubicMm: 8000,
      layers: 400,
    });
  });

  it("that lifts 5 mm at 100 and returns at 150 mm/min takes 3 + 2 s for it: 400 × (2.5 + 5 + 3.5) + 5 × 30 s", () => {
    expect(imageResinFigures(CUBE, THIN_LAYERS, LIFTING).printSeconds).toBeCloseTo(400 * 11 + 5 * 30, 9);
  });

  it("builds (5 + 1) / 0.05 = 120 layers more and 2.5 mm³ of resin more for each of the 400 mm² that face down", () => {
    expect(imageResinFigures(CUBE, THIN_LAYERS, { ...TILTING, supports: true })).toEqual({
      printSeconds: 520 * 5.25 + 120,
      materialCubicMm: 9000,
      layers: 520,
    });
  });

  it("takes 4 s more for each of a plate's 40 layers of 6,000 mm², which is above 3,000, but not for as many of 400", () => {
    const [plate, small] = [box(100, 60, 2), box(20, 20, 2)];
    const [onPlate, onSmall] = [plate, small].map(
      (part) => imageResinFigures(part, sectionsOf(part.dimensionsMm, 40), TILTING).printSeconds,
    );
    expect(onSmall).toBe(40 * 5.25 + 120);
    expect(onPlate).toBe(40 * 9.25 + 120);
  });

  it("exposes a part of three layers longer by 1, 10/11 and 9/11 of 20 s, since it ends before the exposure has faded", () => {
    const flat = box(20, 20, 0.15);
    const { printSeconds } = imageResinFigures(flat, sectionsOf(flat.dimensionsMm, 3), TILTING);
    expect(printSeconds).toBeCloseTo(3 * 5.25 + 20 * (1 + 10 / 11 + 9 / 11), 9);
  });

  it("exposes no more layers for the initial time than there are", () => {
    const flat = box(20, 20, 0.15);
    const { printSeconds } = imageResinFigures(flat, sectionsOf(flat.dimensionsMm, 3), LIFTING);
    expect(printSeconds).toBeCloseTo(3 * 11 + 3 * 30, 9);
  });
});

describe("a laser in resin", () => {
  it("takes (400 / 0.1 + 80) / 1000 = 4.08 s to draw each of the cube's layers, and 8 s to recoat it", () => {
    expect(laserResinFigures(CUBE, THIN_LAYERS, LASER)).toEqual({
      printSeconds: 400 * (8 + 4.08),
      materialCubicMm: 8000,
      layers: 400,
    });
  });

  it("recoats 120 layers more with supports, and draws their 1,000 mm³ / 0.05 mm at 100 mm²/s in 200 s", () => {
    const figures = laserResinFigures(CUBE, THIN_LAYERS, { ...LASER, supports: true });
    expect(figures).toMatchObject({ materialCubicMm: 9000, layers: 520 });
    expect(figures.printSeconds).toBeCloseTo(520 * 8 + 400 * 4.08 + 200, 9);
  });
});

describe("a powder printer", () => {
  it("lets the cube pay 8,000 / 500,000 of 5,000 + 1,000 × 10 + 10,000 s, and 200 × (400 / 0.25 + 80) / 5,000 s of laser", () => {
    const figures = powderFigures(CUBE, POWDER_LAYERS, POWDER);
    expect(figures).toMatchObject({ materialCubicMm: 8000, layers: 200 });
    expect(figures.printSeconds).toBeCloseTo(0.016 * 25_000 + 67.2, 9);
  });

  it("counts the space to the neighbours: 21³ / 500,000 with 1 mm", () => {
    const { printSeconds } = powderFigures(CUBE, POWDER_LAYERS, { ...POWDER, partSpacingMm: 1 });
    expect(printSeconds).toBeCloseTo((21 ** 3 / 500_000) * 25_000 + 67.2, 9);
  });

  it("lets a lying part and the same part standing pay the same share, since they fill the same of a build", () => {
    const [lying, standing] = [box(80, 20, 10), box(20, 10, 80)];
    const share = (part: typeof CUBE) => powderFigures(part, [], POWDER).printSeconds;
    expect(share(standing)).toBeCloseTo(share(lying), 9);
  });

  it("lets a part that fills a build alone pay for the whole build and no more", () => {
    expect(powderFigures(box(90, 90, 90), [], POWDER).printSeconds).toBe(25_000);
  });

  it("counts powder that is lost beside the part", () => {
    expect(powderFigures(CUBE, POWDER_LAYERS, { ...POWDER, powderLossPercent: 50 }).materialCubicMm).toBe(12_000);
  });

  it("takes a part that fits when it is turned, and refuses one that does not, naming both sizes", async () => {
    const long = { ...POWDER, chamberXMm: 60, chamberYMm: 60, chamberZMm: 160 };
    const solid = await solidOf(models.binaryStl(models.box([0, 0, 0], [150, 50, 50])), "stl");
    expect((await estimateLayers(solid, long, () => {})).layers).toBe(500);
    const refused = estimateLayers(solid, { ...long, chamberZMm: 149 }, () => {});
    await expect(refused).rejects.toMatchObject({
      code: "model_too_large",
      message: expect.stringMatching(/^The model measures 150 × 50 × 50 mm .* 60 × 60 × 149 mm\./),
    });
  });
});
