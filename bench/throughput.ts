// The service's overhead over its slicer: against plain PrusaSlicer on the same mesh and settings.
//
//   npm run bench -- throughput <folder of models> [--rounds 5]
//
// One model: from the request to the slicer Worker, with the model in R2, to its answer, against the raw command.
// Rounds of both take turns, and their medians are compared. Eight models: requested all at once, against the best
// schedule of raw commands on the same cores. Neither side knows beforehand which model takes longest; "longest first"
// shows both with that knowledge. The engine has sliced before, since its first slice takes about a tenth of a second
// longer. prusa-slicer must be on the PATH.
//
// Processor time is the engine's with all it started, against the raw command's: it hardly depends on the machine's other work.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { processorSecondsOfTree } from "../harness/engine/process-tree.ts";
import { type FolderModel, modelsIn } from "../harness/models/model-folder.ts";
import { STANDARD_PROFILE } from "../harness/profiles/standard-profile.ts";
import { median } from "../harness/statistics.ts";
import { SlicerSystem } from "../harness/systems/slicer-system.ts";
import { printTable } from "../harness/table.ts";
import { startEngine } from "../scripts/local/engine-process.ts";
import { findProgram } from "../slicer-service/engine/limited-process.ts";
import { readModelFile } from "../slicer-service/engine/mesh/read/read-model.ts";
import { makeBodies } from "../slicer-service/engine/mesh/solid/solid.ts";
import { writeStl } from "../slicer-service/engine/mesh/write-stl.ts";
import { ModelFailure } from "../slicer-service/engine/model-failure.ts";
import { processorTime } from "../slicer-service/engine/processor-time.ts";
import { prusaSlicerIni } from "../slicer-service/engine/prusaslicer/prusaslicer.settings.ts";
import { makeWorkFolder } from "../slicer-service/engine/work-folder.ts";
import type { SliceRequest } from "../slicer-service/src/contract/slices.ts";

const MAX_MILLISECONDS = 600_000;
const BATCH = 8;
/** The allowed overhead of the service: for one model, and for a batch. */
const MAX_OVERHEAD = { share: 0.05, milliseconds: 100 };
const MAX_BATCH_RATIO = 1.05;
const MAX_PROCESSOR_RATIO = 1.03;

interface Model extends Omit<FolderModel, "read"> {
  readonly file: Uint8Array<ArrayBuffer>;
  /** The path of the mesh for both sides, closed and in millimetres. */
  readonly stlFile: string;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "5" } },
});
const [modelFolder] = positionals;
const rounds = Number(values.rounds);
const program = findProgram("prusa-slicer");
if (modelFolder === undefined) throw new Error("Name a folder of models: node bench/throughput.ts <folder>");
if (program === undefined) throw new Error("Put prusa-slicer on the PATH: the service is compared with it.");

const cores = availableParallelism();
const folder = await makeWorkFolder(undefined, cores);
const settingsFile = join(folder, "profile.ini");
await writeFile(settingsFile, prusaSlicerIni(STANDARD_PROFILE));
const models = await sliceableModels(modelFolder);
if (models.length === 0) throw new Error(`Nothing in ${modelFolder} can be sliced`);
const engine = await startEngine({ ENGINE_SLICER: "prusaslicer" });
const slicer = await SlicerSystem.start({ bindings: { ENGINE_URL: engine.url } });
try {
  for (const { name, file } of models) await slicer.putModel(name, file);
  // Warm-up: one-time work, such as compiling code, is in no measurement.
  for (const model of models.slice(0, 2)) await Promise.all([service([model]), raw(model)]);
  console.log(`${engine.engineName}, ${cores} cores, medians of ${rounds} rounds, milliseconds`);
  const rawTimes = await compareEach();
  await compareBatch(rawTimes);
} finally {
  await slicer.stop();
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Returns the median time of the raw command for each model, in milliseconds. */
async function compareEach(): Promise<ReadonlyMap<Model, number>> {
  const timesOfRaw = new Map<Model, number>();
  const rows: string[][] = [];
  const processorRows: string[][] = [];
  const processorSums = { raw: 0, service: 0 };
  for (const model of models) {
    console.error(model.name);
    const [rawCosts, serviceCosts]: [Cost[], Cost[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      rawCosts.push(await costOf(endedChildrenMilliseconds, () => raw(model)));
      serviceCosts.push(await costOf(engineMilliseconds, () => service([model])));
    }
    const [ofRaw, ofService] = [medianCost(rawCosts), medianCost(serviceCosts)];
    timesOfRaw.set(model, ofRaw.elapsed);
    const allowed = MAX_OVERHEAD.share * ofRaw.elapsed + MAX_OVERHEAD.milliseconds;
    const overhead = ofService.elapsed - ofRaw.elapsed;
    const verdict = overhead <= allowed ? "within" : "over";
    rows.push([model.name, ...[ofRaw.elapsed, ofService.elapsed, overhead, allowed].map(whole), verdict]);
    processorRows.push(processorRow(model.name, ofRaw.processor, ofService.processor));
    processorSums.raw += ofRaw.processor;
    processorSums.service += ofService.processor;
  }
  printTable(["model", "raw command", "service", "overhead", "allowed: 5 % + 100", ""], rows);
  printTable(
    ["processor time", "raw command", "service", "ratio", "allowed"],
    [...processorRows, processorRow("all", processorSums.raw, processorSums.service)],
  );
  return timesOfRaw;
}

function processorRow(name: string, ofRaw: number, ofService: number): string[] {
  return [name, whole(ofRaw), whole(ofService), (ofService / ofRaw).toFixed(3), String(MAX_PROCESSOR_RATIO)];
}

/** In milliseconds. */
interface Cost {
  readonly elapsed: number;
  readonly processor: number;
}

function medianCost(costs: readonly Cost[]): Cost {
  return {
    elapsed: median(costs.map(({ elapsed }) => elapsed)),
    processor: median(costs.map(({ processor }) => processor)),
  };
}

/** @param clock of processor time, in milliseconds */
async function costOf(clock: () => Promise<number>, work: () => Promise<void>): Promise<Cost> {
  const before = await clock();
  const elapsed = await timed(work);
  return { elapsed, processor: (await clock()) - before };
}

/** Processor time of the raw commands: no other child of this process ends meanwhile. */
async function endedChildrenMilliseconds(): Promise<number> {
  return 1000 * (processorTime(process.pid)?.endedChildrenSeconds ?? Number.NaN);
}

/** Processor time of the engine and all processes it started. */
async function engineMilliseconds(): Promise<number> {
  return 1000 * (await processorSecondsOfTree(engine.child.pid ?? 0));
}

async function compareBatch(rawTimes: ReadonlyMap<Model, number>): Promise<void> {
  console.error(`a batch of ${BATCH} models`);
  const batch = Array.from({ length: BATCH }, (_, index) => models[index % models.length]).filter(
    (model) => model !== undefined,
  );
  const orders: [name: string, batch: readonly Model[]][] = [
    ["as listed", batch],
    ["longest first", batch.toSorted((a, b) => (rawTimes.get(b) ?? 0) - (rawTimes.get(a) ?? 0))],
  ];
  const times = { raw: new Map<string, number[]>(), service: new Map<string, number[]>() };
  const time = async (of: keyof typeof times, name: string, work: () => Promise<void>) =>
    times[of].set(name, [...(times[of].get(name) ?? []), await timed(work)]);
  for (let round = 0; round < rounds; round++) {
    await time("raw", "one after another", () => rawSchedule(batch, 1));
    for (const [order, ordered] of orders) {
      for (let atOnce = 2; atOnce <= cores; atOnce++) {
        await time("raw", `${atOnce} at once, ${order}`, () => rawSchedule(ordered, atOnce));
      }
      await time("service", order, () => service(ordered));
    }
  }
  const best = Math.min(...[...times.raw.values()].map(median));
  const rows = [...times.raw].map(([name, ofName]) => [`raw, ${name}`, whole(median(ofName))]);
  for (const [name, ofName] of times.service) {
    rows.push([`service, ${name}`, whole(median(ofName)), (median(ofName) / best).toFixed(3), String(MAX_BATCH_RATIO)]);
  }
  printTable([`a batch of ${BATCH} models`, "milliseconds", "of the best raw time", "allowed"], rows);
}

/** The models that PrusaSlicer can slice, each with the engine's mesh of it. */
async function sliceableModels(from: string): Promise<Model[]> {
  const models: Model[] = [];
  for (const { name, format, read } of await modelsIn(from)) {
    const file = await read();
    const stlFile = join(folder, `${name}.stl`);
    try {
      const { mesh } = await makeBodies(await readModelFile(file, format));
      await writeFile(stlFile, writeStl(mesh.corners, mesh.triangles));
      if (await isSliced({ stlFile })) models.push({ name, format, file, stlFile });
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
    }
  }
  return models;
}

async function raw(model: Model): Promise<void> {
  if (!(await isSliced(model))) throw new Error(`prusa-slicer made no G-code of ${model.name}`);
}

/** Runs the raw command, with its G-code in memory like the service's, and returns whether it made any. */
async function isSliced({ stlFile }: Pick<Model, "stlFile">): Promise<boolean> {
  const gcodeFile = `${stlFile}-${randomBytes(4).toString("hex")}.gcode`;
  const child = spawn(
    program ?? "",
    [
      ...["-g", "--loglevel", "0", "--datadir", join(folder, "data"), "--load", settingsFile],
      ...["--dont-arrange", "--no-ensure-on-bed", "-o", gcodeFile, stlFile],
    ],
    { stdio: "ignore" },
  );
  await once(child, "exit");
  const isMade = existsSync(gcodeFile);
  await rm(gcodeFile, { force: true });
  return isMade;
}

/** Slices the batch with up to `atOnce` commands side by side. */
async function rawSchedule(batch: readonly Model[], atOnce: number): Promise<void> {
  const waiting = [...batch];
  const run = async () => {
    for (let model = waiting.shift(); model !== undefined; model = waiting.shift()) await raw(model);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}

/** Requests slices of all models at once, under new slice keys, so that none is found finished. */
async function service(batch: readonly Model[]): Promise<void> {
  const requests = batch.map(
    ({ name, format, file }): SliceRequest => ({
      sliceKey: randomBytes(32).toString("hex"),
      studioId: 1,
      engineName: engine.engineName,
      model: { objectKey: name, sizeBytes: file.length, format },
      profile: STANDARD_PROFILE,
    }),
  );
  const states = await slicer.start(requests, MAX_MILLISECONDS);
  for (const state of states) {
    if (state.status !== "done") throw new Error(`The service did not slice: ${JSON.stringify(state)}`);
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function whole(milliseconds: number): string {
  return milliseconds.toFixed(0);
}
