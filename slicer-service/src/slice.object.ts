// State machine of one slice, kept in its object's storage so that it survives evictions, restarts and lost engines.
//
//   queued ──► slicing ──► done
//     ▲ │          │  └──► failed (the model's fault: for good)
//     │ └──────────┴─────► failed (the service's fault: the next start() queues it again)
//     └── the engine lost it
//
// The alarm does the work. Before each step that can fail or be interrupted it sets the next alarm: after an eviction, a
// restarted Worker or a killed engine, the next alarm continues where the slice was.

import { DurableObject } from "cloudflare:workers";
import {
  type FinishedSlice,
  type SliceFailure,
  type SliceRequest,
  type SliceResult,
  type SliceState,
  sliceResultKvKey,
} from "./contract/slices.ts";
import { type EngineAnswer, EngineClient } from "./engine-client.ts";
import { enginePool } from "./engine-pool.ts";
import type { EngineSliceState } from "./engine-protocol.ts";
import type { Env } from "./env.ts";
import { readSlice, type StoredSlice, writeSlice } from "./slice.store.ts";
import { waitsDividedBy } from "./timing.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** The alarm fires again after this if what it does is interrupted. */
const WATCHDOG_MILLISECONDS = 15 * SECOND;
/** The platform ends an alarm after 15 minutes; it hands over to the next one well before. */
const MAX_ALARM_MILLISECONDS = 5 * MINUTE;
/** Backoff between attempts to reach an engine: the first delay, doubled each time up to the largest. */
const FIRST_RETRY_MILLISECONDS = 500;
const MAX_RETRY_MILLISECONDS = 15 * SECOND;
/** A full engine is alive, and has room as soon as a slice ends. */
const MAX_RETRY_WHEN_FULL_MILLISECONDS = 3 * SECOND;
/** An engine that accepted a slice and is unreachable for longer has lost it: others are tried first. */
const ENGINE_LOST_AFTER_MILLISECONDS = 30 * SECOND;
/** The engine's own timeout is far shorter: a run that lasts longer than this hangs. */
const MAX_RUN_MILLISECONDS = 30 * MINUTE;
const MAX_LOST_RUNS = 5;
/** A slice that no engine accepts for longer fails, so that its job ends. */
const MAX_WAIT_FOR_ENGINE_MILLISECONDS = 60 * MINUTE;
/** A slicer's timeout or crash may have been the machine's: after this the model may be tried again. */
const RETRY_MODEL_AFTER_MILLISECONDS = 60 * MINUTE;
/** How long a finished slice is kept here. Longer than in KV, so that a job made from KV's copy keeps its result. */
const RETENTION_MILLISECONDS = 45 * DAY;
const KV_RETENTION_MILLISECONDS = 30 * DAY;

export class SliceObject extends DurableObject<Env> {
  /** In the order to fill them. */
  readonly #engines: readonly EngineClient[];
  readonly #scaled = waitsDividedBy(this.env.WAIT_DIVISOR);
  readonly #endListeners = new Set<() => void>();
  #slice: StoredSlice | undefined;
  #alarmIsRunning = false;
  /** The pending DELETE of the run that ended. */
  #pendingDelete: Promise<unknown> = Promise.resolve();

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#engines = enginePool(env).map((engine) => new EngineClient(engine, this.#scaled));
    this.#slice = readSlice(state.storage);
  }

  /** Starts the slice, or joins it. @see SlicerService.start */
  async start(request: SliceRequest, waitMilliseconds: number): Promise<SliceState> {
    const phase = this.#slice?.phase;
    if (phase === undefined || mayBeTriedAgain(phase)) {
      await this.#startAnew(request);
    } else if (phase.status === "done" && !phase.copiedToKv) {
      this.ctx.waitUntil(this.#copyToKv());
    }
    return this.#stateAfterWaiting(waitMilliseconds, this.#requireSlice());
  }

  /** @see SlicerService.read */
  async read(waitMilliseconds: number): Promise<SliceState | null> {
    return this.#slice === undefined ? null : this.#stateAfterWaiting(waitMilliseconds, this.#slice);
  }

  override async alarm(): Promise<void> {
    if (this.#slice === undefined) return;
    if (hasEnded(this.#slice)) return this.#forgetAfterRetention(this.#slice);
    this.#alarmIsRunning = true;
    try {
      // The platform retries an alarm that throws only a few times; this one must always fire again.
      const wait = await this.#advance().catch((error) => this.#postpone(String(error)));
      if (!hasEnded(this.#requireSlice())) await this.ctx.storage.setAlarm(Date.now() + wait);
    } finally {
      this.#alarmIsRunning = false;
    }
  }

  /**
   * Drives the slice until it ends, no engine accepts it, or the next alarm must take over.
   *
   * @returns milliseconds until the next alarm
   */
  async #advance(): Promise<number> {
    const handOverAt = Date.now() + this.#scaled(MAX_ALARM_MILLISECONDS);
    let version: number | undefined;
    while (Date.now() < handOverAt) {
      await this.ctx.storage.setAlarm(Date.now() + this.#scaled(WATCHDOG_MILLISECONDS));
      const slice = this.#requireSlice();
      const answer = version === undefined ? await this.#submit(slice) : await this.#read(slice, version);
      if (hasEnded(this.#requireSlice())) return 0;

      switch (answer.outcome) {
        case "accepted":
          version = answer.state.version;
          // An engine that accepted it before has lost it: killed, or another container by now.
          if (slice.wasAccepted) await this.#runLost();
          else this.#save({ ...this.#requireSlice(), wasAccepted: true });
          if (!hasEnded(this.#requireSlice())) await this.#follow(answer.state);
          break;
        case "known":
          version = answer.state.version;
          await this.#follow(answer.state);
          break;
        case "unknown_slice":
          version = undefined;
          break;
        case "too_large":
          await this.#fail({
            fault: "model",
            code: "model_too_complex",
            message: "The file is too large to be sliced.",
          });
          break;
        case "rejected":
          // Submitting again helps where the body was cut short. MAX_LOST_RUNS ends the attempts where it does not.
          await this.#runLost();
          return hasEnded(this.#requireSlice()) ? 0 : this.#postpone(answer.reason);
        case "full":
          return this.#postpone("all engines are full", MAX_RETRY_WHEN_FULL_MILLISECONDS);
        case "not_now":
          return this.#postpone(answer.reason);
      }
      if (hasEnded(this.#requireSlice())) return 0;
    }
    return 0;
  }

  /** An alarm may fire more often than it was set: only the clock tells that the retention has expired. */
  async #forgetAfterRetention({ phase }: StoredSlice): Promise<void> {
    const keptUntil = "at" in phase ? phase.at + RETENTION_MILLISECONDS : 0;
    if (Date.now() < keptUntil) return this.ctx.storage.setAlarm(keptUntil);
    await this.ctx.storage.deleteAll();
    this.#slice = undefined;
  }

  /** Submits the slice to the engine that may have it already, else to the first with room. */
  async #submit(slice: StoredSlice): Promise<EngineAnswer> {
    const { request } = slice;
    let answer: EngineAnswer = { outcome: "full" };
    for (const engineIndex of this.#inOrderFor(slice)) {
      const client = this.#engines[engineIndex];
      if (client === undefined) continue;
      const file = await this.env.MODELS.get(request.model.objectKey);
      if (file === null) {
        await this.#fail({
          fault: "service",
          code: "model_file_missing",
          message: "The model file is no longer stored. Please send it again.",
        });
        return { outcome: "unknown_slice" };
      }
      // Await the pending DELETE: arriving after this PUT it would kill the new run.
      await this.#pendingDelete;
      answer = await client.submit(request, file.body);
      // An engine that accepted it, or may have, is tried first next time: a slice must not run twice at once.
      const mayHaveIt = answer.outcome === "not_now" ? answer.isSilent : answer.outcome !== "full";
      if (mayHaveIt) {
        this.#save({ ...this.#requireSlice(), engineIndex });
        return answer;
      }
    }
    return answer;
  }

  /** The indices of the engines, in the order to try them for a slice. */
  #inOrderFor({ engineIndex: last, refusals }: StoredSlice): number[] {
    const others = [...this.#engines.keys()].filter((index) => index !== last);
    if (last === null) return others;
    const isLost = refusals !== null && Date.now() - refusals.since > this.#scaled(ENGINE_LOST_AFTER_MILLISECONDS);
    return isLost ? [...others, last] : [last, ...others];
  }

  async #read({ request, engineIndex }: StoredSlice, version: number): Promise<EngineAnswer> {
    const answer = engineIndex === null ? undefined : await this.#engines[engineIndex]?.read(request.sliceKey, version);
    return answer ?? { outcome: "unknown_slice" };
  }

  /** Throws where the engine cannot be reached, so that the caller backs off instead of retrying at once for ever. */
  async #forgetOrThrow(slice: StoredSlice): Promise<void> {
    if (!(await this.#forget(slice))) throw new Error("the engine could not be reached to forget a run");
  }

  async #forget({ request, engineIndex }: StoredSlice): Promise<boolean> {
    const client = engineIndex === null ? undefined : this.#engines[engineIndex];
    return client === undefined || client.forget(request.sliceKey);
  }

  async #follow(state: EngineSliceState): Promise<void> {
    // An engine with a broken run that it does not forget answers, but still counts as refusing.
    const isBroken = state.status === "failed" && state.failure.fault === "service";
    if (!isBroken && this.#requireSlice().refusals !== null) this.#save({ ...this.#requireSlice(), refusals: null });
    const slice = this.#requireSlice();
    switch (state.status) {
      case "queued":
        return;
      case "slicing": {
        const since = slice.phase.status === "slicing" ? slice.phase.since : Date.now();
        if (Date.now() - since > this.#scaled(MAX_RUN_MILLISECONDS)) {
          await this.#forgetOrThrow(slice);
          return;
        }
        // A second run begins at 0 again, but progress that was shown must not fall.
        const progress = Math.min(99, Math.max(slice.progress, Math.floor(state.progress)));
        if (slice.phase.status !== "slicing" || progress > slice.progress) {
          this.#save({ ...slice, progress, phase: { status: "slicing", since } });
        }
        return;
      }
      case "done":
        await this.#end({ status: "done", at: Date.now(), result: state.result, copiedToKv: false });
        await this.#copyToKv();
        return;
      case "failed":
        if (state.failure.fault === "model") return this.#fail(state.failure);
        // The engine's own fault: it forgets this run, and the next one counts against MAX_LOST_RUNS.
        return this.#forgetOrThrow(slice);
    }
  }

  /** Counts a run that an engine accepted and lost, and queues the slice again. */
  async #runLost(): Promise<void> {
    const slice = this.#requireSlice();
    const lostRuns = slice.lostRuns + 1;
    this.#save({ ...slice, lostRuns, phase: { status: "queued" } });
    if (lostRuns > MAX_LOST_RUNS) {
      await this.#fail({
        fault: "service",
        code: "engine_unavailable",
        message: "Slicing was interrupted too often. Please send the request again later.",
      });
    }
  }

  /**
   * Notes that no engine accepts the slice now; after too long, fails it.
   *
   * @returns milliseconds until the next attempt
   */
  async #postpone(reason: string, maxMilliseconds = MAX_RETRY_MILLISECONDS): Promise<number> {
    const slice = this.#requireSlice();
    console.warn(JSON.stringify({ sliceKey: slice.request.sliceKey, noEngine: reason }));
    const refusals = { count: (slice.refusals?.count ?? 0) + 1, since: slice.refusals?.since ?? Date.now() };
    this.#save({ ...slice, refusals });
    if (Date.now() - refusals.since > this.#scaled(MAX_WAIT_FOR_ENGINE_MILLISECONDS)) {
      await this.#fail({
        fault: "service",
        code: "engine_unavailable",
        message: "The slicing service could not be reached. Please send the request again later.",
      });
    }
    // Jitter: slices that wait for the same engine were often refused at the same moment.
    const backoff = Math.min(maxMilliseconds, FIRST_RETRY_MILLISECONDS * 2 ** (refusals.count - 1));
    return this.#scaled(backoff * (0.75 + Math.random() / 4));
  }

  async #startAnew(request: SliceRequest): Promise<void> {
    this.#save({
      request,
      progress: 0,
      phase: { status: "queued" },
      engineIndex: null,
      wasAccepted: false,
      lostRuns: 0,
      refusals: null,
    });
    await this.ctx.storage.setAlarm(Date.now());
  }

  async #fail(failure: SliceFailure): Promise<void> {
    await this.#end({ status: "failed", at: Date.now(), failure });
  }

  async #end(phase: Extract<StoredSlice["phase"], { status: "done" | "failed" }>): Promise<void> {
    const slice = this.#requireSlice();
    this.#save({ ...slice, progress: phase.status === "done" ? 100 : slice.progress, phase });
    await this.ctx.storage.setAlarm(Date.now() + RETENTION_MILLISECONDS);
    for (const notify of this.#endListeners) notify();
    this.#endListeners.clear();
    this.#pendingDelete = this.#forget(slice);
    this.ctx.waitUntil(this.#pendingDelete);
  }

  /** KV is only a cache: where this fails, the object still answers, and the next start() tries again. */
  async #copyToKv(): Promise<void> {
    const slice = this.#requireSlice();
    if (slice.phase.status !== "done") return;
    const { sliceKey } = slice.request;
    try {
      await this.env.SLICE_RESULTS.put(sliceResultKvKey(sliceKey), JSON.stringify(finishedSlice(slice.phase)), {
        expirationTtl: KV_RETENTION_MILLISECONDS / SECOND,
      });
      this.#save({ ...slice, phase: { ...slice.phase, copiedToKv: true } });
    } catch (error) {
      console.warn(JSON.stringify({ sliceKey, kv: String(error) }));
    }
  }

  async #stateAfterWaiting(waitMilliseconds: number, slice: StoredSlice): Promise<SliceState> {
    // A caller waits: a run interrupted with its object continues now, not only when the watchdog fires.
    const isInterrupted = slice.phase.status === "slicing" && slice.refusals === null && !this.#alarmIsRunning;
    if (isInterrupted) await this.ctx.storage.setAlarm(Date.now());
    if (waitMilliseconds > 0 && !hasEnded(this.#requireSlice())) await this.#waitForEnd(waitMilliseconds);
    return stateOf(this.#requireSlice());
  }

  async #waitForEnd(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endListeners.add(resolve);
    const timer = setTimeout(resolve, milliseconds);
    await promise;
    clearTimeout(timer);
    this.#endListeners.delete(resolve);
  }

  #requireSlice(): StoredSlice {
    if (this.#slice === undefined) throw new Error("this slice was never started");
    return this.#slice;
  }

  #save(slice: StoredSlice): void {
    this.#slice = slice;
    writeSlice(this.ctx.storage, slice);
  }
}

/** Whether the failure may have been temporary: the service's own at once, a slicer's timeout or crash after a while. */
function mayBeTriedAgain(phase: StoredSlice["phase"]): boolean {
  if (phase.status !== "failed") return false;
  if (phase.failure.fault === "service") return true;
  const { code } = phase.failure;
  return (
    (code === "model_too_complex" || code === "slicer_failed") && Date.now() - phase.at > RETRY_MODEL_AFTER_MILLISECONDS
  );
}

function hasEnded({ phase }: StoredSlice): boolean {
  return phase.status === "done" || phase.status === "failed";
}

function stateOf({ progress, phase }: StoredSlice): SliceState {
  switch (phase.status) {
    case "queued":
    case "slicing":
      return { status: phase.status, progress };
    case "done":
      return finishedSlice(phase);
    case "failed":
      return { status: "failed", progress, finishedAt: new Date(phase.at).toISOString(), failure: phase.failure };
  }
}

function finishedSlice({ at, result }: { readonly at: number; readonly result: SliceResult }): FinishedSlice {
  return { status: "done", progress: 100, finishedAt: new Date(at).toISOString(), result };
}
