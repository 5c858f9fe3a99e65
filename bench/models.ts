// Slices models of every kind, sound to malicious, and prints outcome, time and peak memory of each.
//
// A plain cube after each shows that the engine is unharmed. With a folder, it slices the models in that folder
// instead.
//
//   npm run bench -- models [folder] [--only <words>] [--slicer curaengine|prusaslicer] [--powder]
//   npm run bench -- models --generated <count> [--seed <number>]
//
// With --generated it slices hostile models drawn from a seed, and with --powder estimates all for powder: no slicer then adds to the
// engine's own work. --only takes the models with these words in their names.
//
// Zip archives follow, unpacked by the browser's code: no engine sees one. Their peaks include Node's own memory.

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { watchPeakMemory } from "../harness/engine/peak-memory.ts";
import { type RunningEngine, startTestEngine } from "../harness/engine/running-engine.ts";
import { generatedModels } from "../harness/models/generated-models.ts";
import { largestSet, TRIED_ARCHIVES } from "../harness/models/hostile-archives.ts";
import {
  EXHAUSTING_MODELS,
  HOSTILE_MODELS,
  LARGE_MODELS,
  MAX_HOSTILE_BYTES,
} from "../harness/models/hostile-models.ts";
import { type FolderModel, modelsIn } from "../harness/models/model-folder.ts";
import { binaryStl, cube } from "../harness/models.ts";
import { POWDER } from "../harness/profiles/layered-profiles.ts";
import { figure, mebibytes, printTable } from "../harness/table.ts";
import { findProgram } from "../slicer-service/engine/limited-process.ts";
import type { EngineSliceState } from "../slicer-service/src/engine-protocol.ts";

const CUBE = binaryStl(cube(20));

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    generated: { type: "string" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    slicer: { type: "string" },
    powder: { type: "boolean", default: false },
  },
});
const [folder] = positionals;
const models = (await chosenModels()).filter(({ name }) => name.includes(values.only));
const installed = ["curaengine", ...(findProgram("prusa-slicer") === undefined ? [] : ["prusaslicer"])];

for (const slicer of values.slicer === undefined ? installed : [values.slicer]) {
  const engine = await startTestEngine({ ENGINE_SLICER: slicer, ENGINE_MAX_MODEL_BYTES: String(MAX_HOSTILE_BYTES) });
  try {
    const rows: string[][] = [];
    for (const model of models) {
      console.error(`${engine.engineName}: ${model.name}`);
      rows.push(await sliceAndWatch(engine, model));
    }
    console.log(`\n${engine.engineName}`);
    printTable(["model", "MB", "seconds", "peak MiB", "cube after it", "outcome"], rows, [
      "left",
      "right",
      "right",
      "right",
      "left",
      "left",
    ]);
  } finally {
    await engine.cleanUp();
  }
}

if (folder === undefined && values.generated === undefined) await unpackArchives();

async function unpackArchives(): Promise<void> {
  const archives = [...TRIED_ARCHIVES, { name: "20 models of 24 MB", make: largestSet }];
  const place = await mkdtemp(join(tmpdir(), "archives-"));
  try {
    const rows: string[][] = [];
    for (const { name, make } of archives.filter((archive) => archive.name.includes(values.only))) {
      const file = join(place, "tried.zip");
      const bytes = await make();
      await writeFile(file, bytes);
      const program = join(import.meta.dirname, "support/unpack-archive.ts");
      const { stdout } = await promisify(execFile)(process.execPath, [program, file]);
      const { seconds, peakBytes, outcome } = JSON.parse(stdout);
      const told = typeof outcome === "string" ? outcome : outcome.slice(0, 3).join(", ");
      rows.push([name, figure(bytes.length / 1e6), figure(seconds), mebibytes(peakBytes), told]);
    }
    console.log("\nzip archives");
    printTable(["archive", "MB", "seconds", "peak MiB", "outcome"], rows, ["left", "right", "right", "right", "left"]);
  } finally {
    await rm(place, { recursive: true });
  }
}

async function chosenModels(): Promise<readonly FolderModel[]> {
  if (folder !== undefined) return modelsIn(folder);
  const made =
    values.generated === undefined
      ? [...HOSTILE_MODELS, ...EXHAUSTING_MODELS, ...LARGE_MODELS]
      : generatedModels(Number(values.seed), Number(values.generated));
  return [...made].map((model) => ({ ...model, read: async () => model.make() }));
}

async function sliceAndWatch(engine: RunningEngine, { name, format, read }: FolderModel): Promise<string[]> {
  const model = await read();
  const memory = watchPeakMemory(engine.process.pid ?? 0);
  const started = performance.now();
  const state = await engine.sliceToEnd({ model, format, ...(values.powder ? { profile: POWDER } : {}) });
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
