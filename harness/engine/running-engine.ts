// A client of one engine: speaks its HTTP protocol and follows slices to their end. It also starts engines.

import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasEnded, startEngine } from "../../scripts/local/engine-process.ts";
import type { ModelFormat } from "../../slicer-service/src/contract/model-formats.ts";
import type { FilamentProfile, LayeredProfile } from "../../slicer-service/src/contract/profile.ts";
import { engineFor, type SliceFailure, type SliceResult } from "../../slicer-service/src/contract/slices.ts";
import {
  ENGINE_PROTOCOL,
  type EngineHealth,
  type EngineRefusal,
  type EngineSliceOptions,
  type EngineSliceState,
} from "../../slicer-service/src/engine-protocol.ts";
import { STANDARD_PROFILE } from "../profiles/standard-profile.ts";

export interface EngineUpload {
  readonly model: Uint8Array<ArrayBuffer>;
  readonly format?: ModelFormat;
  /** Changes to the standard filament profile, or a whole profile of resin or powder. */
  readonly profile?: Partial<FilamentProfile> | LayeredProfile;
}

/** An engine in any place: a process, a container. */
export class ReachableEngine {
  readonly url: string;
  readonly engineName: string;

  constructor(url: string, engineName: string) {
    this.url = url;
    this.engineName = engineName;
  }

  async health(): Promise<EngineHealth> {
    return readEngineJson<EngineHealth>(await fetch(`${this.url}/health`));
  }

  options({ format = "stl", profile: given = {} }: Omit<EngineUpload, "model">): EngineSliceOptions {
    const profile = isLayered(given) ? given : { ...STANDARD_PROFILE, ...given };
    return { protocol: ENGINE_PROTOCOL, engineName: engineFor(profile, this.engineName), format, profile };
  }

  put(
    sliceKey: string,
    upload: EngineUpload,
    options: EngineSliceOptions = this.options(upload),
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return fetch(`${this.url}/slices/${sliceKey}`, {
      method: "PUT",
      headers: { "Slice-Options": JSON.stringify(options), ...headers },
      body: upload.model,
    });
  }

  get(sliceKey: string, query = ""): Promise<Response> {
    return fetch(`${this.url}/slices/${sliceKey}${query}`);
  }

  delete(sliceKey: string): Promise<Response> {
    return fetch(`${this.url}/slices/${sliceKey}`, { method: "DELETE" });
  }

  /** Every state that the engine reported, the final one last. */
  async follow(sliceKey: string): Promise<EngineSliceState[]> {
    const states: EngineSliceState[] = [];
    for (let after = -1; ; ) {
      const response = await this.get(sliceKey, `?after=${after}&wait=30`);
      if (response.status !== 200) throw new Error(`The engine answered ${response.status}: ${await response.text()}`);
      const state = await readEngineJson<EngineSliceState>(response);
      states.push(state);
      if (state.status === "done" || state.status === "failed") return states;
      after = state.version;
    }
  }

  /** The final state of a slice that was started. */
  async end(sliceKey: string): Promise<EngineSliceState> {
    const [last] = (await this.follow(sliceKey)).slice(-1);
    if (last === undefined) throw new Error("A slice has at least one state");
    return last;
  }

  /** @throws Error if the slice fails */
  async slice(upload: EngineUpload): Promise<SliceResult> {
    const state = await this.sliceToEnd(upload);
    if (state.status !== "done") throw new Error(`Not sliced: ${JSON.stringify(state)}`);
    return state.result;
  }

  /** @throws Error if the slice succeeds */
  async failure(upload: EngineUpload): Promise<SliceFailure> {
    const state = await this.sliceToEnd(upload);
    if (state.status !== "failed") throw new Error(`Not failed: ${JSON.stringify(state)}`);
    return state.failure;
  }

  /** Uploads a model under a new slice key and returns the final state. */
  async sliceToEnd(upload: EngineUpload): Promise<EngineSliceState> {
    const sliceKey = newSliceKey();
    const response = await this.put(sliceKey, upload);
    if (response.status !== 202) throw new Error(`Not accepted: ${await response.text()}`);
    return this.end(sliceKey);
  }
}

export class RunningEngine extends ReachableEngine {
  readonly process: ChildProcess;
  /** The only folder that the engine writes to. */
  readonly temporaryFolder: string;

  constructor(process: ChildProcess, url: string, engineName: string, temporaryFolder: string) {
    super(url, engineName);
    this.process = process;
    this.temporaryFolder = temporaryFolder;
  }

  /** Sends the signal and waits for the exit. Returns the exit code; null if a signal killed the process. */
  async stop(signal: NodeJS.Signals = "SIGINT"): Promise<number | null> {
    if (!hasEnded(this.process)) {
      const exit = once(this.process, "exit");
      this.process.kill(signal);
      await exit;
    }
    return this.process.exitCode;
  }

  /** Stops the engine and removes its folder. */
  async cleanUp(): Promise<void> {
    await this.stop();
    await rm(this.temporaryFolder, { recursive: true, force: true });
  }
}

function isLayered(profile: Partial<FilamentProfile> | LayeredProfile): profile is LayeredProfile {
  return profile.technology !== undefined && profile.technology !== "fdm";
}

export function newSliceKey(): string {
  return randomBytes(32).toString("hex");
}

/** @param environment the engine's settings, as `slicer-service/engine/engine.settings.ts` lists them */
export async function startTestEngine(environment: Readonly<Record<string, string>> = {}): Promise<RunningEngine> {
  const temporaryFolder = await mkdtemp(join(tmpdir(), "engine-test-"));
  try {
    const { child, url, engineName } = await startEngine({ ENGINE_FOLDER: temporaryFolder, ...environment });
    return new RunningEngine(child, url, engineName, temporaryFolder);
  } catch (error) {
    await rm(temporaryFolder, { recursive: true, force: true });
    throw error;
  }
}

/** Reads an engine's answer as the protocol's type. The contract tests check its content. */
export async function readEngineJson<Answer = EngineRefusal>(response: Response): Promise<Answer> {
  return (await response.json()) as Answer;
}
