// The unit that a model was drawn in: when it is suspected, and the file that is written in millimetres.

import { BufferGeometry, Vector3 } from "three";
import { STLLoader } from "three/addons/loaders/STLLoader.js";
import { describe, expect, it } from "vitest";
import { writeBinaryStl } from "../../../src/storefront/browser/model/binary-stl.ts";
import { isUnitless, scaled, suspectedUnit, UNITS } from "../../../src/storefront/browser/model/units.ts";

describe("a model's unit", () => {
  it.each([
    [{ x: 5, y: 2.5, z: 1.38 }, "inch"],
    [{ x: 0.4, y: 0.1, z: 0.1 }, "inch"],
    [{ x: 0.12, y: 0.08, z: 0.05 }, "m"],
    [{ x: 25.5, y: 32.5, z: 16.7 }, undefined],
    [{ x: 10, y: 1, z: 1 }, undefined],
    [{ x: 0, y: 0, z: 0 }, undefined],
    [{ x: 0.000_001, y: 0, z: 0 }, undefined],
  ])("of a drawing of %j is suspected to be %s", (drawn, unit) => {
    expect(suspectedUnit(drawn)).toBe(unit);
  });

  it("is never guessed into an implausible size", () => {
    for (let longest = 0.001; longest < 10; longest *= 1.07) {
      const unit = suspectedUnit({ x: longest, y: longest / 3, z: longest / 10 });
      if (unit === undefined) continue;
      const { x } = scaled({ x: longest, y: 0, z: 0 }, unit);
      expect(x, `${longest} in ${unit}`).toBeGreaterThanOrEqual(10);
      expect(x, `${longest} in ${unit}`).toBeLessThan(1000);
    }
  });

  it("is asked for if the format holds none, which 3MF does", () => {
    expect((["stl", "obj", "ply", "3mf", "step"] as const).filter(isUnitless)).toEqual(["stl", "obj", "ply"]);
  });
});

describe("the file that is written in another unit", () => {
  const corner = [0, 0, 0, 2, 0, 0, 0, 3, 0];
  const wall = [0, 0, 0, 0, 0, 4, 2, 0, 0];

  it("is a binary STL with every triangle, in millimetres", () => {
    const file = writeBinaryStl(new Float32Array([...corner, ...wall, ...corner].map((drawn) => drawn * UNITS.inch)));
    expect(file.byteLength).toBe(84 + 3 * 50);
    const geometry = new STLLoader().parse(file);
    expect(geometry).toBeInstanceOf(BufferGeometry);
    const read = [...(geometry.getAttribute("position").array ?? [])];
    const expected = [...corner, ...wall, ...corner].map((drawn) => Math.fround(drawn * 25.4));
    expect(read).toEqual(expected);
    geometry.computeBoundingBox();
    const size = geometry.boundingBox
      ?.getSize(new Vector3())
      .toArray()
      .map((side) => Number(side.toFixed(3)));
    expect(size).toEqual([50.8, 76.2, 101.6]);
  });

  it("does not begin as the text form does, and leaves out half a triangle", () => {
    const file = writeBinaryStl(new Float32Array([...corner, 1, 2, 3]));
    expect(new TextDecoder().decode(file.slice(0, 5))).not.toBe("solid");
    expect(new DataView(file).getUint32(80, true)).toBe(1);
  });
});
