// Memory of the API's isolate, and of workerd and the engine as processes, sampled over a run; their processor time.

import { readFile } from "node:fs/promises";
import { childrenOf, processorSecondsOfTree } from "../../engine/process-tree.ts";
import { median } from "../../statistics.ts";
import { HeapInspector, totalBytes } from "../../systems/heap-inspector.ts";
import { findWorkerd, type WorkerdProcess } from "../../systems/workerd-process.ts";

const PAGE_BYTES = 4096;
const SAMPLE_MILLISECONDS = 1_000;
const ISOLATE_SAMPLES = 10;
/** The first part of a run loads code and fills caches. */
const WARM_UP_SHARE = 0.2;

/** Bytes in use of the API's isolate after a collection of all garbage, by the requests sent until then. */
export interface IsolateMemory {
  readonly requests: number;
  readonly bytes: number;
}

/** Measures the API's isolate at equal parts of a run. */
export class IsolateSamples {
  readonly #inspector: HeapInspector;
  readonly #every: number;
  readonly samples: IsolateMemory[] = [];
  #isMeasuring = false;

  private constructor(inspector: HeapInspector, every: number) {
    this.#inspector = inspector;
    this.#every = every;
  }

  /** @param requests of the whole run */
  static async connect(inspector: URL, requests: number): Promise<IsolateSamples> {
    return new IsolateSamples(await HeapInspector.connect(inspector), requests / ISOLATE_SAMPLES);
  }

  /** A collection stops the isolate for a moment, so that only a few are made. */
  async measureIfDue(requests: number): Promise<void> {
    if (this.#isMeasuring || requests < this.#every * (this.samples.length + 1)) return;
    this.#isMeasuring = true;
    await this.measure(requests);
    this.#isMeasuring = false;
  }

  async measure(requests: number): Promise<void> {
    await this.#inspector.collectGarbage();
    this.samples.push({ requests, bytes: totalBytes(await this.#inspector.usage()) });
  }

  close(): void {
    this.#inspector.close();
  }
}

/** Growth from the sample nearest to a third of a run's requests to its last one; undefined after a run too short for samples. */
export function isolateGrowth(samples: readonly IsolateMemory[], requests: number): number | undefined {
  const distance = (sample: IsolateMemory) => Math.abs(sample.requests - requests / 3);
  const [atThird] = samples.toSorted((one, other) => distance(one) - distance(other));
  const atEnd = samples.at(-1);
  return atThird === undefined || atEnd === undefined || atThird === atEnd ? undefined : atEnd.bytes / atThird.bytes;
}

export interface MemoryLevels {
  readonly warm: number;
  readonly firstHalf: number;
  readonly secondHalf: number;
  readonly ratio: number;
}

export class MemorySamples {
  readonly #workerd: number[] = [];
  readonly #engine: number[] = [];
  readonly #timer: NodeJS.Timeout;
  readonly #processes: { readonly workerd: WorkerdProcess | undefined; readonly engineId: number | undefined };

  constructor(engineProcessId: number | undefined) {
    const workerd = findWorkerd();
    this.#processes = { workerd, engineId: engineProcessId };
    this.#timer = setInterval(async () => {
      if (workerd !== undefined) this.#workerd.push(workerd.residentBytes());
      if (engineProcessId !== undefined) this.#engine.push(await residentOfTree(engineProcessId));
    }, SAMPLE_MILLISECONDS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The latest samples, in bytes. */
  now(): { readonly workerd: number | undefined; readonly engine: number | undefined } {
    return { workerd: this.#workerd.at(-1), engine: this.#engine.at(-1) };
  }

  /** Processor time so far, in seconds, the start of each process included. */
  async processorSeconds(): Promise<{ readonly workerd: number; readonly engine: number; readonly requests: number }> {
    const { workerd, engineId } = this.#processes;
    const { user, system } = process.cpuUsage();
    return {
      workerd: (workerd?.cpuMicroseconds() ?? 0) / 1e6,
      engine: engineId === undefined ? 0 : await processorSecondsOfTree(engineId),
      requests: (user + system) / 1e6,
    };
  }

  /** Undefined on a system without /proc, or after a run too short for samples. */
  levels(): { readonly workerd: MemoryLevels | undefined; readonly engine: MemoryLevels | undefined } {
    return { workerd: levelsOf(this.#workerd), engine: levelsOf(this.#engine) };
  }
}

function levelsOf(samples: readonly number[]): MemoryLevels | undefined {
  const warmed = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  if (warmed.length < 4) return undefined;
  const half = Math.floor(warmed.length / 2);
  const [warm, firstHalf, secondHalf] = [warmed[0] ?? 0, median(warmed.slice(0, half)), median(warmed.slice(half))];
  return { warm, firstHalf, secondHalf, ratio: secondHalf / firstHalf };
}

async function residentOfTree(processId: number): Promise<number> {
  const statm = await readFile(`/proc/${processId}/statm`, "utf8").catch(() => "");
  const children = await Promise.all((await childrenOf(processId)).map(residentOfTree));
  const own = Number(statm.split(" ")[1] ?? 0) * PAGE_BYTES;
  return children.reduce((sum, one) => sum + one, own);
}
