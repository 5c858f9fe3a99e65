// Slicing under load: one studio's jobs, and another's waiting times. With real filament slices.
//
//   npm run bench -- fairness [--heavy | --turns | --estimate]
//
// `--heavy`: a studio's visitors and the studio itself send files that keep a slicer busy for minutes, and another studio sends
// a small part every few seconds. It fails if one of those waits for more than 20 s.
//
// `--turns`: one studio sends 60 jobs, then four send 5 each. The slicer Worker runs in workerd, the engine as a process of
// its own. The same jobs run twice: undisturbed, and with the engine and the Workers' process killed again and again,
// which takes their memory from the dispatcher and the slices' objects. It fails if a job is lost, a figure differs, a
// studio's first result comes later than its turn, nothing goes on within 15 s of a kill, or models are read from R2 more often
// than the kills explain.
//
// `--estimate`: the engine's estimates of slices, and the processor time that they used, which hardly depends on the machine's other
// work. It fails if one is three times too large. Without an option: the first two.

import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { processorSecondsOfTree } from "../harness/engine/process-tree.ts";
import { newSliceKey } from "../harness/engine/running-engine.ts";
import * as models from "../harness/models.ts";
import { STANDARD_PROFILE } from "../harness/profiles/standard-profile.ts";
import { SlicerSystem } from "../harness/systems/slicer-system.ts";
import { figure, printTable } from "../harness/table.ts";
import { type EngineProcess, startEngine } from "../scripts/local/engine-process.ts";
import type { FinishedSlice, SliceRequest, SliceResult, SliceState } from "../slicer-service/src/contract/slices.ts";

const PLACES = 2;
const POLL_MILLISECONDS = 250;
const MAX_SMALL_PART_SECONDS = 20;
const MAX_SECONDS_AFTER_KILL = 15;
/** A larger estimate refuses a visitor's file that could be sliced. One too small delays only: its run's own time counts then. */
const MAX_OVERESTIMATE = 3;

/** Jobs of each studio, in the order of their first requests. */
const JOBS_OF_STUDIOS = [60, 5, 5, 5, 5];
/** Kills, each after a number of results. */
const KILLS: readonly { readonly after: number; readonly what: "engine" | "workers" | "both" }[] = [
  { after: 3, what: "workers" },
  { after: 15, what: "engine" },
  { after: 30, what: "both" },
  { after: 45, what: "workers" },
  { after: 60, what: "engine" },
];

const faults: string[] = [];
const { values: chosen } = parseArgs({
  options: { heavy: { type: "boolean" }, turns: { type: "boolean" }, estimate: { type: "boolean" } },
});
const isBoth = Object.keys(chosen).length === 0;
if (chosen.heavy === true || isBoth) await benchHeavy();
if (chosen.turns === true || isBoth) await benchOrderOfTurns();
if (chosen.estimate === true) await benchEstimate();
if (faults.length > 0) {
  console.error(faults.join("; "));
  process.exitCode = 1;
}

/** Files that keep PrusaSlicer busy for minutes. */
function heavyModels(): readonly { readonly name: string; readonly model: Uint8Array<ArrayBuffer> }[] {
  return [
    { name: "cylinder of 70,000 sides", model: models.binaryStl(models.regularPrism(70_000, 30, 20)) },
    { name: "fan of 200,000 triangles", model: models.binaryStl(models.cone(100_000, 30, 20)) },
    { name: "1,200 nested boxes", model: models.binaryStl(models.nestedBoxes(1200)) },
  ];
}

async function benchHeavy(): Promise<void> {
  const heavy = heavyModels();
  for (const { name, model } of heavy) console.log(`${name}: ${figure(model.length / 1e6)} MB`);
  for (const audience of ["visitor", "studio"] as const) {
    await withSystem(async ({ slicer, engine }) => {
      const sent = await Promise.all(
        [...heavy, ...heavy].map(async ({ name, model }) => ({
          name,
          request: { ...(await storedRequest(slicer, engine, 1, model)), audience },
        })),
      );
      await slicer.start(
        sent.map(({ request }) => request),
        0,
      );
      // The heavy ones run by now.
      await delay(3000);
      const seconds: number[] = [];
      for (let part = 0; part < 8; part++) {
        const small = await storedRequest(slicer, engine, 2, smallPart(2, part));
        const sentAt = performance.now();
        const [state] = await slicer.start([small], 5 * 60_000);
        if (state?.status !== "done") faults.push(`a small part was not sliced: ${JSON.stringify(state)}`);
        seconds.push((performance.now() - sentAt) / 1000);
        await delay(2000);
      }
      console.log(
        `\nheavy files of a ${audience === "visitor" ? "visitor" : "studio"}, and a small part of another studio:`,
      );
      console.log(`seconds of each small part: ${seconds.map((one) => one.toFixed(1)).join(" ")}`);
      const states = await slicer.read(
        sent.map(({ request }) => request.sliceKey),
        0,
      );
      printTable(
        ["heavy file", "state then"],
        sent.map(({ name }, index) => [name, inWords(states[index])]),
      );
      if (Math.max(...seconds) > MAX_SMALL_PART_SECONDS) {
        faults.push(`beside a ${audience}'s heavy files a small part took ${figure(Math.max(...seconds))} s`);
      }
    });
  }
}

function inWords(state: SliceState | null | undefined): string {
  return state?.status === "failed" ? `${state.failure.code}: ${state.failure.message}` : String(state?.status);
}

async function benchEstimate(): Promise<void> {
  const parts: readonly [name: string, shape: models.Shape][] = [
    ["cube of 20 mm", models.cube(20)],
    ["cube of 200 mm", models.cube(200)],
    ["ball of 60 mm, 358,800 triangles", models.sphere(30, 300)],
    ["cylinder of 1,000 sides", models.regularPrism(1000, 30, 20)],
    ["cylinder of 5,000 sides", models.regularPrism(5000, 30, 20)],
    ["400 pillars", pillars(20)],
    ["scanned figure", models.organicSolid()],
    ["lithophane", models.lithophane("standing")],
    ["100 nested boxes", models.nestedBoxes(100)],
  ];
  const engine = await startEngine({ ENGINE_CAPACITY: "1" });
  try {
    const rows: string[][] = [];
    for (const [name, shape] of parts) {
      const before = await processorSecondsOfTree(engine.child.pid ?? 0);
      const expected = await follow(engine, models.binaryStl(shape));
      const used = (await processorSecondsOfTree(engine.child.pid ?? 0)) - before;
      if (!(expected < MAX_OVERESTIMATE * used)) {
        faults.push(`the estimate of ${name} is more than ${MAX_OVERESTIMATE} times its processor time`);
      }
      rows.push([name, figure(expected), figure(used), figure(expected / used)]);
    }
    console.log(`\n${engine.engineName}`);
    printTable(["part", "expected, s of processor time", "used, with the work on the mesh", "ratio"], rows);
  } finally {
    await engine.stop();
  }
}

function pillars(count: number): models.Shape {
  const places = Array.from({ length: count ** 2 }, (_, index) => [4 * (index % count), 4 * Math.floor(index / count)]);
  return models.together(...places.map(([x = 0, y = 0]) => models.box([x, y, 0], [x + 2, y + 2, 20])));
}

/** Slices a model at the engine alone, and returns its estimate in seconds. */
async function follow(engine: EngineProcess, model: Uint8Array<ArrayBuffer>): Promise<number> {
  const url = `${engine.url}/slices/${newSliceKey()}`;
  const options = { protocol: 3, engineName: engine.engineName, format: "stl", profile: STANDARD_PROFILE };
  await fetch(url, { method: "PUT", headers: { "Slice-Options": JSON.stringify(options) }, body: model });
  let expected = 0;
  for (let after = -1; ; ) {
    const response = await fetch(`${url}?after=${after}&wait=30`);
    // The engine's protocol gives the type of its answers.
    const state = (await response.json()) as { version: number; status: string; workSeconds?: number };
    expected = Math.max(expected, state.workSeconds ?? 0);
    if (state.status === "done" || state.status === "failed") break;
    after = state.version;
  }
  return expected;
}

interface Job {
  readonly studio: number;
  readonly model: Uint8Array<ArrayBuffer>;
}

interface Result {
  readonly studio: number;
  readonly finishedAt: string;
  readonly figures: SliceResult;
}

interface Run {
  /** In the order of the jobs. */
  readonly results: readonly Result[];
  readonly modelBytes: number;
  /** Seconds from each kill, once all runs again, to the next result. */
  readonly secondsAfterKills: readonly number[];
}

async function benchOrderOfTurns(): Promise<void> {
  const jobs = JOBS_OF_STUDIOS.flatMap((count, studio) =>
    Array.from({ length: count }, (_, index): Job => ({ studio, model: smallPart(studio, index) })),
  );
  const totalBytes = jobs.reduce((sum, { model }) => sum + model.length, 0);
  const undisturbed = await runJobs(jobs, []);
  const disturbed = await runJobs(jobs, KILLS);
  printRun("undisturbed", undisturbed, totalBytes);
  printRun(`killed: ${KILLS.map(({ what, after }) => `${what} after ${after}`).join(", ")}`, disturbed, totalBytes);
  const slowest = Math.max(...disturbed.secondsAfterKills);
  console.log(`seconds from a kill to the next result: ${disturbed.secondsAfterKills.map(figure).join(" ")}`);
  const differing = jobs.filter(
    (_, index) => !isDeepStrictEqual(undisturbed.results[index]?.figures, disturbed.results[index]?.figures),
  ).length;
  console.log(`${jobs.length} jobs, all done in both runs; ${differing} with other figures where there were kills.`);
  if (differing > 0) faults.push("figures differ");
  if (undisturbed.modelBytes !== totalBytes) faults.push("models were read twice");
  // A kill costs each place its slice once.
  if (disturbed.modelBytes / totalBytes > 1 + ((KILLS.length + 1) * (PLACES + 1)) / jobs.length) {
    faults.push("too much was read");
  }
  if (!isFair(undisturbed) || !isFair(disturbed)) faults.push("a studio waited for more than its turn");
  if (slowest > MAX_SECONDS_AFTER_KILL) faults.push(`nothing went on for ${figure(slowest)} s after a kill`);
}

/** A model of its own for each job, so that no two have the same figures. */
function smallPart(studio: number, index: number): Uint8Array<ArrayBuffer> {
  return models.binaryStl(models.box([0, 0, 0], [6 + studio / 10, 6, 3 + index / 20]));
}

interface System {
  slicer: SlicerSystem;
  engine: EngineProcess;
  readonly killEngine: () => Promise<void>;
  readonly killWorkers: () => Promise<void>;
  /** Bytes of models that were read from R2, over all restarts. */
  readonly modelBytes: () => number;
}

/** Runs the test with an engine and the slicer Worker, both of which it may kill and restart. */
async function withSystem<Answer>(test: (system: System) => Promise<Answer>): Promise<Answer> {
  const stateFolder = await mkdtemp(join(tmpdir(), "fairness-"));
  const startOneEngine = (port = "0") => startEngine({ ENGINE_CAPACITY: String(PLACES), ENGINE_PORT: port });
  const engine = await startOneEngine();
  const startSlicer = () =>
    SlicerSystem.start({ bindings: { ENGINE_URL: engine.url, ENGINE_INSTANCES: 1 }, stateFolder });
  let bytesBefore = 0;
  const system: System = {
    engine,
    slicer: await startSlicer(),
    async killEngine() {
      system.engine.child.kill("SIGKILL");
      await once(system.engine.child, "exit");
      system.engine = await startOneEngine(new URL(engine.url).port);
    },
    async killWorkers() {
      bytesBefore += system.slicer.modelBytes;
      await system.slicer.stop();
      system.slicer = await startSlicer();
    },
    modelBytes: () => bytesBefore + system.slicer.modelBytes,
  };
  try {
    return await test(system);
  } finally {
    await system.slicer.stop();
    await system.engine.stop();
    await rm(stateFolder, { recursive: true, force: true });
  }
}

function runJobs(jobs: readonly Job[], kills: typeof KILLS): Promise<Run> {
  return withSystem(async (system) => {
    const requests = await Promise.all(
      jobs.map(({ studio, model }) => storedRequest(system.slicer, system.engine, studio + 1, model)),
    );
    for (const [studio] of JOBS_OF_STUDIOS.entries()) {
      await system.slicer.start(
        requests.filter(({ studioId }) => studioId === studio + 1),
        0,
      );
    }
    const finished = new Map<string, FinishedSlice>();
    const toKill = [...kills];
    const secondsAfterKills: number[] = [];
    let killedAt: number | undefined;
    while (finished.size < requests.length) {
      await delay(POLL_MILLISECONDS);
      const ended = await readUnfinished(system.slicer, requests, finished);
      for (const [sliceKey, state] of ended) finished.set(sliceKey, state);
      if (killedAt !== undefined && ended.some(([, { finishedAt }]) => Date.parse(finishedAt) > (killedAt ?? 0))) {
        secondsAfterKills.push((Date.now() - killedAt) / 1000);
        killedAt = undefined;
      }
      const [next] = toKill;
      if (next === undefined || finished.size < next.after || killedAt !== undefined) continue;
      toKill.shift();
      if (next.what !== "workers") await system.killEngine();
      if (next.what !== "engine") await system.killWorkers();
      killedAt = Date.now();
    }
    const results = requests.map(({ sliceKey, studioId }): Result => {
      const slice = finished.get(sliceKey);
      if (slice === undefined) throw new Error("a job has no result");
      return { studio: studioId - 1, finishedAt: slice.finishedAt, figures: slice.result };
    });
    return { results, modelBytes: system.modelBytes(), secondsAfterKills };
  });
}

async function storedRequest(
  slicer: SlicerSystem,
  { engineName }: EngineProcess,
  studioId: number,
  model: Uint8Array<ArrayBuffer>,
): Promise<SliceRequest> {
  const sliceKey = newSliceKey();
  await slicer.putModel(sliceKey, model);
  return {
    sliceKey,
    studioId,
    engineName,
    model: { objectKey: sliceKey, sizeBytes: model.length, format: "stl" },
    profile: STANDARD_PROFILE,
  };
}

/** The slices that have ended since the last call. */
async function readUnfinished(
  slicer: SlicerSystem,
  requests: readonly SliceRequest[],
  finished: ReadonlyMap<string, FinishedSlice>,
): Promise<[string, FinishedSlice][]> {
  const keys = requests.map(({ sliceKey }) => sliceKey).filter((sliceKey) => !finished.has(sliceKey));
  const states = await slicer.read(keys, 0);
  return keys.flatMap((sliceKey, index): [string, FinishedSlice][] => {
    const state = states[index];
    if (state == null || state.status === "failed") throw new Error(`a job was lost: ${JSON.stringify(state)}`);
    return state.status === "done" ? [[sliceKey, state]] : [];
  });
}

/** The place of each studio's first result among all results, from 1. */
function firstPlaces({ results }: Run): number[] {
  const inOrder = results.toSorted((a, b) => Date.parse(a.finishedAt) - Date.parse(b.finishedAt));
  return JOBS_OF_STUDIOS.map((_, studio) => inOrder.findIndex((result) => result.studio === studio) + 1);
}

/**
 * The last fair place of a studio's first result: the results before it came and the engine's prepared ones, a turn for each
 * studio, and as many again that end while its own first slice runs.
 */
function fairPlace(): number {
  return PLACES + 1 + JOBS_OF_STUDIOS.length + PLACES;
}

function isFair(run: Run): boolean {
  return firstPlaces(run).every((place) => place <= fairPlace());
}

function printRun(title: string, run: Run, totalBytes: number): void {
  console.log(
    `\n${title}: bytes read from R2 for engines ÷ size of all models = ${figure(run.modelBytes / totalBytes)}`,
  );
  const places = firstPlaces(run);
  printTable(
    ["studio", "jobs", "first result, by place among all", "fair share, at the latest"],
    JOBS_OF_STUDIOS.map((count, studio) => [`${studio + 1}`, `${count}`, `${places[studio]}`, `${fairPlace()}`]),
  );
}
