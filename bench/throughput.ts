// What the service adds to the slicer it runs: plain PrusaSlicer on the same mesh with the same settings is the limit.
//
//   npm run bench:throughput -- <folder of models> [--rounds 5]
//
// One model: from the request to the slicer Worker (the model lies in R2) to its answer, against the raw command; rounds
// of both take turns, and the medians are compared. Eight models: all asked for at once, against the raw commands in the
// best of their schedules on the same cores. Which model takes longest is known to neither side beforehand; asked for in
// that order, both show how they do with that knowledge. The engine has sliced before, as one has that is busy: its first
// slice takes about a tenth of a second longer. prusa-slicer must be on the PATH.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { extname, join } from "node:path";
import { parseArgs } from "node:util";
import { SlicerSystem } from "../harness/slicer-system.ts";
import { STANDARD_PROFILE } from "../harness/standard-profile.ts";
import { startEngine } from "../scripts/local/engine-process.ts";
import { findProgram } from "../slicer-service/engine/limited-process.ts";
import { readModel } from "../slicer-service/engine/mesh/read/read-model.ts";
import { makeBodies } from "../slicer-service/engine/mesh/solid/solid.ts";
import { writeStl } from "../slicer-service/engine/mesh/write-stl.ts";
import { ModelFailure } from "../slicer-service/engine/model-failure.ts";
import { prusaSlicerIni } from "../slicer-service/engine/prusaslicer/prusaslicer.settings.ts";
import { makeWorkFolder } from "../slicer-service/engine/work-folder.ts";
import type { ModelFormat, SliceRequest } from "../slicer-service/src/contract/contract.ts";

const FORMATS: readonly ModelFormat[] = ["stl", "obj", "3mf"];
const MAX_MILLISECONDS = 600_000;
const BATCH = 8;

interface Model {
  readonly name: string;
  readonly format: ModelFormat;
  readonly file: Buffer<ArrayBuffer>;
  /** The mesh that both are given, closed and in millimetres. */
  readonly stlFile: string;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "5" } },
});
const [modelFolder] = positionals;
const rounds = Number(values.rounds);
const program = findProgram("prusa-slicer");
if (modelFolder === undefined) throw new Error("Which folder of models? node bench/throughput.ts <folder>");
if (program === undefined) throw new Error("Put prusa-slicer on the PATH: it is what is compared with.");

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
  // Whatever is made once, such as compiled code, is made now.
  for (const model of models.slice(0, 2)) await Promise.all([service([model]), raw(model)]);
  console.log(`${engine.identity}, ${cores} cores, medians of ${rounds} rounds, milliseconds\n`);
  const rawTimes = await compareEach();
  await compareBatch(rawTimes);
} finally {
  await slicer.stop();
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Answers how long the raw command takes for each model. */
async function compareEach(): Promise<ReadonlyMap<Model, number>> {
  const timesOfRaw = new Map<Model, number>();
  printRow(["model", "raw command", "service", "overhead", "allowed: 5 % + 100", ""]);
  for (const model of models) {
    const [rawTimes, serviceTimes]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      rawTimes.push(await timed(() => raw(model)));
      serviceTimes.push(await timed(() => service([model])));
    }
    const [ofRaw, ofService] = [median(rawTimes), median(serviceTimes)];
    timesOfRaw.set(model, ofRaw);
    const allowed = 0.05 * ofRaw + 100;
    const verdict = ofService - ofRaw <= allowed ? "within" : "over";
    printRow([model.name, ...[ofRaw, ofService, ofService - ofRaw, allowed].map(whole), verdict]);
  }
  return timesOfRaw;
}

async function compareBatch(rawTimes: ReadonlyMap<Model, number>): Promise<void> {
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
  console.log(`\na batch of ${BATCH} models`);
  for (const [name, ofName] of times.raw) printRow([`raw, ${name}`, whole(median(ofName))]);
  for (const [name, ofName] of times.service) {
    const ratio = (median(ofName) / best).toFixed(3);
    printRow([`service, ${name}`, whole(median(ofName)), `${ratio} of the best`, "allowed: 1.05"]);
  }
}

async function sliceableModels(from: string): Promise<Model[]> {
  const names = (await readdir(from)).sort();
  const models = names.map(async (name): Promise<Model[]> => {
    const format = FORMATS.find((known) => extname(name).toLowerCase() === `.${known}`);
    if (format === undefined) return [];
    const file = Buffer.from(await readFile(join(from, name)));
    const stlFile = join(folder, `${name}.stl`);
    try {
      const { mesh } = await makeBodies(readModel(file, format));
      await writeFile(stlFile, writeStl(mesh.corners, mesh.triangles));
      return (await isSliced({ stlFile })) ? [{ name, format, file, stlFile }] : [];
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      return [];
    }
  });
  return (await Promise.all(models)).flat();
}

async function raw(model: Model): Promise<void> {
  if (!(await isSliced(model))) throw new Error(`prusa-slicer made nothing of ${model.name}`);
}

/** Runs the command as anyone would, with G-code in memory too, and answers whether it made any. */
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

/** All models, never more than so many at once, the next as soon as one ends. */
async function rawSchedule(batch: readonly Model[], atOnce: number): Promise<void> {
  const waiting = [...batch];
  const run = async () => {
    for (let model = waiting.shift(); model !== undefined; model = waiting.shift()) await raw(model);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}

/** Has the models sliced anew, as all others would be: under keys that nobody has used. */
async function service(batch: readonly Model[]): Promise<void> {
  const requests = batch.map(
    ({ name, format, file }): SliceRequest => ({
      sliceKey: randomBytes(32).toString("hex"),
      engine: engine.identity,
      model: { objectKey: name, sizeBytes: file.length, format },
      profile: STANDARD_PROFILE,
    }),
  );
  const states = await slicer.start(requests, MAX_MILLISECONDS);
  for (const state of states) {
    if (state.status !== "done") throw new Error(`not sliced: ${JSON.stringify(state)}`);
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [below = Number.NaN, above = Number.NaN] = [
    sorted[Math.ceil(sorted.length / 2) - 1],
    sorted[Math.floor(sorted.length / 2)],
  ];
  return (below + above) / 2;
}

function whole(milliseconds: number): string {
  return milliseconds.toFixed(0);
}

function printRow(cells: readonly string[]): void {
  console.log(
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(34) : cell.padStart(20)))
      .join("")
      .trimEnd(),
  );
}
