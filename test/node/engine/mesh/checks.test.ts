// Programming errors in the geometry end as errors, never as a price or a failure of the model.

import { describe, expect, test } from "vitest";
import * as models from "../../../../harness/models.ts";
import { POWDER, TILTING } from "../../../../harness/profiles/layered-profiles.ts";
import { estimateLayers } from "../../../../slicer-service/engine/layered/layer-estimate.ts";
import { itemAt, requireFinite, requireSoundIndices } from "../../../../slicer-service/engine/mesh/checks.ts";
import { readModelFile } from "../../../../slicer-service/engine/mesh/read/read-model.ts";
import { makeBodies, makeSolid } from "../../../../slicer-service/engine/mesh/solid/solid.ts";
import type { TriangleMesh } from "../../../../slicer-service/engine/mesh/triangle-mesh.ts";
import { ModelFailure } from "../../../../slicer-service/engine/model-failure.ts";

/** A cube of 20 mm with eight corners, so that every index beyond 7 is wrong. */
function cube(): TriangleMesh {
  return readModelFile(models.obj(models.cube(20)), "obj");
}

/** The cube with the index at this position replaced. */
function cubeNaming(corner: number, position: number): TriangleMesh {
  const { corners, triangles } = cube();
  return { corners, triangles: triangles.with(position, corner) };
}

async function reasonOf(failing: Promise<unknown>): Promise<unknown> {
  return failing.then(
    (value) => expect.fail(`Nothing was thrown, but ${JSON.stringify(value)} returned`),
    (reason: unknown) => reason,
  );
}

describe("a mesh whose triangles name a corner there is not", () => {
  test.each([
    ["just beyond the last", 8, 0],
    ["just beyond the last, in the last triangle", 8, 35],
    ["far beyond", 4_000_000_000, 17],
    ["below the first", -1, 5],
  ])("is refused as an error of the program: %s", async (_, corner, position) => {
    const reason = await reasonOf(makeBodies(cubeNaming(corner, position)));
    expect(reason).toBeInstanceOf(RangeError);
    expect(reason).not.toBeInstanceOf(ModelFailure);
    expect(reason).toMatchObject({ message: expect.stringMatching(/names corner \d+ of 8$/) });
  });

  test("is a solid of 8000 mm³ with the right corner in its place", async () => {
    const { triangles } = cube();
    const same = cubeNaming(itemAt(triangles, 17), 17);
    expect((await makeSolid(same)).volumeCubicMm).toBeCloseTo(8000, 3);
  });
});

test.each([
  ["a triangle", { corners: new Float32Array(9), triangles: new Uint32Array(4) }],
  ["a corner", { corners: new Float32Array(10), triangles: new Uint32Array(3) }],
])("a mesh with a part of %s is refused", (_, mesh) => {
  expect(() => requireSoundIndices(mesh)).toThrow("not three for each");
});

test("a mesh without corners and triangles has sound indices", () => {
  requireSoundIndices({ corners: new Float32Array(0), triangles: new Uint32Array(0) });
});

describe("an estimate", () => {
  test.each([
    ["resin", TILTING],
    ["powder", POWDER],
  ])("of %s refuses a volume that is not a number", async (_, profile) => {
    const solid = await makeSolid(cube());
    const reason = await reasonOf(estimateLayers({ ...solid, volumeCubicMm: Number.NaN }, profile, () => {}));
    expect(reason).toBeInstanceOf(Error);
    expect(reason).not.toBeInstanceOf(ModelFailure);
    expect(reason).toMatchObject({ message: expect.stringContaining("came out as NaN") });
  });

  test("refuses a triangle that names a corner there is not", async () => {
    const { mesh, ...solid } = await makeSolid(cube());
    const wrong = { ...solid, mesh: { ...mesh, triangles: mesh.triangles.with(3, 8) } };
    const reason = await reasonOf(estimateLayers(wrong, TILTING, () => {}));
    expect(reason).toBeInstanceOf(Error);
    expect(reason).not.toBeInstanceOf(ModelFailure);
  });
});

test("a figure is handed on when it is finite, and named in the error when it is not", () => {
  expect(requireFinite("volume", 0)).toBe(0);
  for (const wrong of [Number.NaN, Infinity, -Infinity]) {
    expect(() => requireFinite("volume", wrong)).toThrow(`The volume came out as ${wrong}`);
  }
});

test("an item that is not there is an error, and 0 or an empty text is an item", () => {
  expect(itemAt([0], 0)).toBe(0);
  expect(itemAt([""], 0)).toBe("");
  expect(itemAt(Float32Array.of(1.5), 0)).toBe(1.5);
  for (const index of [-1, 1, 0.5, Number.NaN]) {
    expect(() => itemAt([7], index), String(index)).toThrow(`There is no item ${index} among 1`);
  }
});
