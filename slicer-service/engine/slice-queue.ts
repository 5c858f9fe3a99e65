// Queue of an engine's slices: bounded waiting, bounded running, one run per slice key. Finished slices stay readable
// for a while.

import { mkdtemp, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { EngineHealth, EngineSliceState } from "../src/engine-protocol.ts";
import { MESH_FILE } from "./mesh/write-stl.ts";
import { ProcessPool, type RunningSlice } from "./process-pool.ts";
import type { SliceTask } from "./slice-child.ts";
import type { SliceLimits } from "./slice-process.ts";

/** The interval at which drain() checks whether all slices are gone. */
const DRAIN_PAUSE_MILLISECONDS = 100;
/** The shortest time between two reports of progress: each is a request, a write and a message. */
const PROGRESS_PAUSE_MILLISECONDS = 200;

export interface SliceQueueSettings extends SliceLimits {
  /** Slices that may run at once. */
  readonly capacity: number;
  /** Slices that may wait, those still being received included. */
  readonly queueLength: number;
  /** The time in which a finished slice can be read. */
  readonly retentionSeconds: number;
  /** A slice unread for this long is given up: its client has taken it to another engine, or forgotten it. */
  readonly abandonedSeconds: number;
  /** Every slice has a folder of its own in it. */
  readonly temporaryFolder: string;
}

interface Slice {
  readonly task: SliceTask;
  readonly folder: string;
  state: EngineSliceState;
  running: RunningSlice | undefined;
  /** Called once each, at the next change. */
  readonly readers: Set<() => void>;
  /** Estimated work of its slicing, in seconds of processor time; 0 until its mesh is clean. */
  workSeconds: number;
  /** Time of the last progress report to readers. */
  reportedAt: number;
  /** Time of its submission, or last reading. */
  askedAt: number;
  mesh: SliceMesh | undefined;
}

/** The mesh of a finished slice, in a file of its own. */
interface SliceMesh {
  readonly fileName: string;
  readonly sizeBytes: number;
}

type Unversioned<State> = State extends unknown ? Omit<State, "version" | "workSeconds"> : never;

export class SliceQueue {
  readonly #settings: SliceQueueSettings;
  readonly #slices = new Map<string, Slice>();
  readonly #waiting: string[] = [];
  readonly #runs = { started: 0, done: 0, failed: 0 };
  #receiving = 0;
  #running = 0;
  #closed = false;
  #draining = false;
  /** Shared by all slices, so that a slice that is forgotten and submitted again does not restart at a lower version. */
  #version = 0;
  readonly #processes: ProcessPool;

  constructor(settings: SliceQueueSettings) {
    this.#settings = settings;
    this.#processes = new ProcessPool(settings.temporaryFolder, settings);
    setInterval(() => this.#removeAbandoned(), (settings.abandonedSeconds * 1000) / 4).unref();
  }

  counts(): Pick<EngineHealth, "capacity" | "places" | "running" | "queued" | "runs"> {
    return {
      capacity: this.#settings.capacity,
      places: this.#settings.capacity + Math.min(1, this.#settings.queueLength),
      running: this.#running,
      queued: this.#waiting.length,
      runs: { ...this.#runs },
    };
  }

  state(sliceKey: string): EngineSliceState | undefined {
    return this.#slices.get(sliceKey)?.state;
  }

  /**
   * Reserves a place in the queue before a model is received, so that a full engine refuses before the upload.
   *
   * @returns the folder to receive the model into, which must go to `add` or `release`; undefined when full
   */
  async reserve(): Promise<string | undefined> {
    const { capacity, queueLength, temporaryFolder } = this.#settings;
    if (
      this.#closed ||
      this.#draining ||
      this.#running + this.#waiting.length + this.#receiving >= capacity + queueLength
    )
      return undefined;
    this.#receiving++;
    try {
      return await mkdtemp(join(temporaryFolder, "slice-"));
    } catch (error) {
      this.#receiving--;
      throw error;
    }
  }

  /** Gives a reserved place back, and deletes its received files. */
  async release(folder: string): Promise<void> {
    this.#receiving--;
    await rm(folder, { recursive: true, force: true });
  }

  /**
   * Queues the slice whose model is in the reserved folder, unless another request queued the same key first.
   *
   * @returns undefined if the engine was told to end while it received the model
   */
  async add(
    sliceKey: string,
    task: SliceTask,
    folder: string,
  ): Promise<{ state: EngineSliceState; known: boolean } | undefined> {
    const known = this.#slices.get(sliceKey);
    if (known !== undefined || this.#draining) {
      await this.release(folder);
      return known === undefined ? undefined : { state: known.state, known: true };
    }
    this.#receiving--;
    const state = this.#versioned({ status: "queued", progress: 0 });
    const now = Date.now();
    const slice: Slice = {
      task,
      folder,
      state,
      running: undefined,
      readers: new Set(),
      workSeconds: 0,
      reportedAt: now,
      askedAt: now,
      mesh: undefined,
    };
    this.#slices.set(sliceKey, slice);
    this.#waiting.push(sliceKey);
    this.#startWaiting();
    return { state: slice.state, known: false };
  }

  /**
   * Waits until the slice's version is above `after`, it has ended, `waitSeconds` have passed, or `gone` aborts.
   *
   * @returns its state then; undefined for an unknown slice
   */
  async read(
    sliceKey: string,
    after: number,
    waitSeconds: number,
    gone: AbortSignal,
  ): Promise<EngineSliceState | undefined> {
    const slice = this.#slices.get(sliceKey);
    if (slice === undefined) return undefined;
    if (slice.state.version <= after && !hasEnded(slice.state) && waitSeconds > 0 && !gone.aborted) {
      const changed = Promise.withResolvers<void>();
      const timer = setTimeout(changed.resolve, waitSeconds * 1000);
      slice.readers.add(changed.resolve);
      gone.addEventListener("abort", () => changed.resolve(), { once: true });
      await changed.promise;
      clearTimeout(timer);
      slice.readers.delete(changed.resolve);
    }
    slice.askedAt = Date.now();
    return this.#slices.get(sliceKey)?.state;
  }

  /** The mesh of a finished slice, if it was asked for. */
  mesh(sliceKey: string): SliceMesh | undefined {
    return this.#slices.get(sliceKey)?.mesh;
  }

  /** Kills the slice if it runs, unqueues it if it waits, and forgets it. */
  async remove(sliceKey: string): Promise<void> {
    const slice = this.#slices.get(sliceKey);
    if (slice === undefined) return;
    this.#slices.delete(sliceKey);
    wakeReaders(slice);
    const place = this.#waiting.indexOf(sliceKey);
    if (place !== -1) {
      this.#waiting.splice(place, 1);
      await rm(slice.folder, { recursive: true, force: true });
    } else if (slice.running !== undefined) {
      slice.running.kill();
      await slice.running.outcome;
    }
    await deleteMesh(slice);
  }

  /**
   * Refuses new slices and forgets waiting ones, so that their clients take them elsewhere. Settles when the running ones have ended
   * and been read and deleted by their clients, or `maxSeconds` after the last of them ended.
   */
  async drain(maxSeconds: number): Promise<void> {
    this.#draining = true;
    // In parallel: one after the other would take longer than an engine has before it is killed.
    await Promise.all([...this.#waiting].map((sliceKey) => this.remove(sliceKey)));
    const left = () => [...this.#slices.values()];
    let lastEnd = Date.now();
    while (left().length > 0) {
      if (left().some(({ state }) => !hasEnded(state))) lastEnd = Date.now();
      if (Date.now() - lastEnd > maxSeconds * 1000) return;
      await delay(DRAIN_PAUSE_MILLISECONDS);
    }
  }

  /** Kills all slices and refuses new ones. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#slices.keys()].map((sliceKey) => this.remove(sliceKey)));
    await this.#processes.close();
  }

  #removeAbandoned(): void {
    const abandonedBefore = Date.now() - this.#settings.abandonedSeconds * 1000;
    for (const [sliceKey, { state, readers, askedAt }] of this.#slices) {
      if (hasEnded(state) || readers.size > 0 || askedAt > abandonedBefore) continue;
      this.remove(sliceKey).catch(console.error);
    }
  }

  #startWaiting(): void {
    while (!this.#closed && this.#running < this.#settings.capacity) {
      const sliceKey = this.#waiting.shift();
      const slice = sliceKey === undefined ? undefined : this.#slices.get(sliceKey);
      if (sliceKey === undefined || slice === undefined) return;
      this.#running++;
      this.#runs.started++;
      this.#run(sliceKey, slice).finally(() => {
        this.#running--;
        this.#startWaiting();
      });
    }
  }

  async #run(sliceKey: string, slice: Slice): Promise<void> {
    this.#change(slice, { status: "slicing", progress: 0 });
    slice.reportedAt = Date.now();
    slice.running = this.#processes.start(slice.task, slice.folder, ({ percent, workSeconds = 0 }) =>
      this.#reportProgress(slice, Math.max(percent, slice.state.progress), Math.max(workSeconds, slice.workSeconds)),
    );
    const outcome = await slice.running.outcome;
    slice.running = undefined;
    this.#runs[outcome.status]++;
    // A project's file has the mesh of its last plate only.
    const isMeshKept = outcome.status === "done" && slice.task.isMeshWanted && outcome.result.platesMm === undefined;
    if (isMeshKept) slice.mesh = await this.#keptMesh(slice);
    // Deleted before readers hear of the end, so that they can rely on an empty folder.
    await rm(slice.folder, { recursive: true, force: true }).catch(console.error);
    const made = slice.mesh === undefined ? {} : { meshBytes: slice.mesh.sizeBytes };
    this.#change(slice, { ...outcome, ...made, progress: outcome.status === "done" ? 100 : slice.state.progress });
    // It was forgotten meanwhile.
    if (this.#slices.get(sliceKey) !== slice) await deleteMesh(slice);
    setTimeout(() => {
      if (this.#slices.get(sliceKey) === slice) this.remove(sliceKey).catch(console.error);
    }, this.#settings.retentionSeconds * 1000).unref();
  }

  /** Moves the mesh out of the slice's folder, which is about to be deleted; undefined if there is none. */
  async #keptMesh({ folder }: Slice): Promise<SliceMesh | undefined> {
    const fileName = `${folder}.stl`;
    try {
      await rename(join(folder, MESH_FILE), fileName);
      return { fileName, sizeBytes: (await stat(fileName)).size };
    } catch (error) {
      console.error("the mesh of a slice was not kept:", error);
      return undefined;
    }
  }

  #reportProgress(slice: Slice, progress: number, workSeconds: number): void {
    const isNews = workSeconds > slice.workSeconds;
    slice.workSeconds = workSeconds;
    slice.state = { ...this.#versioned({ status: "slicing", progress }), workSeconds };
    if (!isNews && Date.now() - slice.reportedAt < PROGRESS_PAUSE_MILLISECONDS) return;
    slice.reportedAt = Date.now();
    wakeReaders(slice);
  }

  #change(slice: Slice, state: Unversioned<EngineSliceState>): void {
    slice.state = this.#versioned(state);
    wakeReaders(slice);
  }

  #versioned(state: Unversioned<EngineSliceState>): EngineSliceState {
    this.#version++;
    return { ...state, version: this.#version };
  }
}

async function deleteMesh({ mesh }: Slice): Promise<void> {
  if (mesh !== undefined) await rm(mesh.fileName, { force: true });
}

function hasEnded(state: EngineSliceState): boolean {
  return state.status === "done" || state.status === "failed";
}

function wakeReaders(slice: Slice): void {
  for (const wake of slice.readers) wake();
  slice.readers.clear();
}
