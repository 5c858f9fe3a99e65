// The demo's computed parts are closed, face outward and have a realistic volume.

import { describe, expect, it } from "vitest";
import { herringboneGear, spindleLikeNoOther, twistedVase } from "../../../scripts/demo/demo-models.ts";

interface Facets {
  readonly corners: readonly (readonly [string, string, string])[];
  readonly cubicMm: number;
}

function readBinaryStl(bytes: Uint8Array<ArrayBuffer>): Facets {
  const view = new DataView(bytes.buffer);
  const count = view.getUint32(80, true);
  expect(bytes.length).toBe(84 + 50 * count);
  let cubicMm = 0;
  const corners = Array.from({ length: count }, (_, facet): [string, string, string] => {
    const at = (corner: number, axis: number) => view.getFloat32(84 + 50 * facet + 12 + 12 * corner + 4 * axis, true);
    const point = (corner: number) => [at(corner, 0), at(corner, 1), at(corner, 2)] as const;
    const [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = [point(0), point(1), point(2)];
    cubicMm += (ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)) / 6;
    return [point(0).join(), point(1).join(), point(2).join()];
  });
  return { corners, cubicMm };
}

// A chance profile is made anew by each call: one spindle is looked at.
const spindle = spindleLikeNoOther();

describe.each([
  ["herringbone gear", herringboneGear],
  ["twisted vase", twistedVase],
  ["spindle", () => spindle],
])("the %s of the demo", (_, make) => {
  it("is closed: every edge is used as often in one direction as in the other", () => {
    const balance = new Map<string, number>();
    for (const [a, b, c] of readBinaryStl(make()).corners) {
      for (const [from, to] of [
        [a, b],
        [b, c],
        [c, a],
      ] as const) {
        const [edge, step] = from < to ? [`${from} ${to}`, 1] : [`${to} ${from}`, -1];
        balance.set(edge, (balance.get(edge) ?? 0) + step);
      }
    }
    expect([...balance.values()].filter((sum) => sum !== 0)).toEqual([]);
  });

  it("faces outward (its signed volume is positive) and has the volume of a real part", () => {
    const { cubicMm } = readBinaryStl(make());
    expect(cubicMm).toBeGreaterThan(3_000);
    expect(cubicMm).toBeLessThan(100_000);
  });
});
