// Volumes of solids from STEP against the exact ones, of every size: 0.1 % at most.

import { describe, expect, test } from "vitest";
import * as models from "../../../harness/models.ts";
import { readModelFile } from "../../../slicer-service/engine/mesh/read/read-model.ts";
import { makeBodies } from "../../../slicer-service/engine/mesh/solid/solid.ts";

const { PI } = Math;
/** A solid of this size with its exact volume. */
type Exact = readonly [Uint8Array<ArrayBuffer>, number];

const SOLIDS: Readonly<Record<string, (size: number) => Exact>> = {
  ball: (size) => {
    const r = size / 2;
    return [models.stepRevolution([0, -r], [{ to: [0, r], centre: [0, 0] }]), (4 / 3) * PI * r ** 3];
  },
  cylinder: (size) => {
    const r = size / 2;
    return [models.stepRevolution([0, 0], [{ to: [r, 0] }, { to: [r, size] }, { to: [0, size] }]), PI * r ** 2 * size];
  },
  cone: (size) => {
    const r = size / 2;
    return [models.stepRevolution([0, 0], [{ to: [r, 0] }, { to: [0, size] }]), (PI * r ** 2 * size) / 3];
  },
  ring: (size) => {
    const [tube, r] = [size / 8, (3 * size) / 8];
    const halves = [
      { to: [r, tube], centre: [r, 0] },
      { to: [r, -tube], centre: [r, 0] },
    ] as const;
    return [models.stepRevolution([r, -tube], halves), 2 * PI ** 2 * r * tube ** 2];
  },
  "box with rounded edges": (size) => {
    const [r, inner] = [size / 10, (4 * size) / 5];
    const exact = inner ** 3 + 6 * inner ** 2 * r + 3 * PI * r ** 2 * inner + (4 / 3) * PI * r ** 3;
    return [models.stepRoundedBox([size, size, size], r), exact];
  },
  "cylinder with a filleted rim": (size) => {
    const [r, fillet] = [size / 2, size / 10];
    const inner = r - fillet;
    const profile = [
      { to: [r, 0] },
      { to: [r, size - fillet] },
      { to: [inner, size], centre: [inner, size - fillet] },
      { to: [0, size] },
    ] as const;
    const rim = PI * inner ** 2 * fillet + 2 * PI * ((inner * PI * fillet ** 2) / 4 + fillet ** 3 / 3);
    return [models.stepRevolution([0, 0], profile), PI * r ** 2 * (size - fillet) + rim];
  },
};

describe.each(Object.entries(SOLIDS))("a %s", (_, make) => {
  test.each([5, 50, 200])("of %i mm", async (size) => {
    const [file, exact] = make(size);
    const drawing = await readModelFile(file, "step");
    const { volumeCubicMm } = await (await makeBodies(drawing, drawing.isInMillimetres)).unite();
    const percent = 100 * (volumeCubicMm / exact - 1);
    console.log(`${percent.toFixed(4)} % of ${drawing.triangles.length / 3} triangles`);
    expect(Math.abs(percent)).toBeLessThan(0.1);
  });
});
