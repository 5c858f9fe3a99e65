// The slicer Worker's side of `engine-protocol.ts`. Whatever is no plain answer of an engine (refused connections, time-
// outs, a proxy's error page) means the same to a slice job: not now, try again.

import type { SliceRequest } from "./contract/contract.ts";
import type { Engine } from "./engine-pool.ts";
import {
  ENGINE_PROTOCOL,
  type EngineRefusal,
  type EngineSliceOptions,
  type EngineSliceState,
} from "./engine-protocol.ts";
import type { ScaleWait } from "./timing.ts";

export type EngineAnswer =
  /** The engine took a slice that it did not know. */
  | { readonly outcome: "accepted"; readonly state: EngineSliceState }
  | { readonly outcome: "known"; readonly state: EngineSliceState }
  | { readonly outcome: "unknown_slice" }
  | { readonly outcome: "too_large" }
  /** The engine will not have the request as it was sent: a body that was cut short, or a profile it does not know. */
  | { readonly outcome: "rejected"; readonly reason: string }
  | { readonly outcome: "full" }
  /** `isSilent` where nothing that an engine says came back: then it may have taken the slice all the same. */
  | { readonly outcome: "not_now"; readonly reason: string; readonly isSilent: boolean };

/** How long a change is waited for in one request. */
const LONG_POLL_SECONDS = 10;
const READ_TIMEOUT_MILLISECONDS = (LONG_POLL_SECONDS + 10) * 1000;
/** Time for a container's start and the largest model; an engine that says nothing must not hold a slice for longer. */
const SUBMIT_TIMEOUT_MILLISECONDS = 60_000;
const FORGET_TIMEOUT_MILLISECONDS = 5_000;

export class EngineClient {
  readonly #engine: Engine;
  readonly #scaled: ScaleWait;

  constructor(engine: Engine, scaled: ScaleWait) {
    this.#engine = engine;
    this.#scaled = scaled;
  }

  /** Hands over a slice. One that the engine knows already is joined. */
  submit(request: SliceRequest, model: ReadableStream): Promise<EngineAnswer> {
    const options: EngineSliceOptions = {
      protocol: ENGINE_PROTOCOL,
      engine: request.engine,
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

  /** Answers when the slice has gone on beyond `version`, or a moment has passed. */
  read(sliceKey: string, version: number): Promise<EngineAnswer> {
    return this.#ask(sliceKey, `?after=${version}&wait=${this.#scaled(LONG_POLL_SECONDS)}`, {
      signal: AbortSignal.timeout(this.#scaled(READ_TIMEOUT_MILLISECONDS)),
    });
  }

  /** Stops and forgets a slice; false where the engine could not be told. What has ended it forgets by itself. */
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
      // Only engines of our own are asked, and they speak the protocol; anything else does not parse or has no code.
      if (response.ok) {
        const state = JSON.parse(text) as EngineSliceState;
        if (typeof state.version !== "number") throw new Error("what answered is no engine");
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
