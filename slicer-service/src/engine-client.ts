// HTTP client of one engine: the slicer Worker's side of `engine-protocol.ts`.

import type { SliceRequest } from "./contract/slices.ts";
import type { Engine } from "./engine-pool.ts";
import {
  type DeliveryRefusal,
  ENGINE_PROTOCOL,
  type EngineHealth,
  type EngineRefusal,
  type EngineSliceOptions,
  type EngineSliceState,
  MESH_HEADER,
  MESH_WANTED,
} from "./engine-protocol.ts";
import type { ScaleWait } from "./timing.ts";

export type EngineAnswer =
  /** The engine accepted a new slice. */
  | { readonly outcome: "accepted"; readonly state: EngineSliceState }
  | { readonly outcome: "known"; readonly state: EngineSliceState }
  | { readonly outcome: "unknown_slice" }
  | { readonly outcome: "too_large" }
  | { readonly outcome: "model_file_missing" }
  /** The engine rejects the request as sent: a body that was cut short, or a profile it does not know. */
  | { readonly outcome: "rejected"; readonly reason: string }
  | { readonly outcome: "full" }
  /** The engine works, but not for this slice: it is of an old image, or the model could not be read. It accepted nothing. */
  | { readonly outcome: "refused"; readonly reason: string }
  /** The request certainly never reached the engine. */
  | { readonly outcome: "engine_unreachable"; readonly reason: string }
  /** No engine's answer came back (a broken connection, a timeout, a proxy's page): it may have accepted the slice. */
  | { readonly outcome: "silent"; readonly reason: string };

/** The longest wait of one request for a change of the slice. */
const LONG_POLL_SECONDS = 10;
const READ_TIMEOUT_MILLISECONDS = (LONG_POLL_SECONDS + 10) * 1000;
/** Enough for a container's start and the largest model. After it, an engine that hangs must not hold up the slice. */
const SUBMIT_TIMEOUT_MILLISECONDS = 60_000;
const FORGET_TIMEOUT_MILLISECONDS = 5_000;
/** After it, an engine counts as unreachable. */
export const HEALTH_TIMEOUT_MILLISECONDS = 5_000;

export class EngineClient {
  readonly #engine: Engine;
  readonly #scaled: ScaleWait;

  constructor(engine: Engine, scaled: ScaleWait) {
    this.#engine = engine;
    this.#scaled = scaled;
  }

  /** @see Engine.places */
  get places(): number | null {
    return this.#engine.places;
  }

  /** Submits a slice with its stored model, or joins it if the engine has it already. */
  submit(request: SliceRequest): Promise<EngineAnswer> {
    const options: EngineSliceOptions = {
      protocol: ENGINE_PROTOCOL,
      engineName: request.engineName,
      format: request.model.format,
      profile: request.profile,
    };
    const init = {
      headers: {
        "Content-Type": "application/octet-stream",
        "Slice-Options": JSON.stringify(options),
        // Browsers read the other formats themselves.
        ...(request.model.format === "step" && { [MESH_HEADER]: MESH_WANTED }),
      },
      signal: AbortSignal.timeout(this.#scaled(SUBMIT_TIMEOUT_MILLISECONDS)),
    };
    return answerOf(() => this.#engine.submit(`/slices/${request.sliceKey}`, init, request.model.objectKey));
  }

  /** Answers when the slice's version is above `version`, or after `maxMilliseconds`, LONG_POLL_SECONDS at most. */
  read(sliceKey: string, version: number, maxMilliseconds: number): Promise<EngineAnswer> {
    const signal = AbortSignal.timeout(this.#scaled(READ_TIMEOUT_MILLISECONDS));
    const query = `?after=${version}&wait=${Math.min(this.#scaled(LONG_POLL_SECONDS), maxMilliseconds / 1000)}`;
    return answerOf(() => this.#engine.fetch(`/slices/${sliceKey}${query}`, { signal }));
  }

  /** The mesh of a finished slice. Throws if it does not arrive. */
  async readMesh(sliceKey: string, signal: AbortSignal): Promise<ReadableStream> {
    const response = await this.#engine.fetch(`/slices/${sliceKey}/mesh`, { signal });
    if (response.ok && response.body !== null) return response.body;
    await response.body?.cancel();
    throw new Error(`the engine answered ${response.status}`);
  }

  /** Makes the engine stop and forget a slice. False if the engine could not be reached. */
  async forget(sliceKey: string): Promise<boolean> {
    const signal = AbortSignal.timeout(this.#scaled(FORGET_TIMEOUT_MILLISECONDS));
    const { outcome } = await answerOf(() => this.#engine.fetch(`/slices/${sliceKey}`, { method: "DELETE", signal }));
    return outcome === "unknown_slice";
  }

  /** The engine's own numbers of slices to have and to run at once; undefined if it does not answer. */
  async askCapacity(): Promise<{ readonly places: number; readonly runs: number } | undefined> {
    const { places, capacity } = (await this.askHealth(HEALTH_TIMEOUT_MILLISECONDS)) ?? {};
    if (typeof places !== "number" || places <= 0) return undefined;
    return { places, runs: typeof capacity === "number" && capacity > 0 ? capacity : places };
  }

  /** The engine's own report; undefined if it does not answer in time. */
  async askHealth(timeoutMilliseconds: number): Promise<Partial<EngineHealth> | undefined> {
    try {
      const signal = AbortSignal.timeout(this.#scaled(timeoutMilliseconds));
      const response = await this.#engine.fetch("/health", { signal });
      const text = await response.text();
      // Only our own engines are asked; another program's answer lacks the fields.
      return response.ok ? (JSON.parse(text) as Partial<EngineHealth>) : undefined;
    } catch {
      return undefined;
    }
  }
}

async function answerOf(ask: () => Promise<Response>): Promise<EngineAnswer> {
  try {
    const response = await ask();
    const text = await response.text();
    if (response.status === 204) return { outcome: "unknown_slice" };
    // Requests go to our own engines only, and they speak the protocol. A proxy's page does not parse, or has no version or
    // code.
    if (response.ok) {
      const state = JSON.parse(text) as EngineSliceState;
      if (typeof state.version !== "number") throw new Error("the answer is not an engine's");
      return { outcome: response.status === 202 ? "accepted" : "known", state };
    }
    const { code, message } = JSON.parse(text) as EngineRefusal | DeliveryRefusal;
    switch (code) {
      case "unknown_slice":
      case "too_large":
      case "full":
      case "model_file_missing":
        return { outcome: code };
      case "bad_request":
        return { outcome: "rejected", reason: message };
      case "engine_mismatch":
      case "model_unreadable":
        return { outcome: "refused", reason: message };
      case "engine_unreachable":
        return { outcome: "engine_unreachable", reason: message };
      default:
        code satisfies never;
        throw new Error(`the answer is not an engine's: ${response.status}`);
    }
  } catch (error) {
    return { outcome: "silent", reason: String(error) };
  }
}
