// An engine started as it is in earnest, as a process of its own, and spoken to over HTTP.

import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ModelFormat } from "../slicer-service/src/contract/model-formats.ts";
import { isLayeredTechnology } from "../slicer-service/src/contract/process-parameters.ts";
import type { FilamentProfile, LayeredProfile } from "../slicer-service/src/contract/profile.ts";
import { engineFor, type SliceFailure, type SliceResult } from "../slicer-service/src/contract/slices.ts";
import {
  ENGINE_PROTOCOL,
  type EngineHealth,
  type EngineRefusal,
  type EngineSliceOptions,
  type EngineSliceState,
} from "../slicer-service/src/engine-protocol.ts";
import { STANDARD_PROFILE } from "./standard-profile.ts";

const MAIN = fileURLToPath(new URL("../slicer-service/engine/main.ts", import.meta.url));

export interface Upload {
  readonly model: Uint8Array<ArrayBuffer>;
  readonly format?: ModelFormat;
  /** What differs from the standard filament profile, or a whole one of resin or powder. */
  readonly profile?: Partial<FilamentProfile> | LayeredProfile;
}

export class RunningEngine {
  readonly process: ChildProcess;
  readonly url: string;
  readonly identity: string;
  /** Everything the engine writes to disk lies in here. */
  readonly temporaryFolder: string;

  constructor(process: ChildProcess, url: string, identity: string, temporaryFolder: string) {
    this.process = process;
    this.url = url;
    this.identity = identity;
    this.temporaryFolder = temporaryFolder;
  }

  async stop(signal: NodeJS.Signals = "SIGINT"): Promise<number | null> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const exit = once(this.process, "exit");
      this.process.kill(signal);
      await exit;
    }
    return this.process.exitCode;
  }

  async cleanUp(): Promise<void> {
    await this.stop();
    await rm(this.temporaryFolder, { recursive: true, force: true });
  }

  async health(): Promise<EngineHealth> {
    return readJson<EngineHealth>(await fetch(`${this.url}/health`));
  }

  options({ format = "stl", profile: given = {} }: Omit<Upload, "model">): EngineSliceOptions {
    const profile = isLayered(given) ? given : { ...STANDARD_PROFILE, ...given };
    return { protocol: ENGINE_PROTOCOL, engineName: engineFor(profile, this.identity), format, profile };
  }

  put(sliceKey: string, upload: Upload, options: EngineSliceOptions = this.options(upload)): Promise<Response> {
    return fetch(`${this.url}/slices/${sliceKey}`, {
      method: "PUT",
      headers: { "Slice-Options": JSON.stringify(options) },
      body: upload.model,
    });
  }

  get(sliceKey: string, query = ""): Promise<Response> {
    return fetch(`${this.url}/slices/${sliceKey}${query}`);
  }

  delete(sliceKey: string): Promise<Response> {
    return fetch(`${this.url}/slices/${sliceKey}`, { method: "DELETE" });
  }

  /** Every state there was on the way to the end, the end included. */
  async follow(sliceKey: string): Promise<EngineSliceState[]> {
    const states: EngineSliceState[] = [];
    for (let after = -1; ; ) {
      const response = await this.get(sliceKey, `?after=${after}&wait=30`);
      if (response.status !== 200) throw new Error(`The slice is gone: ${await response.text()}`);
      const state = await readJson<EngineSliceState>(response);
      states.push(state);
      if (state.status === "done" || state.status === "failed") return states;
      after = state.version;
    }
  }

  async end(sliceKey: string): Promise<EngineSliceState> {
    const [last] = (await this.follow(sliceKey)).slice(-1);
    if (last === undefined) throw new Error("A slice has at least one state");
    return last;
  }

  async slice(upload: Upload): Promise<SliceResult> {
    const state = await this.sliceToEnd(upload);
    if (state.status !== "done") throw new Error(`Not sliced: ${JSON.stringify(state)}`);
    return state.result;
  }

  async failure(upload: Upload): Promise<SliceFailure> {
    const state = await this.sliceToEnd(upload);
    if (state.status !== "failed") throw new Error(`Not failed: ${JSON.stringify(state)}`);
    return state.failure;
  }

  async sliceToEnd(upload: Upload): Promise<EngineSliceState> {
    const sliceKey = newSliceKey();
    const response = await this.put(sliceKey, upload);
    if (response.status !== 202) throw new Error(`Not accepted: ${await response.text()}`);
    return this.end(sliceKey);
  }
}

function isLayered(profile: Partial<FilamentProfile> | LayeredProfile): profile is LayeredProfile {
  return profile.technology !== undefined && isLayeredTechnology(profile.technology);
}

export function newSliceKey(): string {
  return randomBytes(32).toString("hex");
}

export async function startEngine(environment: Record<string, string> = {}): Promise<RunningEngine> {
  const temporaryFolder = await mkdtemp(join(tmpdir(), "engine-test-"));
  const engine = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH ?? "", ENGINE_FOLDER: temporaryFolder, ...environment },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await Promise.race([
    once(engine.stdout.setEncoding("utf8"), "data"),
    once(engine, "exit").then(([status]) => Promise.reject(new Error(`The engine ended at once with ${status}`))),
  ]);
  const { listening, engine: identity } = JSON.parse(String(line)) as { listening: string; engine: string };
  return new RunningEngine(engine, listening, identity, temporaryFolder);
}

/** Answers of an engine are of the type its protocol gives them; the contract tests look at what matters in them. */
export async function readJson<Answer = EngineRefusal>(response: Response): Promise<Answer> {
  return (await response.json()) as Answer;
}
