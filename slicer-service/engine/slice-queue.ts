// All slices an engine knows: a bounded queue in front of a bounded number of processes, one run per slice key, and the
// finished ones for a while, so that whoever asked can still be told.

import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { EngineHealth, EngineSliceState } from "../src/engine-protocol.ts";
import { ProcessPool, type RunningSlice } from "./process-pool.ts";
import type { SliceTask } from "./slice-child.ts";

const DRAIN_PAUSE_MILLISECONDS = 100;
const PROGRESS_PAUSE_MILLISECONDS = 200;

export interface SliceQueueSettings {
  /** Slices that may run at once. */
  readonly capacity: number;
  /** Slices that may wait, those still being received included. */
  readonly queueLength: number;
  readonly longestSliceSeconds: number;
  /** How long a finished slice can still be asked for. */
  readonly retentionSeconds: number;
  /** Every slice has a folder of its own in here. */
  readonly temporaryFolder: string;
}

interface Slice {
  readonly task: SliceTask;
  readonly folder: string;
  state: EngineSliceState;
  running: RunningSlice | undefined;
  /** Called once, at the next change. */
  readonly readers: Set<() => void>;
  /** When readers were last told of it while it runs. */
  toldAt: number;
}

type Unversioned<State> = State extends unknown ? Omit<State, "version"> : never;

export class SliceQueue {
  readonly #settings: SliceQueueSettings;
  readonly #slices = new Map<string, Slice>();
  readonly #waiting: string[] = [];
  readonly #runs = { started: 0, done: 0, failed: 0 };
  #receiving = 0;
  #running = 0;
  #closed = false;
  #draining = false;
  /** Shared by all slices, so that a key that is forgotten and asked for again does not go back to a lower version. */
  #version = 0;
  readonly #processes: ProcessPool;

  constructor(settings: SliceQueueSettings) {
    this.#settings = settings;
    this.#processes = new ProcessPool(settings.temporaryFolder, settings.longestSliceSeconds);
  }

  counts(): Pick<EngineHealth, "capacity" | "running" | "queued" | "runs"> {
    return {
      capacity: this.#settings.capacity,
      running: this.#running,
      queued: this.#waiting.length,
      runs: { ...this.#runs },
    };
  }

  state(sliceKey: string): EngineSliceState | undefined {
    return this.#slices.get(sliceKey)?.state;
  }

  /**
   * Takes a place in the queue before a model is received, so that an engine that is full says so before the upload.
   * The place is a folder to receive it into; it must be handed to `add` or `giveUp`. Undefined when full.
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

  /** Gives back a reserved place and whatever was received into it. */
  async giveUp(folder: string): Promise<void> {
    this.#receiving--;
    await rm(folder, { recursive: true, force: true });
  }

  /** Queues the slice whose model lies in the reserved folder, unless another request was faster with the same key. */
  async add(sliceKey: string, task: SliceTask, folder: string): Promise<{ state: EngineSliceState; known: boolean }> {
    const known = this.#slices.get(sliceKey);
    if (known !== undefined) {
      await this.giveUp(folder);
      return { state: known.state, known: true };
    }
    this.#receiving--;
    const state = this.#versioned({ status: "queued", progress: 0 });
    const slice: Slice = { task, folder, state, running: undefined, readers: new Set(), toldAt: Date.now() };
    this.#slices.set(sliceKey, slice);
    this.#waiting.push(sliceKey);
    this.#fill();
    return { state: slice.state, known: false };
  }

  /**
   * The slice's state once its version is above `after` or it has ended, or as it is after `waitSeconds` or when the
   * reader goes away. Undefined for a slice that is not known.
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
      const clock = setTimeout(changed.resolve, waitSeconds * 1000);
      slice.readers.add(changed.resolve);
      gone.addEventListener("abort", () => changed.resolve(), { once: true });
      await changed.promise;
      clearTimeout(clock);
      slice.readers.delete(changed.resolve);
    }
    return this.#slices.get(sliceKey)?.state;
  }

  /** Stops the slice if it waits or runs, and forgets it. */
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
  }

  /**
   * Takes no more, and settles when all slices have ended and been forgotten by who asked for them, or `farewellSeconds`
   * after the last of them ended.
   */
  async drain(farewellSeconds: number): Promise<void> {
    this.#draining = true;
    const areLeft = () => [...this.#slices.values()];
    let lastEnd = Date.now();
    while (areLeft().length > 0) {
      if (areLeft().some(({ state }) => !hasEnded(state))) lastEnd = Date.now();
      if (Date.now() - lastEnd > farewellSeconds * 1000) return;
      await delay(DRAIN_PAUSE_MILLISECONDS);
    }
  }

  /** Stops everything and takes no more. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#slices.keys()].map((sliceKey) => this.remove(sliceKey)));
    await this.#processes.close();
  }

  #fill(): void {
    while (!this.#closed && this.#running < this.#settings.capacity) {
      const sliceKey = this.#waiting.shift();
      const slice = sliceKey === undefined ? undefined : this.#slices.get(sliceKey);
      if (sliceKey === undefined || slice === undefined) return;
      this.#running++;
      this.#runs.started++;
      this.#run(sliceKey, slice).finally(() => {
        this.#running--;
        this.#fill();
      });
    }
  }

  async #run(sliceKey: string, slice: Slice): Promise<void> {
    this.#change(slice, { status: "slicing", progress: 0 });
    slice.toldAt = Date.now();
    slice.running = this.#processes.start(slice.task, slice.folder, (progress) =>
      this.#goOn(slice, Math.max(progress, slice.state.progress)),
    );
    const outcome = await slice.running.outcome;
    slice.running = undefined;
    this.#runs[outcome.status]++;
    // Removed before the end is told: who has been told may count on nothing being left.
    await rm(slice.folder, { recursive: true, force: true }).catch(console.error);
    this.#change(slice, { ...outcome, progress: outcome.status === "done" ? 100 : slice.state.progress });
    setTimeout(() => {
      if (this.#slices.get(sliceKey) === slice) this.#slices.delete(sliceKey);
    }, this.#settings.retentionSeconds * 1000).unref();
  }

  /** Every percent would be a request, a write and a message; nobody looks that often. */
  #goOn(slice: Slice, progress: number): void {
    slice.state = this.#versioned({ status: "slicing", progress });
    if (Date.now() - slice.toldAt < PROGRESS_PAUSE_MILLISECONDS) return;
    slice.toldAt = Date.now();
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

function hasEnded(state: EngineSliceState): boolean {
  return state.status === "done" || state.status === "failed";
}

function wakeReaders(slice: Slice): void {
  for (const wake of slice.readers) wake();
  slice.readers.clear();
}
