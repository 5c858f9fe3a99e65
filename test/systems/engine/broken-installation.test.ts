// A broken installation: a fault of the slicer or the machine is never blamed on a customer's model.
//
// Scripts stand in for a broken PrusaSlicer.

import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as models from "../../../harness/models.ts";
import { STANDARD_PROFILE } from "../../../harness/profiles/standard-profile.ts";
import { limitedCommand } from "../../../slicer-service/engine/limited-process.ts";
import { ProcessPool } from "../../../slicer-service/engine/process-pool.ts";
import type { SliceCommand } from "../../../slicer-service/engine/slice-child.ts";
import type { SliceOutcome } from "../../../slicer-service/engine/slice-process.ts";
import type { FilamentProfile } from "../../../slicer-service/src/contract/profile.ts";

const PROJECT = fileURLToPath(new URL("../../../", import.meta.url));

let folder: string;
let pool: ProcessPool;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "broken-installation-"));
  pool = new ProcessPool(folder, { maxSliceSeconds: 60, meshSeconds: 15 });
});
afterEach(async () => {
  await pool.close();
  await rm(folder, { recursive: true, force: true });
});

const PRINTED = `; last_layer = 99
; filament used [mm] = 1000.00
; estimated printing time (normal mode) = 1h 2m 3s`;

/**
 * Slices a ball with a program of these shell commands, in which $OUT is the G-code to write and $IN the mesh, beside its settings
 * in profile.ini.
 */
async function sliceWith(
  commands: string,
  mode = 0o755,
  profile: Partial<FilamentProfile> = {},
): Promise<SliceOutcome> {
  const program = join(folder, "prusa-slicer");
  const find = 'while [ "$1" != "-o" ]; do shift; done; OUT="$2"; IN="$3"';
  await writeFile(program, `#!/bin/sh\n${find}\n${commands}\n`);
  await chmod(program, mode);
  const sliceFolder = await mkdtemp(join(folder, "slice-"));
  await writeFile(join(sliceFolder, "model"), models.binaryStl(models.sphere(10, 24)));
  const slicer = { kind: "prusaslicer", version: "2.9.2", program } as const;
  const task = { slicer, format: "stl", profile: { ...STANDARD_PROFILE, ...profile } } as const;
  return pool.start(task, sliceFolder, () => {}).outcome;
}

/** The engine's files and packages, but for the WebAssembly of OpenCASCADE. */
async function installWithoutOpenCascade(): Promise<string> {
  const service = join(folder, "slicer-service");
  await cp(join(PROJECT, "slicer-service"), service, { recursive: true });
  await mkdir(join(service, "node_modules"));
  const { dependencies } = JSON.parse(await readFile(join(service, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) {
    const [from, to] = [join(PROJECT, "node_modules", name), join(service, "node_modules", name)];
    if (name === "occt-import-js") await cp(from, to, { recursive: true, filter: (path) => !path.endsWith(".wasm") });
    else await symlink(from, to);
  }
  return service;
}

/** Writes the G-code of a print. */
const PRINT = `printf 'G1\\n${PRINTED.replaceAll("\n", "\\n")}\\n' > "$OUT"`;

const UNAVAILABLE = { status: "failed", failure: { fault: "service", code: "engine_unavailable" } };

describe("is a failure of the service", () => {
  test.each([
    ["lacks a library", 'echo "error while loading shared libraries: libGL.so.1" >&2; exit 127', 0o755],
    ["may not be run", "exit 0", 0o644],
    ["crashes at once", "kill -SEGV $$", 0o755],
    ["makes nothing of any model", "exit 0", 0o755],
    ["finds no room for its files", 'echo "No space left on device"; exit 1', 0o755],
    ["is killed", "kill -KILL $$", 0o755],
  ])("if the slicer %s", async (_what, commands, mode) => {
    expect(await sliceWith(commands, mode)).toMatchObject(UNAVAILABLE);
  });

  test("if the slicer is killed on a cube, so that the profile was not tried", async () => {
    const commands = `if grep -q "^perimeters = 7$" profile.ini; then
      if [ $(wc -c < "$IN") -gt 1000 ]; then kill -SEGV $$; fi; kill -KILL $$; fi; ${PRINT}`;
    expect(await sliceWith(commands, 0o755, { wallCount: 7 })).toMatchObject(UNAVAILABLE);
  });

  test("if the slice's folder is gone", async () => {
    const slicer = { kind: "prusaslicer", version: "2.9.2", program: "/bin/true" } as const;
    const task = { slicer, format: "stl", profile: STANDARD_PROFILE } as const;
    expect(await pool.start(task, join(folder, "none"), () => {}).outcome).toMatchObject(UNAVAILABLE);
  });

  test("if OpenCASCADE does not start", async () => {
    const service = await installWithoutOpenCascade();
    await writeFile(join(folder, "model"), models.stepOfShape(models.cube(20)));
    const slicer = { kind: "curaengine", version: "1" } as const;
    const command: SliceCommand = { task: { slicer, format: "step", profile: STANDARD_PROFILE }, folder };
    const child = fork(join(service, "engine/slice-child.ts"), { stdio: "ignore" });
    child.send(command);
    const [ended] = await Promise.race([once(child, "message"), once(child, "exit")]);
    child.kill("SIGKILL");
    expect(ended).toMatchObject({ type: "failed", failure: UNAVAILABLE.failure });
  });
});

describe("is a failure of the profile", () => {
  const WALLS = { wallCount: 7 };
  const refusingWalls = (says: string) => `if grep -q "^perimeters = 7$" profile.ini; then ${says} fi; ${PRINT}`;

  test("if the slicer refuses its settings, and slices a cube by the default ones", async () => {
    const says = `echo "20 => Generating perimeters"; echo "Value out of range: perimeters in $PWD/profile.ini"; exit 1;`;
    expect(await sliceWith(refusingWalls(says), 0o755, WALLS)).toEqual({
      status: "failed",
      failure: {
        fault: "profile",
        code: "slicer_failed",
        message: expect.stringContaining("refuses its settings"),
        slicerSaid: "Value out of range: perimeters in profile.ini",
        numbers: ["wallCount"],
      },
    });
    expect((await sliceWith(refusingWalls(says))).status).toBe("done");
  });

  test.each([
    ["Value out of range: top_solid_layers", ["topLayers"]],
    ["Invalid value for --external-perimeter-extrusion-width", ["nozzleDiameterMm", "outerWallWidthPercent"]],
    ["Layer height can't be greater than nozzle diameter", []],
  ])("which names its numbers if the slicer names their settings: %s", async (said, numbers) => {
    const outcome = await sliceWith(refusingWalls(`echo "${said}"; exit 1;`), 0o755, WALLS);
    expect(outcome).toMatchObject({ failure: { fault: "profile", slicerSaid: said, numbers } });
  });

  test("if it crashes the slicer without a word", async () => {
    expect(await sliceWith(refusingWalls("kill -SEGV $$;"), 0o755, WALLS)).toMatchObject({
      failure: { fault: "profile", slicerSaid: expect.stringContaining("SIGSEGV") },
    });
  });

  test("if a cube takes all of the slicer's processor time, which is no crash", async () => {
    const says = 'if [ $(wc -c < "$IN") -gt 1000 ]; then kill -SEGV $$; fi; kill -XCPU $$;';
    expect(await sliceWith(refusingWalls(says), 0o755, WALLS)).toMatchObject({
      failure: { fault: "profile", slicerSaid: "The slicer used up its time or memory." },
    });
  });
});

describe("is a failure of the model", () => {
  test("if the slicer makes nothing of it, and slices a cube", async () => {
    // The cube has 12 triangles, in 684 bytes.
    const commands = `if [ $(wc -c < "$IN") -gt 1000 ]; then kill -SEGV $$; fi; ${PRINT}`;
    expect(await sliceWith(commands)).toMatchObject({
      status: "failed",
      failure: { fault: "model", code: "slicer_failed" },
    });
  });

  test("if it takes all of the slicer's processor time", async () => {
    expect(await sliceWith("kill -XCPU $$")).toMatchObject({
      status: "failed",
      failure: { fault: "model", code: "model_too_complex" },
    });
    const [program, words] = limitedCommand("sh", ["-c", "while :; do :; done"], {
      memoryBytes: 2 ** 30,
      cpuSeconds: 1,
      fileBytes: 2 ** 20,
    });
    const [, signal] = await once(spawn(program, words), "exit");
    expect(signal).toBe("SIGXCPU");
  });

  test("if the profile prints nothing of a cube, so that a cube says nothing of the slicer", async () => {
    const commands = `if [ $(wc -c < "$IN") -gt 1000 ]; then kill -SEGV $$; fi; echo "The print is empty."`;
    expect(await sliceWith(commands)).toMatchObject({ failure: { fault: "model", code: "slicer_failed" } });
  });

  test.each([
    ["The print is empty. The model is not printable with current print settings.", "thinner than one line"],
    ["There is an object with no extrusions in the first layer.", "touches the bed"],
    ["Empty layer between 5 and 10.2.", "hang in the air"],
  ])("with a reason of its own if the slicer says: %s", async (said, reason) => {
    expect(await sliceWith(`echo "${said}"`)).toMatchObject({
      status: "failed",
      failure: { fault: "model", code: "nothing_to_print", message: expect.stringContaining(reason) },
    });
  });
});
