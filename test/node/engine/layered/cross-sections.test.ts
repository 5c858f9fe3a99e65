// Cross-sections of shapes with known areas and outlines.

import { describe, expect, it } from "vitest";
import * as models from "../../../../harness/models.ts";
import {
  areaFacingDown,
  averageSection,
  cutIntoLayers,
  layerCount,
} from "../../../../slicer-service/engine/layered/cross-sections.ts";
import { solidOf as solidOfFile } from "../mesh/solids.ts";

const solidOf = (shape: models.Shape) => solidOfFile(models.binaryStl(shape), "stl");

/** All layers' area times their height, and outlines likewise: the volume, and the surface as seen from its sides. */
async function sums(shape: models.Shape, layerHeightMm: number) {
  const solid = await solidOf(shape);
  const { sections, volumeCubicMm } = await cutIntoLayers(solid, layerHeightMm, () => {});
  const total = (of: "areaSquareMm" | "contourMm") =>
    sections.reduce((sum, section) => sum + section.layers * section[of], 0) * layerHeightMm;
  return { solid, sections, volumeCubicMm, area: total("areaSquareMm"), contour: total("contourMm") };
}

describe("the layers of a solid", () => {
  it("are 400 of a cube of 20 mm at 0.05 mm, each of 400 mm² and 80 mm", async () => {
    const { sections } = await sums(models.cube(20), 0.05);
    expect(sections).toHaveLength(400);
    for (const { layers, areaSquareMm, contourMm } of sections) {
      expect(layers).toBe(1);
      expect(areaSquareMm).toBeCloseTo(400, 3);
      expect(contourMm).toBeCloseTo(80, 3);
    }
  });

  it("leave a hollow out, and count its outline too", async () => {
    const { sections } = await sums(models.hollowBox(20, 4), 1);
    const [lowest, ...others] = sections;
    expect(lowest?.areaSquareMm).toBeCloseTo(400, 3);
    const middle = others[9];
    expect(middle?.areaSquareMm).toBeCloseTo(400 - 12 ** 2, 3);
    expect(middle?.contourMm).toBeCloseTo(80 + 48, 3);
  });

  it("count bodies that overlap once", async () => {
    const { sections } = await sums(models.together(models.cube(20), models.box([10, 0, 0], [30, 20, 20])), 1);
    expect(sections[5]?.areaSquareMm).toBeCloseTo(600, 3);
    expect(sections[5]?.contourMm).toBeCloseTo(100, 3);
  });

  it("count the inside-out parts of a surface that crosses itself", async () => {
    const { sections, solid, volumeCubicMm } = await sums(models.bowTie(), 1);
    expect(solid.volumeCubicMm).toBeCloseTo(6000, 1);
    expect(volumeCubicMm).toBeCloseTo(10_000, 1);
    for (const { areaSquareMm } of sections) expect(areaSquareMm).toBeCloseTo(1000, 2);
  });

  // The outline runs once around and 40° further: that sector is enclosed twice, up to the radius of the inner lap.
  it("count once a space that a surface crossing itself encloses twice", async () => {
    const [innerRadius, outerRadius] = [20, 24];
    const at = (degrees: number, radius: number) => {
      const angle = (degrees * Math.PI) / 180;
      return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
    };
    const innerLap = [0, 40, 80, 120, 160, 200].map((degrees) => at(degrees, innerRadius));
    const outerLap = [240, 280, 320, 360, 400].map((degrees) => at(degrees, outerRadius));
    const sector = (from: number, to: number) => (from * to * Math.sin((40 * Math.PI) / 180)) / 2;
    const twice = sector(innerRadius, innerRadius);
    const drawn = 5 * twice + sector(innerRadius, outerRadius) + 4 * sector(outerRadius, outerRadius);
    const { sections, solid, volumeCubicMm } = await sums(models.prism([[0, 0], ...innerLap, ...outerLap], 10), 1);
    expect(solid.volumeCubicMm).toBeCloseTo(10 * drawn, 0);
    expect(volumeCubicMm).toBeCloseTo(10 * (drawn - twice), 0);
    for (const { areaSquareMm } of sections) expect(areaSquareMm).toBeCloseTo(drawn - twice, 1);
  });

  it.each([8, 9, 10, 11])(
    "are as large as drawn if a flat star of %d tips is cut into a fan that folds over",
    async (tips) => {
      const corners = Array.from({ length: 2 * tips }, (_, index): readonly [number, number] => {
        const [radius, angle] = [index % 2 === 0 ? 18 : 7, (Math.PI * index) / tips];
        return [radius * Math.cos(angle), radius * Math.sin(angle)];
      });
      const drawn = tips * 18 * 7 * Math.sin(Math.PI / tips);
      for (const from of corners.keys()) {
        const outline = [...corners.slice(from), ...corners.slice(0, from)];
        const { sections, volumeCubicMm } = await sums(models.prism(outline, 6), 1);
        expect(volumeCubicMm / (6 * drawn), `from corner ${from}`).toBeCloseTo(1, 5);
        for (const { areaSquareMm } of sections) expect(areaSquareMm / drawn, `from corner ${from}`).toBeCloseTo(1, 4);
        const withBox = await solidOf(models.together(models.prism(outline, 6), models.box([-3, -3, -5], [3, 3, 15])));
        expect(withBox.volumeCubicMm / (6 * drawn + 14 * 36), `with a box, from corner ${from}`).toBeCloseTo(1, 4);
      }
    },
  );

  it("add up to a ball's volume and to its surface as seen from the sides, π² r²", async () => {
    const { solid, area, contour } = await sums(models.sphere(10, 48), 0.05);
    expect(area / solid.volumeCubicMm).toBeCloseTo(1, 4);
    expect(contour / (Math.PI ** 2 * 100)).toBeCloseTo(1, 2);
  });

  // Ten cuts at 0.05 mm meet each fin, and count 0.5 mm of it.
  it("leave the volume as it is if a part has details between their heights, such as fins of 0.52 mm", async () => {
    const fins = Array.from({ length: 10 }, (_, index) =>
      models.box([0, 0, 2 * index + 0.03], [20, 20, 2 * index + 0.55]),
    );
    const { solid, area, volumeCubicMm } = await sums(
      models.together(models.box([20, 0, 0], [22, 20, 20]), ...fins),
      0.05,
    );
    expect(area).toBeLessThan(0.98 * volumeCubicMm);
    expect(volumeCubicMm).toBe(solid.volumeCubicMm);
  });

  it("are at most 1,000 cuts for the 100,000 layers of a metre, and still all of them", async () => {
    const { sections, solid, area } = await sums(models.box([0, 0, 0], [10, 10, 1000]), 0.01);
    expect(sections.length).toBeLessThanOrEqual(1000);
    expect(sections.reduce((sum, { layers }) => sum + layers, 0)).toBe(100_000);
    expect(area / solid.volumeCubicMm).toBeCloseTo(1, 4);
  });

  it("report their progress, which ends at 1", async () => {
    const told: number[] = [];
    await cutIntoLayers(await solidOf(models.cube(20)), 0.5, (fraction) => told.push(fraction));
    expect(told).toHaveLength(40);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
  });

  it.each([
    [20, 0.05, 400],
    [20.01, 0.05, 401],
    // Single precision rounds the height up a little.
    [Math.fround(0.3), 0.1, 3],
    [0.01, 0.05, 1],
  ])("of %f mm at %f mm are %i", (height, layerHeight, layers) => {
    expect(layerCount(height, layerHeight)).toBe(layers);
  });
});

describe("the average of all layers", () => {
  it.each([
    ["a cube", models.cube(20)],
    ["a hollow box", models.hollowBox(20, 4)],
    ["a ball", models.sphere(10, 48)],
  ])("of %s equals the sum of its cuts", async (_, shape) => {
    const { solid, area, contour } = await sums(shape, 0.02);
    const average = averageSection(solid, 1);
    expect((average.areaSquareMm * solid.dimensionsMm.z) / area).toBeCloseTo(1, 3);
    expect((average.contourMm * solid.dimensionsMm.z) / contour).toBeCloseTo(1, 3);
  });
});

describe("the area that supports must hold", () => {
  it.each([
    ["a cube's floor", models.cube(20), 400],
    ["a hollow box's floor and the ceiling of its hollow", models.hollowBox(20, 4), 400 + 144],
    // The faces below 45° are half of the circle's area as seen from below, π r² / 2.
    ["the lower half of a ball's lower half", models.sphere(10, 96), Math.PI * 50],
    ["a floor, and a side that leans out by 60°", leaningOut(60), 10 * 10 + 10 * 10 * Math.tan(Math.PI / 3)],
    ["only the floor of a part whose side leans out by 30°", leaningOut(30), 10 * 10],
  ])("is %s", async (_, shape, area) => {
    expect(areaFacingDown(await solidOf(shape)) / area).toBeCloseTo(1, 1);
  });
});

/** A floor of 10 × 10 mm, and one side 10 mm high that leans out by this angle from upright. */
function leaningOut(degrees: number): models.Shape {
  const reach = 10 * Math.tan((degrees * Math.PI) / 180);
  const { points, faces } = models.box([0, 0, 0], [10, 10, 10]);
  return { points: points.map(([x, y, z]): models.Point => (x > 0 && z > 0 ? [x + reach, y, z] : [x, y, z])), faces };
}
