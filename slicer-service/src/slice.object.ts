// One slice: a small state machine whose truth is in its own storage, so it survives whatever happens around it.
//
//   queued ──► slicing ──► done
//     ▲ │          │  └──► failed (the model's fault: for good)
//     │ └──────────┴─────► failed (the service's fault: the next start() queues it again)
//     └── the engine lost it
//
// The work is done in the alarm. Before anything that can fail or be cut off, the alarm is set again: an object that was
// evicted, a Worker that was restarted or an engine that was killed only make the next alarm find the slice where it was.

import { DurableObject } from "cloudflare:workers";
import {
  type FinishedSlice,
  type SliceFailure,
  type SliceRequest,
  type SliceResult,
  type SliceState,
  sliceResultKvKey,
} from "./contract/contract.ts";
import { type EngineAnswer, EngineClient } from "./engine-client.ts";
import { enginePool } from "./engine-pool.ts";
import type { EngineSliceState } from "./engine-protocol.ts";
import type { Env } from "./env.ts";
import { waitsDividedBy } from "./timing.ts";

/** What is kept in storage. Moments are milliseconds since 1970. */
interface Slice {
  readonly request: SliceRequest;
  readonly progress: number;
  readonly phase:
    | { readonly status: "queued" }
    | { readonly status: "slicing"; readonly since: number }
    | { readonly status: "done"; readonly at: number; readonly result: SliceResult; readonly copiedToKv: boolean }
    | { readonly status: "failed"; readonly at: number; readonly failure: SliceFailure };
  /** Which engine of the pool took it last, or may have; null before any did. */
  readonly engine: number | null;
  /** Whether an engine ever took it. */
  readonly wasAccepted: boolean;
  /** Times that an engine took it and did not bring it to an end. */
  readonly lostRuns: number;
  /** Attempts to reach an engine in a row that came to nothing. */
  readonly refusals: { readonly count: number; readonly since: number } | null;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** The alarm comes back after this if what it does is cut off. */
const WATCHDOG = 15 * SECOND;
/** An alarm may run for 15 minutes; it hands over to the next one well before. */
const ALARM_RUN = 5 * MINUTE;
/** Waits between attempts to reach an engine: from the first to at most the second. */
const FIRST_RETRY = 500;
const MAX_RETRY = 15 * SECOND;
/** A full engine is alive, and has room as soon as a slice ends. */
const MAX_RETRY_WHEN_FULL = 3 * SECOND;
/** An engine that had a slice and could not be reached for so long has lost it. */
const ENGINE_GIVEN_UP_AFTER = 30 * SECOND;
/** An engine ends a run by itself well before this. */
const MAX_RUN = 30 * MINUTE;
const MAX_LOST_RUNS = 5;
/** A slice that found no engine for so long is given up, so that its job ends. */
const MAX_WAIT_FOR_ENGINE = 60 * MINUTE;
/** A model that a slicer could not manage is tried again after this: the machine may just have been busy. */
const DOUBTED_AFTER = 60 * MINUTE;
/** How long a finished slice is kept here; longer than in KV, so that a job made from KV's copy keeps its result. */
const RETENTION = 45 * DAY;
const KV_RETENTION = 30 * DAY;

export class SliceJob extends DurableObject<Env> {
  /** In the order in which they are to be filled. */
  readonly #engines: readonly EngineClient[];
  readonly #scaled = waitsDividedBy(this.env.WAIT_DIVISOR);
  readonly #whenEnded = new Set<() => void>();
  #slice: Slice | undefined;
  #alarmIsRunning = false;
  /** The engine is being told to forget the run that ended. */
  #forgetting: Promise<unknown> = Promise.resolve();

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#engines = enginePool(env).map((engine) => new EngineClient(engine, this.#scaled));
    this.#slice = state.storage.kv.get<Slice>("slice");
  }

  /** Begins the slice, or joins it. @see SlicerService.start */
  async start(request: SliceRequest, waitMilliseconds: number): Promise<SliceState> {
    const phase = this.#slice?.phase;
    if (phase === undefined || mayBeTriedAgain(phase)) {
      await this.#begin(request);
    } else if (phase.status === "done" && !phase.copiedToKv) {
      this.ctx.waitUntil(this.#copyToKv());
    }
    return this.#stateWithin(waitMilliseconds, this.#requireSlice());
  }

  /** @see SlicerService.read */
  async read(waitMilliseconds: number): Promise<SliceState | null> {
    return this.#slice === undefined ? null : this.#stateWithin(waitMilliseconds, this.#slice);
  }

  override async alarm(): Promise<void> {
    if (this.#slice === undefined) return;
    if (hasEnded(this.#slice)) return this.#forgetAfterRetention(this.#slice);
    this.#alarmIsRunning = true;
    try {
      // The platform retries an alarm that throws only a few times; this one always comes back.
      const wait = await this.#advance().catch((error) => this.#postpone(String(error)));
      if (!hasEnded(this.#requireSlice())) await this.ctx.storage.setAlarm(Date.now() + wait);
    } finally {
      this.#alarmIsRunning = false;
    }
  }

  /**
   * Drives the slice on until it ends, no engine is to be had, or the next alarm should take over. Answers how long to
   * wait for that one, in milliseconds.
   */
  async #advance(): Promise<number> {
    const handOverAt = Date.now() + this.#scaled(ALARM_RUN);
    let version: number | undefined;
    while (Date.now() < handOverAt) {
      await this.ctx.storage.setAlarm(Date.now() + this.#scaled(WATCHDOG));
      const slice = this.#requireSlice();
      const answer = version === undefined ? await this.#submit(slice) : await this.#read(slice, version);
      if (hasEnded(this.#requireSlice())) return 0;

      switch (answer.outcome) {
        case "accepted":
          version = answer.state.version;
          // It was accepted before: the engine that had it was killed, or has moved.
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
          // Sending it again helps where the body was cut short; where it does not, the attempts are bounded.
          await this.#runLost();
          return hasEnded(this.#requireSlice()) ? 0 : this.#postpone(answer.reason);
        case "full":
          return this.#postpone("all engines are full", MAX_RETRY_WHEN_FULL);
        case "not_now":
          return this.#postpone(answer.reason);
      }
      if (hasEnded(this.#requireSlice())) return 0;
    }
    return 0;
  }

  /** An alarm may come more often than it was set: only the clock tells that the retention is over. */
  async #forgetAfterRetention({ phase }: Slice): Promise<void> {
    const keptUntil = "at" in phase ? phase.at + RETENTION : 0;
    if (Date.now() < keptUntil) return this.ctx.storage.setAlarm(keptUntil);
    await this.ctx.storage.deleteAll();
    this.#slice = undefined;
  }

  /** Hands the slice to the engine that has it already, or to the first that has room. */
  async #submit(slice: Slice): Promise<EngineAnswer> {
    const { request } = slice;
    let answer: EngineAnswer = { outcome: "full" };
    for (const engine of this.#inOrderFor(slice)) {
      const client = this.#engines[engine];
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
      // A word to forget the last run that came late would end this one.
      await this.#forgetting;
      answer = await client.submit(request, file.body);
      // Whoever took it, or may have taken it, is asked before any other: a slice is not to run twice.
      const mayHaveIt = answer.outcome === "not_now" ? answer.isSilent : answer.outcome !== "full";
      if (mayHaveIt) {
        this.#save({ ...this.#requireSlice(), engine });
        return answer;
      }
    }
    return answer;
  }

  /** The engines as they are to be asked for a slice. */
  #inOrderFor({ engine: had, refusals }: Slice): number[] {
    const others = [...this.#engines.keys()].filter((engine) => engine !== had);
    if (had === null) return others;
    const isGivenUp = refusals !== null && Date.now() - refusals.since > this.#scaled(ENGINE_GIVEN_UP_AFTER);
    return isGivenUp ? [...others, had] : [had, ...others];
  }

  async #read({ request, engine }: Slice, version: number): Promise<EngineAnswer> {
    const answer = engine === null ? undefined : await this.#engines[engine]?.read(request.sliceKey, version);
    return answer ?? { outcome: "unknown_slice" };
  }

  /** Without the error, an engine that cannot be told would be asked again at once, for ever. */
  async #forgetOrThrow(slice: Slice): Promise<void> {
    if (!(await this.#forget(slice))) throw new Error("the engine could not be told to forget a run");
  }

  async #forget({ request, engine }: Slice): Promise<boolean> {
    const client = engine === null ? undefined : this.#engines[engine];
    return client === undefined || client.forget(request.sliceKey);
  }

  async #follow(state: EngineSliceState): Promise<void> {
    // An engine that cannot be told to forget its broken run answers, and still is of no use.
    const isBroken = state.status === "failed" && state.failure.fault === "service";
    if (!isBroken && this.#requireSlice().refusals !== null) this.#save({ ...this.#requireSlice(), refusals: null });
    const slice = this.#requireSlice();
    switch (state.status) {
      case "queued":
        return;
      case "slicing": {
        const since = slice.phase.status === "slicing" ? slice.phase.since : Date.now();
        if (Date.now() - since > this.#scaled(MAX_RUN)) {
          await this.#forgetOrThrow(slice);
          return;
        }
        // A second run begins at 0 again; what a client was told never goes back.
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
        // The engine's own trouble: once it has forgotten the run, another one is made, and counted.
        return this.#forgetOrThrow(slice);
    }
  }

  /** A run that the engine had begun is gone. */
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

  /** No engine can be had now. Answers how long to wait before the next attempt. */
  async #postpone(reason: string, longestWait = MAX_RETRY): Promise<number> {
    const slice = this.#requireSlice();
    console.warn(JSON.stringify({ sliceKey: slice.request.sliceKey, engine: reason }));
    const refusals = { count: (slice.refusals?.count ?? 0) + 1, since: slice.refusals?.since ?? Date.now() };
    this.#save({ ...slice, refusals });
    if (Date.now() - refusals.since > this.#scaled(MAX_WAIT_FOR_ENGINE)) {
      await this.#fail({
        fault: "service",
        code: "engine_unavailable",
        message: "The slicing service could not be reached. Please send the request again later.",
      });
    }
    // Not all at once: those who wait for the same engine were often sent away together.
    const wait = Math.min(longestWait, FIRST_RETRY * 2 ** (refusals.count - 1)) * (0.75 + Math.random() / 4);
    return this.#scaled(wait);
  }

  async #begin(request: SliceRequest): Promise<void> {
    this.#save({
      request,
      progress: 0,
      phase: { status: "queued" },
      engine: null,
      wasAccepted: false,
      lostRuns: 0,
      refusals: null,
    });
    await this.ctx.storage.setAlarm(Date.now());
  }

  async #fail(failure: SliceFailure): Promise<void> {
    await this.#end({ status: "failed", at: Date.now(), failure });
  }

  async #end(phase: Extract<Slice["phase"], { status: "done" | "failed" }>): Promise<void> {
    const slice = this.#requireSlice();
    this.#save({ ...slice, progress: phase.status === "done" ? 100 : slice.progress, phase });
    await this.ctx.storage.setAlarm(Date.now() + RETENTION);
    for (const tell of this.#whenEnded) tell();
    this.#whenEnded.clear();
    this.#forgetting = this.#forget(slice);
    this.ctx.waitUntil(this.#forgetting);
  }

  /** KV is only a fast copy: where this fails, the object still answers, and the next start() tries again. */
  async #copyToKv(): Promise<void> {
    const slice = this.#requireSlice();
    if (slice.phase.status !== "done") return;
    const { sliceKey } = slice.request;
    try {
      await this.env.SLICE_RESULTS.put(sliceResultKvKey(sliceKey), JSON.stringify(finishedSlice(slice.phase)), {
        expirationTtl: KV_RETENTION / SECOND,
      });
      this.#save({ ...slice, phase: { ...slice.phase, copiedToKv: true } });
    } catch (error) {
      console.warn(JSON.stringify({ sliceKey, kv: String(error) }));
    }
  }

  async #stateWithin(waitMilliseconds: number, slice: Slice): Promise<SliceState> {
    // Someone waits: a run that was cut off with its object goes on now, not when the watchdog finds it.
    const isCutOff = slice.phase.status === "slicing" && slice.refusals === null && !this.#alarmIsRunning;
    if (isCutOff) await this.ctx.storage.setAlarm(Date.now());
    if (waitMilliseconds > 0 && !hasEnded(this.#requireSlice())) await this.#endWithin(waitMilliseconds);
    return stateOf(this.#requireSlice());
  }

  async #endWithin(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#whenEnded.add(resolve);
    const timer = setTimeout(resolve, milliseconds);
    await promise;
    clearTimeout(timer);
    this.#whenEnded.delete(resolve);
  }

  #requireSlice(): Slice {
    if (this.#slice === undefined) throw new Error("this slice was never started");
    return this.#slice;
  }

  #save(slice: Slice): void {
    this.#slice = slice;
    this.ctx.storage.kv.put("slice", slice);
  }
}

/** Failures that may have been of the moment: the service's own, and a slicer that took too long or fell over. */
function mayBeTriedAgain(phase: Slice["phase"]): boolean {
  if (phase.status !== "failed") return false;
  if (phase.failure.fault === "service") return true;
  const { code } = phase.failure;
  return (code === "model_too_complex" || code === "slicer_failed") && Date.now() - phase.at > DOUBTED_AFTER;
}

function hasEnded({ phase }: Slice): boolean {
  return phase.status === "done" || phase.status === "failed";
}

function stateOf({ progress, phase }: Slice): SliceState {
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
