// The contract of every engine over HTTP: figures worked out by hand, refusals, progress, versions.

import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CUBE } from "../../../harness/engine/engine-uploads.ts";
import { ENGINES } from "../../../harness/engine/engines.ts";
import {
  type EngineUpload,
  newSliceKey,
  type RunningEngine,
  readEngineJson,
  startTestEngine,
} from "../../../harness/engine/running-engine.ts";
import * as models from "../../../harness/models.ts";
import type { SliceFailure } from "../../../slicer-service/src/contract/slices.ts";
import {
  ENGINE_PROTOCOL,
  type EngineSliceState,
  MESH_HEADER,
  MESH_WANTED,
} from "../../../slicer-service/src/engine-protocol.ts";

/** An octahedron: its first layer is narrower than a line. */
const STANDING_ON_A_TIP: models.Shape = {
  points: [
    [0, 0, 0],
    [10, 0, 10],
    [0, 10, 10],
    [-10, 0, 10],
    [0, -10, 10],
    [0, 0, 20],
  ],
  faces: [
    [0, 2, 1],
    [0, 3, 2],
    [0, 4, 3],
    [0, 1, 4],
    [5, 1, 2],
    [5, 2, 3],
    [5, 3, 4],
    [5, 4, 1],
  ],
};

for (const { slicer, title, present } of ENGINES) {
  describe.runIf(present)(title, () => {
    let engine: RunningEngine;
    beforeAll(async () => {
      engine = await startTestEngine({ ENGINE_SLICER: slicer });
    });
    afterAll(() => engine.cleanUp());

    describe("introduces itself", () => {
      test("with its slicer, version and profile revision", async () => {
        const { protocol, engineName, capacity } = await engine.health();
        expect(protocol).toBe(ENGINE_PROTOCOL);
        expect(engineName).toBe(engine.engineName);
        expect(engineName).toMatch(
          slicer === "curaengine" ? /^curaengine-wasm-1\.5\.2\/\d+$/ : /^prusaslicer-\d+\.\d+\.\d+\/\d+$/,
        );
        expect(capacity).toBeGreaterThanOrEqual(1);
      });
    });

    describe("slices", () => {
      test("a cube, with its exact size and volume, and the filament of its walls, floors and grid", async () => {
        const result = await engine.slice(CUBE);
        expect(result.engine).toBe(engine.engineName);
        expect(result.dimensionsMm).toEqual({ x: 20, y: 20, z: 20 });
        expect(result.solidCubicMm).toBeCloseTo(8000, 3);
        expect(result.layers).toBe(100);
        // Two walls of 0.45 mm all round, four full layers below and above, a fifth of the rest.
        const walls = (20 ** 2 - 18.2 ** 2) * 20;
        const floors = 18.2 ** 2 * 8 * 0.2;
        const infill = 18.2 ** 2 * (20 - 8 * 0.2) * 0.2;
        expectWithin(result.materialCubicMm, walls + floors + infill, 0.1);
        expect(result.printSeconds).toBeGreaterThan(10 * 60);
        expect(result.printSeconds).toBeLessThan(60 * 60);
      });

      test("a solid cube with about its own volume of filament", async () => {
        const result = await engine.slice({ ...CUBE, profile: { infillPercent: 100 } });
        expectWithin(result.materialCubicMm, 8000, 0.06);
      });

      test("the same file twice with the same figures", async () => {
        const [first, second] = [await engine.slice(CUBE), await engine.slice(CUBE)];
        expect(second).toEqual(first);
      });

      test("the same cube from every format with the same figures", async () => {
        const reference = await engine.slice(CUBE);
        const cube = models.cube(20);
        const threeMf = models.threeMf({
          resources: `<object id="1">${models.meshXml(cube)}</object>`,
          items: '<item objectid="1"/>',
        });
        const others = await Promise.all([
          engine.slice({ model: models.asciiStl(cube) }),
          engine.slice({ model: models.obj(cube), format: "obj" }),
          engine.slice({ model: threeMf, format: "3mf" }),
          engine.slice({ model: models.ply(cube), format: "ply" }),
          engine.slice({ model: models.stepOfShape(cube), format: "step" }),
          engine.slice({ model: models.stepOfShape(models.cube(2), { unit: "CENTI" }), format: "step" }),
        ]);
        expect(others).toEqual(others.map(() => reference));
      });

      test("a STEP file, and gives its mesh until it is forgotten, if that was asked for", async () => {
        const upload: EngineUpload = { model: models.stepOfShape(models.cube(20)), format: "step" };
        const [wanted, unwanted] = [newSliceKey(), newSliceKey()];
        await engine.put(wanted, upload, engine.options(upload), { [MESH_HEADER]: MESH_WANTED });
        await engine.put(unwanted, upload);
        expect(await engine.end(wanted)).toMatchObject({ status: "done", meshBytes: 84 + 50 * 12 });
        expect(await engine.end(unwanted)).not.toHaveProperty("meshBytes");
        const mesh = await engine.get(wanted, "/mesh");
        expect(mesh.headers.get("Content-Length")).toBe(String(84 + 50 * 12));
        const file = new Uint8Array(await mesh.arrayBuffer());
        expect(new TextDecoder().decode(file.subarray(0, 80))).toContain("binary STL, millimetres");
        const reference = await engine.slice(CUBE);
        expect(await engine.slice({ model: file })).toEqual(reference);
        expect((await engine.get(unwanted, "/mesh")).status).toBe(404);
        await engine.delete(wanted);
        expect((await engine.get(wanted, "/mesh")).status).toBe(404);
        const left = await readdir(engine.temporaryFolder, { recursive: true });
        expect(left.filter((name) => name.endsWith(".stl"))).toEqual([]);
      });

      test("a part wherever it was drawn, standing it on the bed", async () => {
        const reference = await engine.slice(CUBE);
        const far = models.box([5000, -7000, 300], [5020, -6980, 320]);
        expect(await engine.slice({ model: models.binaryStl(far) })).toEqual(reference);
      });

      test("a hollow box without filling its hollow", async () => {
        const profile = { infillPercent: 100 } as const;
        const result = await engine.slice({ model: models.binaryStl(models.hollowBox(20, 4)), profile });
        expect(result.solidCubicMm).toBeCloseTo(8000 - 12 ** 3, 2);
        expectWithin(result.materialCubicMm, 8000 - 12 ** 3, 0.08);
      });

      test("overlapping bodies, counting their shared space once", async () => {
        const twoBoxes = models.together(models.cube(20), models.box([10, 0, 0], [30, 20, 20]));
        const result = await engine.slice({ model: models.binaryStl(twoBoxes), profile: { infillPercent: 100 } });
        expect(result.solidCubicMm).toBeCloseTo(30 * 20 * 20, 0);
        expectWithin(result.materialCubicMm, 30 * 20 * 20, 0.06);
      });

      test("a project plate by plate, as often as each is printed, and reports on it", async () => {
        const cube = await engine.slice(CUBE);
        const place = (x: number) => `<item objectid="1" transform="1 0 0 0 1 0 0 0 1 ${x} 0 0"/>`;
        const instance = (number: number) =>
          `<model_instance><metadata key="object_id" value="1"/><metadata key="instance_id" value="${number}"/></model_instance>`;
        const model = models.threeMf({
          resources: `<object id="1">${models.meshXml(models.cube(20))}</object>`,
          // On the second plate two copies lie in one place; the last item lies on none.
          items: place(0) + place(3000) + place(3000) + place(9000),
          otherParts: {
            "Metadata/model_settings.config": `<config><plate>${instance(0)}</plate><plate>${instance(1)}${instance(2)}</plate></config>`,
          },
        });
        const result = await engine.slice({ model, format: "3mf" });
        expect(result.solidCubicMm).toBeCloseTo(3 * 8000, 2);
        expect(result.printSeconds).toBe(3 * cube.printSeconds);
        expectWithin(result.materialCubicMm, 3 * cube.materialCubicMm, 0.0001);
        expect(result.dimensionsMm).toEqual(cube.dimensionsMm);
        expect(result.platesMm).toEqual([cube.dimensionsMm, cube.dimensionsMm]);
        expect(result.warnings).toEqual([{ code: "objects_left_out", count: 1 }]);
      });

      test("a project of two filaments in one material like the same shapes in one, but for the warning", async () => {
        const shapes = [models.cube(10), models.box([12, 0, 0], [22, 10, 10])];
        const sliced = (filaments: readonly number[]) => {
          const parts = shapes.map((shape, index) => ({ shape, filament: filaments[index] ?? 1 }));
          return engine.slice({ model: models.threeMf(models.bambuProject({ parts })), format: "3mf" });
        };
        const [one, two] = [await sliced([1, 1]), await sliced([1, 2])];
        expect(one.warnings).toEqual([]);
        expect(two).toEqual({ ...one, warnings: [{ code: "several_colours", count: 2 }] });
      });

      test("a part that overhangs, and warns of it only if it has no supports", async () => {
        const model = models.binaryStl(models.letterT(40, 60, 8));
        const codes = async (supports: boolean) =>
          (await engine.slice({ model, profile: { supports } })).warnings?.map(({ code }) => code);
        expect(await codes(false)).toEqual(["needs_supports"]);
        expect(await codes(true)).toEqual([]);
      });

      test("a cube that is inside out like one that is not", async () => {
        const reference = await engine.slice(CUBE);
        const result = await engine.slice({ model: models.binaryStl(models.insideOut(models.cube(20))) });
        expect(result.solidCubicMm).toBeCloseTo(8000, 3);
        expectWithin(result.materialCubicMm, reference.materialCubicMm, 0.01);
      });

      test("a ball standing on its pole", async () => {
        const result = await engine.slice({ model: models.binaryStl(models.sphere(10, 24)) });
        expectWithin(result.solidCubicMm, (4 / 3) * Math.PI * 1000, 0.02);
        expect(result.materialCubicMm).toBeGreaterThan(1000);
      });

      test("a part standing on a tip, and says so if it had to be lowered", async () => {
        const result = await engine.slice({ model: models.binaryStl(STANDING_ON_A_TIP) });
        // Only PrusaSlicer refuses an empty first layer.
        const lowered = result.warnings?.filter(({ code }) => code === "lowered");
        expect(lowered).toEqual(slicer === "prusaslicer" ? [{ code: "lowered", byMm: 0.15 }] : []);
      });

      test("a part almost as long as the longest allowed", async () => {
        const result = await engine.slice({ model: models.binaryStl(models.box([0, 0, 0], [990, 10, 4])) });
        expect(result.dimensionsMm).toEqual({ x: 990, y: 10, z: 4 });
        expect(result.materialCubicMm).toBeGreaterThan(10_000);
      });
    });

    describe("refuses for a reason that lies in the model", () => {
      const cube = models.cube(20);
      const cases: [string, EngineUpload, SliceFailure["code"]][] = [
        ["a file of no bytes", { model: models.bytes("") }, "empty_model"],
        ["an STL of no triangles", { model: models.bytes("solid nothing\nendsolid nothing\n") }, "empty_model"],
        ["noise", { model: new Uint8Array(5000).map((_, index) => (index * 7919) % 251) }, "unreadable_model"],
        ["noise as OBJ", { model: new Uint8Array(5000).fill(65), format: "obj" }, "unreadable_model"],
        ["noise as 3MF", { model: new Uint8Array(5000).fill(65), format: "3mf" }, "unreadable_model"],
        ["a binary STL that was cut off", { model: models.binaryStl(cube).slice(0, -30) }, "unreadable_model"],
        ["a cube without its lid", { model: models.binaryStl(models.withoutFaces(cube, 1)) }, "open_mesh"],
        [
          "a corner that is not a number",
          { model: models.binaryStl({ ...cube, points: [[Number.NaN, 0, 0], ...cube.points.slice(1)] }) },
          "invalid_coordinates",
        ],
        [
          "a corner at infinity",
          { model: models.binaryStl({ ...cube, points: [[Infinity, 0, 0], ...cube.points.slice(1)] }) },
          "invalid_coordinates",
        ],
        ["a cube drawn in inches", { model: models.binaryStl(models.cube(2)) }, "model_too_small"],
        ["a cube of three metres", { model: models.binaryStl(models.cube(3000)) }, "model_too_large"],
        [
          "a wall thinner than a line, printed with a thick nozzle",
          { model: models.binaryStl(models.box([0, 0, 0], [20, 0.05, 20])), profile: { nozzleDiameterMm: 0.8 } },
          "nothing_to_print",
        ],
      ];
      test.each(cases)("%s", async (_what, upload, code) => {
        const failure = await engine.failure(upload);
        expect(failure).toMatchObject({ fault: "model", code });
        expect(failure.message).toMatch(/^[A-Z].{20,}\.$/);
      });

      test("with the measured size, if that looks like another unit", async () => {
        const failure = await engine.failure({ model: models.binaryStl(models.box([0, 0, 0], [2, 1, 0.5])) });
        expect(failure.message).toContain("2 × 1 × 0.5 mm");
        expect(failure.message).toContain("inches");
      });
    });

    describe("speaks the protocol", () => {
      test("accepts a slice, and knows it when it is asked for again", async () => {
        const sliceKey = newSliceKey();
        const first = await engine.put(sliceKey, CUBE);
        expect(first.status).toBe(202);
        expect(["queued", "slicing"]).toContain((await readEngineJson<EngineSliceState>(first)).status);
        const end = await engine.end(sliceKey);
        const again = await engine.put(sliceKey, CUBE);
        expect(again.status).toBe(200);
        expect(await readEngineJson(again)).toEqual(end);
      });

      test("runs equal keys once, however many ask at the same time", async () => {
        const before = (await engine.health()).runs;
        const sliceKey = newSliceKey();
        const answers = await Promise.all(Array.from({ length: 6 }, () => engine.put(sliceKey, CUBE)));
        expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 200, 200, 202]);
        await engine.end(sliceKey);
        const after = (await engine.health()).runs;
        expect(after.started - before.started).toBe(1);
        expect(after.done - before.done).toBe(1);
      });

      test("counts failed runs apart", async () => {
        const before = (await engine.health()).runs;
        await engine.failure({ model: models.bytes("") });
        expect((await engine.health()).runs).toEqual({
          ...before,
          started: before.started + 1,
          failed: before.failed + 1,
        });
      });

      test("reports progress that never goes back, with versions that only grow", async () => {
        const sliceKey = newSliceKey();
        await engine.put(sliceKey, { model: models.binaryStl(models.sphere(60, 32)) });
        const states = await engine.follow(sliceKey);
        const progress = states.map((state) => state.progress);
        expect(progress).toEqual(progress.toSorted((a, b) => a - b));
        expect(progress.at(-1)).toBe(100);
        expect(progress.filter((percent) => percent > 10 && percent < 100).length).toBeGreaterThan(1);
        const versions = states.map((state) => state.version);
        expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
      });

      test("answers at once if the reader has not seen the newest state", async () => {
        const sliceKey = newSliceKey();
        await engine.put(sliceKey, CUBE);
        const end = await engine.end(sliceKey);
        expect(await readEngineJson(await engine.get(sliceKey, `?after=${end.version - 1}&wait=60`))).toEqual(end);
        // Also if it has: a slice that ended changes no more.
        expect(await readEngineJson(await engine.get(sliceKey, `?after=${end.version}&wait=60`))).toEqual(end);
      });

      test("answers 404 for an unknown slice", async () => {
        const response = await engine.get(newSliceKey());
        expect(response.status).toBe(404);
        expect(await readEngineJson(response)).toMatchObject({ code: "unknown_slice" });
      });

      test("refuses work meant for another engine", async () => {
        const options = { ...engine.options({}), engineName: "curaengine-wasm-0.0.1/1" };
        const response = await engine.put(newSliceKey(), CUBE, options);
        expect(response.status).toBe(409);
        expect(await readEngineJson(response)).toMatchObject({ code: "engine_mismatch" });
      });

      test("forgets a slice that is deleted, and deletes one it does not know", async () => {
        const sliceKey = newSliceKey();
        await engine.put(sliceKey, CUBE);
        await engine.end(sliceKey);
        expect((await engine.delete(sliceKey)).status).toBe(204);
        expect((await engine.get(sliceKey)).status).toBe(404);
        expect((await engine.delete(sliceKey)).status).toBe(204);
      });
    });
  });
}

function expectWithin(actual: number, expected: number, share: number): void {
  expect(actual).toBeGreaterThan(expected * (1 - share));
  expect(actual).toBeLessThan(expected * (1 + share));
}
