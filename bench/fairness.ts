// Slicing under load: jobs of five studios at once, with engines and Workers killed in between.
//
//   npm run bench:fairness
//
// One studio sends 150 jobs, then four send 12 or 13 each. The slicer Worker runs in workerd, the engine as a process of
// its own. The same jobs run twice: undisturbed, and with the engine and the Workers' process killed again and again,
// which takes their memory from the dispatcher and the slices' objects. It fails where a job is lost, a figure differs, a
// studio's first result comes later than its turn, or models are read more often than the kills explain.

import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { EngineProxy } from "../harness/engine-proxy.ts";
import { TILTING } from "../harness/layered-profiles.ts";
import { binaryStl, sphere } from "../harness/models.ts";
import { newSliceKey } from "../harness/running-engine.ts";
import { SlicerSystem } from "../harness/slicer-system.ts";
import { figure, printTable } from "../harness/table.ts";
import { startEngine } from "../scripts/local/engine-process.ts";
import {
  type FinishedSlice,
  LAYER_ESTIMATE_ENGINE,
  type SliceRequest,
  type SliceResult,
} from "../slicer-service/src/contract/slices.ts";

/** Jobs of each studio, in the order of their first requests. */
const JOBS_OF_STUDIOS = [150, 13, 13, 12, 12];
const PLACES = 2;
const POLL_MILLISECONDS = 250;
/** After how many results what is killed. */
const KILLS: readonly { readonly after: number; readonly what: "engine" | "workers" }[] = [
  { after: 3, what: "workers" },
  { after: 30, what: "engine" },
  { after: 70, what: "workers" },
  { after: 110, what: "engine" },
  { after: 150, what: "workers" },
];

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
}

const jobs = JOBS_OF_STUDIOS.flatMap((count, studio) =>
  Array.from({ length: count }, (_, index): Job => ({ studio, model: modelOf(studio, index) })),
);
const totalBytes = jobs.reduce((sum, { model }) => sum + model.length, 0);

const undisturbed = await run([]);
const disturbed = await run(KILLS);

printRun("undisturbed", undisturbed);
printRun(`killed: ${KILLS.map(({ what, after }) => `${what} after ${after}`).join(", ")}`, disturbed);
const differing = jobs.filter(
  (_, index) => !isDeepStrictEqual(undisturbed.results[index]?.figures, disturbed.results[index]?.figures),
).length;
console.log(`${jobs.length} jobs, all done in both runs; ${differing} with other figures where there were kills.`);
const faults = [
  ...(differing > 0 ? ["figures differ"] : []),
  ...(undisturbed.modelBytes > totalBytes ? ["models were read twice"] : []),
  // A kill costs each place its slice once.
  ...(disturbed.modelBytes / totalBytes > 1 + ((KILLS.length + 1) * PLACES) / jobs.length ? ["too much was read"] : []),
  ...(isFair(undisturbed) && isFair(disturbed) ? [] : ["a studio waited for more than its turn"]),
];
if (faults.length > 0) {
  console.error(faults.join("; "));
  process.exitCode = 1;
}

/** A model of its own for each job, so that no two have the same figures. */
function modelOf(studio: number, index: number): Uint8Array<ArrayBuffer> {
  return binaryStl(sphere(3 + studio / 10 + index / 100, 24));
}

async function run(kills: typeof KILLS): Promise<Run> {
  const stateFolder = await mkdtemp(join(tmpdir(), "fairness-"));
  const startOneEngine = () => startEngine({ ENGINE_SLICER: "curaengine", ENGINE_CAPACITY: String(PLACES) });
  let engine = await startOneEngine();
  const proxy = await EngineProxy.start(engine.url);
  const startSlicer = () =>
    SlicerSystem.start({ bindings: { ENGINE_URL: proxy.url, ENGINE_INSTANCES: 1 }, stateFolder });
  let slicer = await startSlicer();
  try {
    const requests = await Promise.all(jobs.map((job) => storedRequest(slicer, job)));
    for (const [studio] of JOBS_OF_STUDIOS.entries()) {
      await slicer.start(
        requests.filter(({ studioId }) => studioId === studio + 1),
        0,
      );
    }
    const finished = new Map<string, FinishedSlice>();
    const toKill = [...kills];
    while (finished.size < requests.length) {
      await delay(POLL_MILLISECONDS);
      for (const [sliceKey, state] of await readUnfinished(slicer, requests, finished)) finished.set(sliceKey, state);
      const [next] = toKill;
      if (next === undefined || finished.size < next.after) continue;
      toKill.shift();
      if (next.what === "engine") {
        engine.child.kill("SIGKILL");
        await once(engine.child, "exit");
        engine = await startOneEngine();
        proxy.engineUrl = engine.url;
      } else {
        await slicer.stop();
        slicer = await startSlicer();
      }
    }
    const results = requests.map(({ sliceKey, studioId }): Result => {
      const slice = finished.get(sliceKey);
      if (slice === undefined) throw new Error("a job has no result");
      return { studio: studioId - 1, finishedAt: slice.finishedAt, figures: slice.result };
    });
    return { results, modelBytes: proxy.modelBytes };
  } finally {
    await slicer.stop();
    await proxy.close();
    await engine.stop();
    await rm(stateFolder, { recursive: true, force: true });
  }
}

async function storedRequest(slicer: SlicerSystem, { studio, model }: Job): Promise<SliceRequest> {
  const sliceKey = newSliceKey();
  await slicer.putModel(sliceKey, model);
  return {
    sliceKey,
    studioId: studio + 1,
    engineName: LAYER_ESTIMATE_ENGINE,
    model: { objectKey: sliceKey, sizeBytes: model.length, format: "stl" },
    profile: TILTING,
  };
}

/** The slices that have ended since the last time. */
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
 * The last place at which a studio's first result is fair: what ran before it came, a turn for each studio, and as many again
 * as end while its own first slice runs.
 */
function fairPlace(): number {
  return PLACES + JOBS_OF_STUDIOS.length + PLACES;
}

function isFair(run: Run): boolean {
  return firstPlaces(run).every((place) => place <= fairPlace());
}

function printRun(title: string, run: Run): void {
  console.log(
    `\n${title}: bytes read from R2 for engines ÷ size of all models = ${figure(run.modelBytes / totalBytes)}`,
  );
  const places = firstPlaces(run);
  printTable(
    ["studio", "jobs", "first result, by place among all", "fair share, at the latest"],
    JOBS_OF_STUDIOS.map((count, studio) => [`${studio + 1}`, `${count}`, `${places[studio]}`, `${fairPlace()}`]),
  );
}
