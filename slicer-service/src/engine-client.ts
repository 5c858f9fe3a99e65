// HTTP client of one engine: the slicer Worker's side of `engine-protocol.ts`. Anything but an engine's own answer
// (refused connection, timeout, a proxy's error page) means the same to a slice: retry later.

import type { SliceRequest } from "./contract/slices.ts";
import type { Engine } from "./engine-pool.ts";
import {
  ENGINE_PROTOCOL,
  type EngineRefusal,
  type EngineSliceOptions,
  type EngineSliceState,
} from "./engine-protocol.ts";
import type { ScaleWait } from "./timing.ts";

export type EngineAnswer =
  /** The engine accepted a slice that it did not know. */
  | { readonly outcome: "accepted"; readonly state: EngineSliceState }
  | { readonly outcome: "known"; readonly state: EngineSliceState }
  | { readonly outcome: "unknown_slice" }
  | { readonly outcome: "too_large" }
  /** The engine rejects the request as it was sent: a body that was cut short, or a profile it does not know. */
  | { readonly outcome: "rejected"; readonly reason: string }
  | { readonly outcome: "full" }
  /** Retry later. `isSilent` where no engine's answer came back: it may have accepted the slice all the same. */
  | { readonly outcome: "not_now"; readonly reason: string; readonly isSilent: boolean };

/** How long one request waits for the slice to change. */
const LONG_POLL_SECONDS = 10;
const READ_TIMEOUT_MILLISECONDS = (LONG_POLL_SECONDS + 10) * 1000;
/** Enough for a container's start and the largest model. Beyond it an engine that hangs must not hold up the slice. */
const SUBMIT_TIMEOUT_MILLISECONDS = 60_000;
const FORGET_TIMEOUT_MILLISECONDS = 5_000;

export class EngineClient {
  readonly #engine: Engine;
  readonly #scaled: ScaleWait;

  constructor(engine: Engine, scaled: ScaleWait) {
    this.#engine = engine;
    this.#scaled = scaled;
  }

  /** Submits a slice with its model. Joins it where the engine knows it already. */
  submit(request: SliceRequest, model: ReadableStream): Promise<EngineAnswer> {
    const options: EngineSliceOptions = {
      protocol: ENGINE_PROTOCOL,
      engineName: request.engineName,
      format: request.model.format,
      profile: request.profile,
    };
    return this.#ask(request.sliceKey, "", {
      method: "PUT",
      body: model,
      headers: { "Content-Type": "application/octet-stream", "Slice-Options": JSON.stringify(options) },
      signal: AbortSignal.timeout(this.#scaled(SUBMIT_TIMEOUT_MILLISECONDS)),
    });
  }

  /** Answers when the slice's version is above `version`, or after LONG_POLL_SECONDS. */
  read(sliceKey: string, version: number): Promise<EngineAnswer> {
    return this.#ask(sliceKey, `?after=${version}&wait=${this.#scaled(LONG_POLL_SECONDS)}`, {
      signal: AbortSignal.timeout(this.#scaled(READ_TIMEOUT_MILLISECONDS)),
    });
  }

  /** Has the engine stop and forget a slice. False where the engine could not be reached. */
  async forget(sliceKey: string): Promise<boolean> {
    const signal = AbortSignal.timeout(this.#scaled(FORGET_TIMEOUT_MILLISECONDS));
    const { outcome } = await this.#ask(sliceKey, "", { method: "DELETE", signal });
    return outcome === "unknown_slice";
  }

  async #ask(sliceKey: string, query: string, init: RequestInit): Promise<EngineAnswer> {
    try {
      const response = await this.#engine.fetch(`/slices/${sliceKey}${query}`, init);
      const text = await response.text();
      if (response.status === 204) return { outcome: "unknown_slice" };
      // Requests go to our own engines only, and they speak the protocol. A proxy's page does not parse, or has no version or
      // code.
      if (response.ok) {
        const state = JSON.parse(text) as EngineSliceState;
        if (typeof state.version !== "number") throw new Error("the answer is not an engine's");
        return { outcome: response.status === 202 ? "accepted" : "known", state };
      }
      const { code, message } = JSON.parse(text) as EngineRefusal;
      if (code === "unknown_slice" || code === "too_large" || code === "full") return { outcome: code };
      if (code === "bad_request") return { outcome: "rejected", reason: message };
      return { outcome: "not_now", reason: `${code}: ${message}`, isSilent: false };
    } catch (error) {
      return { outcome: "not_now", reason: String(error), isSilent: true };
    }
  }
}
