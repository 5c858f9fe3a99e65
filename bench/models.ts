// What becomes of every kind of model, from the sound to the malicious, in a real engine: how each slice ends, how long it
// takes, how much memory its processes held at their peak, and whether the engine slices a plain cube right after.
// With a folder, of the models in it instead.
//
//   npm run bench:models -- [folder]

import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { parseArgs } from "node:util";
import { HOSTILE_MODELS, type HostileModel, LARGE_MODELS, MAX_HOSTILE_BYTES } from "../harness/hostile-models.ts";
import { binaryStl, cube } from "../harness/models.ts";
import { watchPeakMemory } from "../harness/peak-memory.ts";
import { type RunningEngine, startEngine } from "../harness/running-engine.ts";
import { figure, mebibytes } from "../harness/table.ts";
import { findProgram } from "../slicer-service/engine/limited-process.ts";
import { findModelFormat } from "../slicer-service/src/contract/model-formats.ts";
import type { EngineSliceState } from "../slicer-service/src/engine-protocol.ts";

const CUBE = binaryStl(cube(20));

type NamedModel = Pick<HostileModel, "name" | "format"> & { readonly make: () => Promise<Uint8Array<ArrayBuffer>> };

const { positionals } = parseArgs({ allowPositionals: true });
const [folder] = positionals;
const toSlice: NamedModel[] =
  folder === undefined
    ? [...HOSTILE_MODELS, ...LARGE_MODELS].map((model) => ({ ...model, make: async () => model.make() }))
    : await modelsIn(folder);

for (const slicer of ["curaengine", ...(findProgram("prusa-slicer") === undefined ? [] : ["prusaslicer"])]) {
  const engine = await startEngine({ ENGINE_SLICER: slicer, ENGINE_MAX_MODEL_BYTES: String(MAX_HOSTILE_BYTES) });
  try {
    const rows: string[][] = [];
    for (const model of toSlice) {
      console.error(`${engine.identity}: ${model.name}`);
      rows.push(await sliceAndWatch(engine, model));
    }
    console.log(`\n${engine.identity}`);
    printRows([["model", "MB", "s", "peak MiB", "next", "outcome"], ...rows]);
  } finally {
    await engine.cleanUp();
  }
}

async function sliceAndWatch(engine: RunningEngine, { name, format, make }: NamedModel): Promise<string[]> {
  const model = await make();
  const memory = watchPeakMemory(engine.process.pid ?? 0);
  const started = performance.now();
  const state = await engine.sliceToEnd({ model, format });
  const seconds = (performance.now() - started) / 1000;
  const peak = await memory.stop();
  const next = await engine.sliceToEnd({ model: CUBE });
  return [
    name,
    figure(model.length / 1e6),
    figure(seconds),
    mebibytes(peak),
    next.status === "done" ? "sliced" : "FAILED",
    outcome(state),
  ];
}

/** The first column to the left, figures to the right, and sentences as they are. */
function printRows(rows: readonly (readonly string[])[]): void {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  for (const [name = "", ...cells] of rows) {
    const sentence = cells.pop() ?? "";
    const figures = cells.map((cell, index) => cell.padStart(width(index + 1)));
    console.log([name.padEnd(width(0)), ...figures, sentence].join("  "));
  }
}

function outcome(state: EngineSliceState): string {
  switch (state.status) {
    case "done":
      return `${figure(state.result.printSeconds / 60)} min, ${figure(state.result.materialCubicMm / 1000)} cm³`;
    case "failed":
      return `${state.failure.code}: ${state.failure.message}`;
    case "queued":
    case "slicing":
      return state.status;
  }
}

async function modelsIn(path: string): Promise<NamedModel[]> {
  const names = (await readdir(path)).sort();
  return names.flatMap((name) => {
    const format = findModelFormat(extname(name).slice(1).toLowerCase());
    return format === undefined
      ? []
      : [{ name, format, make: async () => new Uint8Array(await readFile(join(path, name))) }];
  });
}
