// Slices with CuraEngine as WebAssembly. Its module is called directly, with a file system of its own: the package's own
// class cannot slice twice and hangs on an empty mesh. Each run leaks memory, so a process slices with it only once
// (`slicesInCallingProcess`).

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { compileFunction } from "node:vm";
import type { FilamentProfile } from "../../src/contract/profile.ts";
import { jerkMmPerSecond } from "../filament-printer.ts";
import { ModelFailure } from "../model-failure.ts";
import { type MotionLimits, PrintClock } from "../print-clock.ts";
import type { FilamentSlicer } from "../slicer.ts";
import { SlicerRefusal } from "../slicer-refusal.ts";
import { curaEngineSettings } from "./curaengine.settings.ts";
import { variableWallDifference } from "./variable-walls.ts";

/** The part of Emscripten's module that is used here. */
interface CuraModule {
  callMain(commandLine: string[]): void;
  readonly FS: {
    mkdir(path: string): void;
    writeFile(path: string, data: Uint8Array): void;
    makedev(major: number, minor: number): number;
    registerDevice(device: number, operations: DeviceOperations): void;
    mkdev(path: string, device: number): void;
  };
}

interface DeviceOperations {
  write(stream: unknown, bytes: Int8Array, offset: number, length: number): number;
}

type CuraModuleFactory = (configuration: {
  noInitialRun: boolean;
  print: (line: string) => void;
  printErr: (line: string) => void;
  quit: (status: number) => void;
}) => Promise<CuraModule>;

const require = createRequire(import.meta.url);

/** The version of the package. It is pinned in package.json, and CuraEngine and all figures with it. */
export async function curaEngineVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(require.resolve("cura-wasm/package.json"), "utf8"));
  if (typeof manifest === "object" && manifest !== null && "version" in manifest) return String(manifest.version);
  throw new Error("cura-wasm has no version");
}

/** Loads the package's script, which is neither an ES module (it uses `__dirname`) nor CommonJS (it has an export). */
async function loadModuleFactory(): Promise<CuraModuleFactory> {
  const file = require.resolve("cura-wasm/src/CuraEngine.js");
  const source = (await readFile(file, "utf8")).replace("export default CuraEngine;", "return CuraEngine;");
  return compileFunction(source, ["require", "__filename", "__dirname"], { filename: file })(
    require,
    file,
    dirname(file),
  );
}

export function curaEngineSlicer(): FilamentSlicer {
  return async ({ stlFile, folder, profile, onProgress }) => {
    const createModule = await loadModuleFactory();
    const lastLines: string[] = [];
    const keepLine = (line: string) => {
      lastLines.push(line);
      if (lastLines.length > 20) lastLines.shift();
    };
    let exitStatus = 0;
    const cura = await createModule({
      noInitialRun: true,
      print: keepLine,
      printErr: keepLine,
      quit: (status) => {
        exitStatus = status;
      },
    });

    cura.FS.mkdir("/definitions");
    for (const definition of ["fdmprinter.def.json", "fdmextruder.def.json"]) {
      const file = require.resolve(`cura-wasm/src/definitions/${definition}`);
      cura.FS.writeFile(`/definitions/${definition}`, await readFile(file));
    }
    const stl = await readFile(stlFile);
    const walls = await variableWallDifference(stl, profile);
    cura.FS.writeFile("/model.stl", stl);
    const clock = new PrintClock(motionLimits(profile));
    const layers = readGcode(cura, clock);

    let materialCubicMm = 0;
    // CuraEngine calls these two globals by name. It reports its figures twice, the first time as zeros.
    Object.assign(globalThis, {
      "cura-wasm-progress-callback": onProgress,
      "cura-wasm-metadata-callback": (
        _flavor: string,
        _seconds: number,
        _firstMaterial: number,
        _secondMaterial: number,
        _nozzleSize: number,
        cubicMm: number,
      ) => {
        materialCubicMm = cubicMm;
      },
    });

    const settings = Object.entries(curaEngineSettings(profile, walls === undefined)).flatMap(([name, value]) => [
      "-s",
      `${name}=${value}`,
    ]);
    // The mesh reads its settings from the extruder, the machine from the global scope: give both all of them.
    cura.callMain([
      ...["slice", "-p", "-j", "/definitions/fdmprinter.def.json", "-o", "/print.gcode"],
      ...settings,
      ...["-e0", ...settings, "-l", "/model.stl"],
    ]);

    if (exitStatus !== 0) {
      throw new SlicerRefusal("CuraEngine", lastLines.join("\n"), { folder, profile }, curaEngineSettings);
    }
    materialCubicMm += walls?.materialCubicMm ?? 0;
    // Not CuraEngine's own estimate: it goes round corners faster than a printer's jerk allows, and knows one jerk for both axes.
    const printSeconds = clock.seconds() + (walls?.printSeconds ?? 0);
    // With nothing to print CuraEngine still exits with 0.
    if (materialCubicMm <= 0 || printSeconds <= 0) throw new ModelFailure("nothing_to_print");
    return { printSeconds, materialCubicMm, layers: layers(), loweredMm: 0 };
  };
}

/** Receives the G-code as it is written: the clock takes its time, its start states the layers, and nothing of it is kept. */
function readGcode(cura: CuraModule, clock: PrintClock): () => number {
  const decoder = new TextDecoder("latin1");
  let opening = "";
  let layers = 0;
  const device = cura.FS.makedev(64, 0);
  cura.FS.registerDevice(device, {
    write(_stream, bytes, offset, length) {
      const written = bytes.subarray(offset, offset + length);
      clock.read(written);
      if (layers === 0) {
        opening += decoder.decode(written);
        layers = Number(/;LAYER_COUNT:(\d+)\n/.exec(opening)?.[1] ?? 0);
        opening = opening.slice(-64);
      }
      return length;
    },
  });
  cura.FS.mkdev("/print.gcode", device);
  return () => layers;
}

/** The accelerations of features are in the G-code. */
function motionLimits(profile: FilamentProfile): MotionLimits {
  const jerk = jerkMmPerSecond(profile);
  return {
    speeds: [profile.maxXMmPerSecond, profile.maxYMmPerSecond, profile.maxZMmPerSecond, profile.maxExtruderMmPerSecond],
    accelerations: [
      profile.maxXAcceleration,
      profile.maxYAcceleration,
      profile.maxZAcceleration,
      profile.maxExtruderAcceleration,
    ],
    jerks: [jerk.x, jerk.y, profile.jerkZMmPerSecond, profile.jerkExtruderMmPerSecond],
    retractAcceleration: profile.maxRetractAcceleration,
    acceleration: profile.maxPrintAcceleration,
  };
}
