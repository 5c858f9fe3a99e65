// Fuzzing the readers: any bytes end in a solid or in a ModelFailure, in no other error.

import fc from "fast-check";
import { expect, test } from "vitest";
import { REFUSED_PLY } from "../../../harness/models/hostile-models.ts";
import * as models from "../../../harness/models.ts";
import { readModelFile } from "../../../slicer-service/engine/mesh/read/read-model.ts";
import { makeSolid } from "../../../slicer-service/engine/mesh/solid/solid.ts";
import { ModelFailure } from "../../../slicer-service/engine/model-failure.ts";
import { MODEL_FORMATS, type ModelFormat } from "../../../slicer-service/src/contract/model-formats.ts";

const CUBE = models.cube(20);
const SOUND: [string, ModelFormat, Uint8Array][] = [
  ["binary STL", "stl", models.binaryStl(CUBE)],
  ["ASCII STL", "stl", models.asciiStl(CUBE)],
  ["OBJ", "obj", models.obj(CUBE)],
  ["3MF", "3mf", models.threeMf(models.oneObject(CUBE))],
  ["ASCII PLY", "ply", models.ply(CUBE)],
  ["binary PLY", "ply", models.ply(CUBE, "binary_little_endian")],
  ["PLY in the other byte order", "ply", models.ply(CUBE, "binary_big_endian")],
];

/** The solid's volume, or undefined if the file was refused. */
async function volumeOf(file: Uint8Array, format: ModelFormat): Promise<number | undefined> {
  try {
    const { volumeCubicMm } = await makeSolid(await readModelFile(file, format));
    expect(volumeCubicMm).toBeGreaterThan(0);
    return volumeCubicMm;
  } catch (error) {
    expect(error).toBeInstanceOf(ModelFailure);
    return undefined;
  }
}

test.each(REFUSED_PLY)("$name is refused with its reason", async ({ format, make, ends }) => {
  const read = async () => makeSolid(await readModelFile(make(), format));
  const refusal = await read().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ModelFailure);
  expect(refusal).toMatchObject({ code: ends.status === "failed" ? ends.code : "" });
});

test.each(MODEL_FORMATS)("random bytes are refused as $format", async ({ format }) => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (file) => {
      expect(await volumeOf(file, format)).toBeUndefined();
    }),
  );
});

// OpenCASCADE is loaded anew for each file, so that only a few are tried.
test("a STEP file with bytes changed anywhere is read or refused", { timeout: 60_000 }, async () => {
  const sound = models.stepOfShape(models.cube(20));
  const damage = fc.record({ at: fc.nat(sound.length - 1), byte: fc.nat(127) });
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
      const file = sound.slice();
      for (const { at, byte } of damages) file[at] = byte;
      await volumeOf(file, "step");
    }),
    { numRuns: 15 },
  );
});

test.each(SOUND)("a %s with bytes changed anywhere is read or refused", async (_what, format, sound) => {
  const damage = fc.record({ at: fc.nat(sound.length - 1), byte: fc.nat(255) });
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
      const file = sound.slice();
      for (const { at, byte } of damages) file[at] = byte;
      await volumeOf(file, format);
    }),
    { numRuns: 300 },
  );
});

test.each(SOUND)("a %s cut off anywhere is refused, or has the volume of the whole", async (_what, format, sound) => {
  await fc.assert(
    fc.asyncProperty(fc.nat(sound.length - 1), async (length) => {
      expect([undefined, 8000]).toContain(await volumeOf(sound.slice(0, length), format));
    }),
    { numRuns: 300 },
  );
});
