// Slices with CuraEngine as WebAssembly. Its module is called directly, with a file system of its own: the package's own
// class cannot slice twice and hangs on an empty mesh. Each run leaks memory, so a process slices with it only once
// (`slicesInCallingProcess`).

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { compileFunction } from "node:vm";
import type { FilamentSlicer } from "../filament/slicer.ts";
import { SlicerRefusal } from "../filament/slicer-refusal.ts";
import { GcodeReader } from "../gcode/gcode-reader.ts";
import { ModelFailure } from "../model-failure.ts";
import { curaEngineSettings } from "./curaengine.settings.ts";
import { PacedPrint } from "./paced-print.ts";
import { printPace } from "./print-pace.ts";
import { variableWallDifference } from "./variable-walls.ts";

/** The used part of Emscripten's module. */
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

/** The package's version. package.json pins it, and CuraEngine and all figures with it. */
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
    const print = new PacedPrint(printPace(profile), profile.filamentDiameterMm, walls);
    const reader = new GcodeReader(print);
    readGcode(cura, reader);
    // CuraEngine calls these two globals by name. Its figures are not read: it takes corners faster than a printer's jerk allows.
    Object.assign(globalThis, { "cura-wasm-progress-callback": onProgress, "cura-wasm-metadata-callback": () => {} });

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
    reader.end();
    print.end();
    const { printSeconds, materialCubicMm, layers } = print;
    // CuraEngine exits with 0, after travelling, even if there is nothing to print.
    if (materialCubicMm <= 0) throw new ModelFailure("nothing_to_print");
    return { printSeconds, materialCubicMm, layers, loweredMm: 0 };
  };
}

/** Passes the G-code to the reader as it is written; none of it is kept. */
function readGcode(cura: CuraModule, reader: GcodeReader): void {
  const device = cura.FS.makedev(64, 0);
  cura.FS.registerDevice(device, {
    write(_stream, bytes, offset, length) {
      reader.read(bytes.subarray(offset, offset + length));
      return length;
    },
  });
  cura.FS.mkdev("/print.gcode", device);
}
