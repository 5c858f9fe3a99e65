// The system of the limits' proof: two isolates of the API before the same objects, restarted with its state.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type MiniflareSystem,
  NO_ENGINE,
  type SystemDatabase,
  startMiniflareSystem,
} from "../../systems/miniflare-system.ts";
import { LIMIT_CALL_PATH, type LimitCalls } from "../../workers/limit-calls.ts";

const WORKER = "harness/workers/limits.worker.ts";
const ISOLATES = ["first", "second"] as const;

export type Isolate = (typeof ISOLATES)[number];

export class LimitsSystem {
  readonly #folder: string;
  #system: MiniflareSystem;

  private constructor(folder: string, system: MiniflareSystem) {
    this.#folder = folder;
    this.#system = system;
  }

  static async start(): Promise<LimitsSystem> {
    const folder = await mkdtemp(join(tmpdir(), "limits-"));
    return new LimitsSystem(folder, await begin(folder));
  }

  get database(): SystemDatabase {
    return this.#system.database;
  }

  async call<Name extends keyof LimitCalls>(
    call: LimitCalls[Name]["call"] & { readonly call: Name },
    isolate: Isolate = "first",
  ): Promise<LimitCalls[Name]["answer"]> {
    const address = isolate === "first" ? this.#system.url : this.#system.baselineUrl;
    const answer = await fetch(new URL(LIMIT_CALL_PATH, address), { method: "POST", body: JSON.stringify(call) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The Worker answered ${answer.status}: ${text}`);
    // The Worker answers each call by this table.
    return JSON.parse(text) as LimitCalls[Name]["answer"];
  }

  /** Kills workerd and starts it anew. */
  async restart(): Promise<void> {
    await this.#system.stop();
    this.#system = await begin(this.#folder);
  }

  async stop(): Promise<void> {
    await this.#system.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function begin(folder: string): Promise<MiniflareSystem> {
  const stateFolder = join(folder, "state");
  return startMiniflareSystem({
    apiEntry: WORKER,
    baselineEntry: WORKER,
    engine: NO_ENGINE,
    stateFolder,
    // Only the proof's own evictions happen: a repeated call may come later than workerd's on a busy machine.
    keepsObjects: true,
  });
}
