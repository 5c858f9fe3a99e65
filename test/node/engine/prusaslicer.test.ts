// PrusaSlicer's output as the engine reads it: its steps as progress, and exit code 0 without G-code as a failure.
//
// A script stands in for the program and prints the output of versions 2.5 and 2.9.

import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as models from "../../../harness/models.ts";
import { STANDARD_PROFILE } from "../../../harness/profiles/standard-profile.ts";
import type { SlicerFigures } from "../../../slicer-service/engine/filament/slicer.ts";
import { ModelFailure } from "../../../slicer-service/engine/model-failure.ts";
import { prusaSlicer } from "../../../slicer-service/engine/prusaslicer/prusaslicer-slicer.ts";

const STEPS_OF_2_5 = `10 => Processing triangulated mesh
20 => Generating perimeters
70 => Infilling layers
30 => Preparing infill
85 => Generating support material
88 => Generating skirt and brim
90 => Exporting G-code to print.gcode`;

const STEPS_OF_2_9 = `10 => Processing triangulated mesh
20 => Generating perimeters
30 => Preparing infill
45 => Making infill
65 => Searching support spots
69 => Alert if supports needed
70 => Generating support material
89 => Calculating overhanging perimeters
88 => Generating skirt and brim
90 => Exporting G-code to print.gcode`;

const FIGURES = `; last_layer = 99
; filament used [mm] = 1000.00
; estimated printing time (normal mode) = 1d 2h 3m 4s`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "prusaslicer-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a slice with a program that prints `says`, writes `writes` as its G-code, and exits with 0. */
async function sliceWith(program: { says: string; writes?: string }) {
  const [script, said, written] = [join(folder, "program"), join(folder, "said"), join(folder, "written")];
  await writeFile(said, `${program.says}\n`);
  // A real file begins with its moves: a line break stands before its first figure.
  if (program.writes !== undefined) await writeFile(written, `G1 X1\n${program.writes}\n`);
  await writeFile(
    script,
    `#!/bin/sh
echo run >> "${folder}/runs"
cat "${said}"
while [ "$1" != "-o" ]; do shift; done
if [ -e "${written}" ]; then cp "${written}" "$2"; fi
`,
  );
  await chmod(script, 0o755);
  const stlFile = join(folder, "bodies.stl");
  await writeFile(stlFile, models.binaryStl(models.cube(10)));
  const progress: number[] = [];
  const figures: SlicerFigures | Error = await prusaSlicer(script)({
    stlFile,
    folder,
    profile: STANDARD_PROFILE,
    onProgress: (share) => progress.push(share),
  }).catch((error: Error) => error);
  const runs = (await readFile(join(folder, "runs"), "utf8")).trim().split("\n").length;
  return { figures, progress, runs };
}

describe("The steps of PrusaSlicer", () => {
  test.each([
    ["2.5", STEPS_OF_2_5],
    ["2.9", STEPS_OF_2_9],
  ])("%s become progress that only grows, and is small until the infill is prepared", async (_, says) => {
    const { progress } = await sliceWith({ says, writes: FIGURES });
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(new Set(progress).size).toBe(progress.length);
    expect(progress.length).toBeGreaterThan(4);
    const beforeInfill = (await sliceWith({ says: says.slice(0, says.indexOf("30 =>")), writes: FIGURES })).progress;
    expect(Math.max(...beforeInfill)).toBeLessThan(0.2);
  });
});

describe("Exit code 0 of PrusaSlicer", () => {
  test("is a print if the G-code states its figures", async () => {
    const { figures } = await sliceWith({ says: STEPS_OF_2_9, writes: FIGURES });
    // A metre of filament 1.75 mm thick.
    expect(figures).toEqual({
      printSeconds: 93_784,
      materialCubicMm: expect.closeTo(2405.28, 2),
      layers: 100,
      loweredMm: 0,
    });
  });

  test.each([
    ["made no file", { says: STEPS_OF_2_9 }],
    ["found the part beside its bed", { says: "All objects are outside of the print volume." }],
    ["refused a setting", { says: "Layer height can't be greater than nozzle diameter" }],
    ["wrote a file without figures", { says: STEPS_OF_2_9, writes: "G1 X2" }],
    ["wrote of no filament", { says: STEPS_OF_2_9, writes: FIGURES.replace("1000.00", "0.00") }],
    ["wrote of no time", { says: STEPS_OF_2_9, writes: FIGURES.replace("1d 2h 3m 4s", "0s") }],
    ["wrote of no layers", { says: STEPS_OF_2_9, writes: FIGURES.replace("; last_layer = 99", "") }],
  ])("is a failure of the service if it %s", async (_what, program) => {
    const { figures } = await sliceWith(program);
    expect(figures).toBeInstanceOf(Error);
    expect(figures).not.toBeInstanceOf(ModelFailure);
    expect(String(figures)).toContain("PrusaSlicer made nothing");
  });

  test("is the model's failure if it printed that there was nothing to print", async () => {
    const { figures } = await sliceWith({
      says: "No layers were detected. You might want to repair your STL file(s).",
    });
    expect(figures).toMatchObject({ code: "nothing_to_print" });
  });

  test("for a part that touches the bed at one point is tried again with the part lowered", async () => {
    const { figures, runs } = await sliceWith({ says: "There is an object with no extrusions in the first layer." });
    expect(runs).toBe(3);
    expect(figures).toMatchObject({ code: "nothing_to_print" });
  });
});
