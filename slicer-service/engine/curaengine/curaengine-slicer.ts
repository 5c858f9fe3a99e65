// CuraEngine, compiled to WebAssembly and driven directly, as a command with a file system of its own. The package's
// own class around it cannot slice twice and hangs on an empty mesh; and since one run leaves memory behind, a process
// may slice once only (`slicesInCallingProcess`).

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { compileFunction } from "node:vm";
import { ModelFailure } from "../model-failure.ts";
import type { FilamentSlicer } from "../slicer.ts";
import { curaEngineSettings } from "./curaengine.settings.ts";

/** What is used of the module that Emscripten made. */
interface EngineModule {
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

type EngineFactory = (configuration: {
  noInitialRun: boolean;
  print: (line: string) => void;
  printErr: (line: string) => void;
  quit: (status: number) => void;
}) => Promise<EngineModule>;

const require = createRequire(import.meta.url);

/** The version of the package, which is pinned: with it the engine, and so every figure. */
export async function curaEngineVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(require.resolve("cura-wasm/package.json"), "utf8"));
  if (typeof manifest === "object" && manifest !== null && "version" in manifest) return String(manifest.version);
  throw new Error("cura-wasm has no version");
}

/** The package ships the engine as a script that is half an ES module (its export) and half not (`__dirname`). */
async function loadEngineFactory(): Promise<EngineFactory> {
  const file = require.resolve("cura-wasm/src/CuraEngine.js");
  const source = (await readFile(file, "utf8")).replace("export default CuraEngine;", "return CuraEngine;");
  return compileFunction(source, ["require", "__filename", "__dirname"], { filename: file })(
    require,
    file,
    dirname(file),
  );
}

export function curaEngineSlicer(): FilamentSlicer {
  return async ({ stlFile, profile, onProgress }) => {
    const createEngine = await loadEngineFactory();
    const lastLines: string[] = [];
    const keepLine = (line: string) => {
      lastLines.push(line);
      if (lastLines.length > 20) lastLines.shift();
    };
    let exitStatus = 0;
    const engine = await createEngine({
      noInitialRun: true,
      print: keepLine,
      printErr: keepLine,
      quit: (status) => {
        exitStatus = status;
      },
    });

    engine.FS.mkdir("/definitions");
    for (const definition of ["fdmprinter.def.json", "fdmextruder.def.json"]) {
      const file = require.resolve(`cura-wasm/src/definitions/${definition}`);
      engine.FS.writeFile(`/definitions/${definition}`, await readFile(file));
    }
    engine.FS.writeFile("/model.stl", await readFile(stlFile));
    const layers = readLayerCount(engine);

    let printSeconds = 0;
    let materialCubicMm = 0;
    // The engine calls these two by name; it reports its figures twice, the first time before it has any.
    Object.assign(globalThis, {
      "cura-wasm-progress-callback": onProgress,
      "cura-wasm-metadata-callback": (
        _flavor: string,
        seconds: number,
        _firstMaterial: number,
        _secondMaterial: number,
        _nozzleSize: number,
        cubicMm: number,
      ) => {
        printSeconds = seconds;
        materialCubicMm = cubicMm;
      },
    });

    const settings = Object.entries(curaEngineSettings(profile)).flatMap(([name, value]) => ["-s", `${name}=${value}`]);
    // The mesh takes its settings from the extruder, the machine its own from the global scope: both get all of them.
    engine.callMain([
      ...["slice", "-p", "-j", "/definitions/fdmprinter.def.json", "-o", "/print.gcode"],
      ...settings,
      ...["-e0", ...settings, "-l", "/model.stl"],
    ]);

    if (exitStatus !== 0) throw new Error(`CuraEngine ended with ${exitStatus}:\n${lastLines.join("\n")}`);
    // Having found nothing to do the engine still ends well.
    if (materialCubicMm <= 0 || printSeconds <= 0) throw new ModelFailure("nothing_to_print");
    return { printSeconds, materialCubicMm, layers: layers() };
  };
}

/** Takes the G-code as it is written, keeps the layer count it opens with, and drops the rest. */
function readLayerCount(engine: EngineModule): () => number {
  const decoder = new TextDecoder("latin1");
  let opening = "";
  let layers = 0;
  const device = engine.FS.makedev(64, 0);
  engine.FS.registerDevice(device, {
    write(_stream, bytes, offset, length) {
      if (layers === 0) {
        opening += decoder.decode(bytes.subarray(offset, offset + length));
        layers = Number(/;LAYER_COUNT:(\d+)\n/.exec(opening)?.[1] ?? 0);
        opening = opening.slice(-64);
      }
      return length;
    },
  });
  engine.FS.mkdev("/print.gcode", device);
  return () => layers;
}
