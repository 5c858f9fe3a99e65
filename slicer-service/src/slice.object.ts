// State machine of one slice, kept in its object's storage so that it survives evictions, restarts and lost engines.
//
//   queued ──► slicing ──► done
//     ▲ │          │  └──► failed (the model's fault: for good)
//     │ └──────────┴─────► failed (the service's fault: the next start() queues it again)
//     └── the engine lost it, or it gave way
//
// A queued slice waits without asking: the dispatcher tells it its turn. Then the alarm does the work. Before what can fail
// or be interrupted the next alarm is set: after an eviction, a restarted Worker or a killed engine, it continues where
// the slice was. Storage is written where the phase changes; progress is in memory until a reader has seen it.
//
// A run that takes long is of the slow lane. While another studio waits and runs nothing it may have to give way: it is ended
// and begun anew later, once at most (`DispatcherStore.decide`).

import { DurableObject } from "cloudflare:workers";
import {
  type FinishedSlice,
  type SliceFailure,
  type SliceRequest,
  type SliceResult,
  type SliceState,
  sliceResultKvKey,
  type UnfinishedSlice,
} from "./contract/slices.ts";
import {
  dispatcherOf,
  LONG_MILLISECONDS,
  RENEW_BELOW_MILLISECONDS,
  RIVAL_AFTER_MILLISECONDS,
} from "./dispatcher.object.ts";
import type { ReturnReason, RunDecision, WaitingSlice } from "./dispatcher.store.ts";
import { EngineClient } from "./engine-client.ts";
import { imageFor } from "./engine-image.ts";
import { enginePool } from "./engine-pool.ts";
import type { EngineSliceState } from "./engine-protocol.ts";
import type { SlicerEnv } from "./env.ts";
import { withFreshStub } from "./fresh-stub.ts";
import { readSlice, type StoredSlice, writeSlice } from "./slice.store.ts";
import { waitsDividedBy } from "./timing.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** The alarm fires again after this if what it does is interrupted. Each move costs a written row. */
const WATCHDOG_MILLISECONDS = 30 * SECOND;
const MIN_WATCHDOG_MILLISECONDS = 15 * SECOND;
/** A waiting slice asks for its turn again after this, should the dispatcher never have heard of it because of a crash. */
const FIRST_QUEUED_WATCHDOG_MILLISECONDS = 10 * SECOND;
/** Then the dispatcher has it in its storage, and the slice asks again only in case that is lost. */
const QUEUED_WATCHDOG_MILLISECONDS = 2 * MINUTE;
/** A run asks so often whether it may go on. */
const ASK_MILLISECONDS = RIVAL_AFTER_MILLISECONDS;
/** The platform ends an alarm after 15 minutes; it hands over to the next one well before. */
const MAX_ALARM_MILLISECONDS = 5 * MINUTE;
/** Backoff between attempts to reach an engine: the first delay, doubled each time up to the largest. */
const FIRST_RETRY_MILLISECONDS = 500;
const MAX_RETRY_MILLISECONDS = 10 * SECOND;
/** An engine that may have a slice and is silent for longer has lost it: the slice gives its place back. */
const ENGINE_LOST_AFTER_MILLISECONDS = 30 * SECOND;
/** The engine's own timeout is far shorter: a run that lasts longer than this hangs. */
const MAX_RUN_MILLISECONDS = 30 * MINUTE;
const MAX_LOST_RUNS = 5;
/** A visitor of an order page has no account and waits before a screen. A studio's slice has the engine's timeout alone. */
const VISITORS_BUDGET = {
  workSeconds: 60,
  runMilliseconds: 2 * MINUTE,
  sentence:
    "The model takes too long to calculate while you wait: it is very detailed or very large. Please send a simpler version, or ask the studio for a price.",
} as const;
/** A slice that no engine accepts for longer fails, so that its job ends. */
const MAX_WAIT_FOR_ENGINE_MILLISECONDS = 60 * MINUTE;
/** A slicer's timeout or crash may have been the machine's: after this the model may be tried again. */
const RETRY_MODEL_AFTER_MILLISECONDS = 60 * MINUTE;
/** How long a finished slice is kept here. Longer than in KV, so that a job made from KV's copy keeps its result. */
const RETENTION_MILLISECONDS = 45 * DAY;
const KV_RETENTION_MILLISECONDS = 30 * DAY;
/** Every version of an engine is above it, so a read answers at once. */
const BEFORE_ANY_VERSION = -1;

export class SliceObject extends DurableObject<SlicerEnv> {
  readonly #scaled = waitsDividedBy(this.env.WAIT_DIVISOR);
  readonly #endListeners = new Set<() => void>();
  #slice: StoredSlice | undefined;
  /** At least the stored one. */
  #progress: number;
  /** The engine that refused it last: another one may be the right one. */
  #refusedBy: number | null = null;
  /** Until when its place is leased to it, as far as this instance knows. */
  #leasedUntil = 0;
  /** When it asks again whether its run may go on. */
  #asksAt = 0;
  /** The engine's estimate of its run, in seconds of processor time. */
  #workSeconds = 0;
  #alarmIsRunning = false;
  /** The pending DELETE of the run that ended. */
  #pendingDelete: Promise<unknown> = Promise.resolve();
  /** The pending release of its place. */
  #pendingRelease: Promise<unknown> = Promise.resolve();

  constructor(state: DurableObjectState, env: SlicerEnv) {
    super(state, env);
    this.#slice = readSlice(state.storage);
    this.#progress = this.#slice?.progress ?? 0;
  }

  /**
   * Starts the slice, or joins it. @see SlicerService.start
   *
   * @param askedAt milliseconds since 1970: slices of one studio start in this order
   */
  async start(request: SliceRequest, waitMilliseconds: number, askedAt = Date.now()): Promise<SliceState> {
    const slice = this.#slice;
    if (slice === undefined || mayBeTriedAgain(slice.phase) || (isRefusedToVisitor(slice) && !isVisitors(request))) {
      await this.#startAnew(request, askedAt);
    } else if (slice.phase.status === "done" && !slice.phase.copiedToKv) {
      this.ctx.waitUntil(this.#copyToKv());
    } else if (!hasEnded(slice) && isVisitors(slice.request) && !isVisitors(request)) {
      this.#save({ ...slice, request: { ...slice.request, audience: "studio" } });
    }
    return this.#stateAfterWaiting(waitMilliseconds, this.#requireSlice());
  }

  /** @see SlicerService.read */
  async read(waitMilliseconds: number): Promise<SliceState | null> {
    return this.#slice === undefined ? null : this.#stateAfterWaiting(waitMilliseconds, this.#slice);
  }

  /** How it stands, for an operator; null where it has ended, or was never started. */
  report(): Omit<UnfinishedSlice, "sliceKey" | "studioId" | "queuedAt"> | null {
    if (this.#slice === undefined || hasEnded(this.#slice)) return null;
    const { phase, refusals, silentSince, lostRuns, isLong, gaveWay } = this.#slice;
    const slicingSince = phase.status === "slicing" ? phase.since : null;
    const status = slicingSince === null ? "queued" : "slicing";
    return { status, slicingSince, refusedSince: refusals?.since ?? null, silentSince, lostRuns, isLong, gaveWay };
  }

  /**
   * The dispatcher's word that the slice has a place.
   *
   * @param leasedUntil milliseconds since 1970
   * @returns whether it takes the place; not where it has ended, or runs elsewhere
   */
  async turn(engineIndex: number, leasedUntil: number): Promise<boolean> {
    const slice = this.#slice;
    if (slice === undefined || hasEnded(slice)) return false;
    if (slice.engineIndex !== null && slice.engineIndex !== engineIndex) return false;
    if (slice.engineIndex === null) this.#save({ ...slice, engineIndex, silentSince: null });
    this.#leasedUntil = leasedUntil;
    // The work is the alarm's: calls that cause calls would meet the platform's limit on their depth.
    await this.ctx.storage.setAlarm(Date.now());
    return true;
  }

  override async alarm(): Promise<void> {
    if (this.#slice === undefined) return;
    if (hasEnded(this.#slice)) return this.#forgetAfterRetention(this.#slice);
    this.#alarmIsRunning = true;
    try {
      // The platform retries an alarm that throws only a few times; this one must always fire again.
      const wait = await this.#advance().catch((error) => this.#keepTrying(String(error)));
      if (!hasEnded(this.#requireSlice())) await this.ctx.storage.setAlarm(Date.now() + wait);
    } finally {
      this.#alarmIsRunning = false;
    }
  }

  /**
   * Drives the slice until it ends, has to wait, or the next alarm must take over.
   *
   * @returns milliseconds until the next alarm
   */
  async #advance(): Promise<number> {
    const handOverAt = Date.now() + this.#scaled(MAX_ALARM_MILLISECONDS);
    let watchdogAt = 0;
    let isQueued = false;
    // A slice that an engine had is read first: its model is sent only where the engine does not know it.
    let version = this.#requireSlice().phase.status === "slicing" ? BEFORE_ANY_VERSION : undefined;
    while (Date.now() < handOverAt) {
      const slice = this.#requireSlice();
      if (hasEnded(slice)) return 0;
      const { engineIndex } = slice;
      const client = this.#clientOf(slice);
      if (engineIndex !== null && client === undefined) {
        // The pool has fewer engines than before this update.
        await this.#giveBack(engineIndex, "gone");
        isQueued = true;
        continue;
      }
      if (engineIndex === null || client === undefined) {
        if (isQueued) return this.#scaled(QUEUED_WATCHDOG_MILLISECONDS);
        await this.#enqueue();
        isQueued = true;
        version = undefined;
        continue;
      }
      isQueued = false;
      if (watchdogAt - Date.now() < this.#scaled(MIN_WATCHDOG_MILLISECONDS)) {
        watchdogAt = Date.now() + this.#scaled(WATCHDOG_MILLISECONDS);
        // Nothing waits until it is on disk: were it lost, the alarm that runs now would be repeated.
        await this.ctx.storage.setAlarm(watchdogAt, { allowUnconfirmed: true });
      }
      await this.#keepPlace(engineIndex);
      if (await this.#givesWay(engineIndex)) {
        isQueued = true;
        version = undefined;
        continue;
      }
      // Await the pending DELETE: arriving after this PUT it would kill the new run.
      if (version === undefined) await this.#pendingDelete;
      const answer = await (version === undefined
        ? client.submit(slice.request)
        : client.read(slice.request.sliceKey, version, this.#maxPollMilliseconds(slice)));
      if (hasEnded(this.#requireSlice())) return 0;
      const isHeard = answer.outcome !== "silent" && answer.outcome !== "engine_unreachable";
      if (isHeard && this.#requireSlice().silentSince !== null) await this.#hearAgain(engineIndex);

      switch (answer.outcome) {
        case "accepted":
          version = answer.state.version;
          await this.#accepted(answer.state);
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
        case "model_file_missing":
          await this.#fail({
            fault: "service",
            code: "model_file_missing",
            message: "The model file is no longer stored. Please send it again.",
          });
          break;
        case "rejected":
          // Submitting again helps where the body was cut short. MAX_LOST_RUNS ends the attempts where it does not.
          await this.#runLost();
          return hasEnded(this.#requireSlice()) ? 0 : this.#postpone(answer.reason);
        case "full":
          await this.#giveBack(engineIndex, "full");
          isQueued = true;
          version = undefined;
          break;
        case "refused": {
          const wait = await this.#postpone(answer.reason);
          if (hasEnded(this.#requireSlice())) return 0;
          // This slice alone waits: the engine works for others.
          this.#refusedBy = engineIndex;
          this.#save({ ...this.#requireSlice(), engineIndex: null });
          await this.#tellDispatcher((dispatcher) => dispatcher.postpone(waiting(slice), engineIndex));
          return wait;
        }
        case "engine_unreachable":
          // An engine that was silent before may have the slice all the same.
          if (slice.phase.status === "slicing" || slice.silentSince !== null) return this.#keepTrying(answer.reason);
          await this.#giveBack(engineIndex, "unreachable");
          isQueued = true;
          version = undefined;
          break;
        case "silent":
          return this.#keepTrying(answer.reason);
        default:
          answer satisfies never;
      }
    }
    return 0;
  }

  /** An alarm may fire more often than it was set: only the clock tells that the retention has expired. */
  async #forgetAfterRetention({ phase, request }: StoredSlice): Promise<void> {
    const keptUntil = "at" in phase ? phase.at + RETENTION_MILLISECONDS : 0;
    if (Date.now() < keptUntil) {
      await this.ctx.storage.setAlarm(keptUntil);
      // An alarm as early as this is set where the dispatcher did not hear of the end. Noted, so that a slice that is started
      // anew meanwhile asks for its turn after it.
      this.#pendingRelease = this.#tellDispatcher((dispatcher) => dispatcher.release(request.sliceKey, null)).catch(
        (error: unknown) => console.warn(JSON.stringify({ sliceKey: request.sliceKey, release: String(error) })),
      );
      await this.#pendingRelease;
      return;
    }
    await this.ctx.storage.deleteAll();
    this.#slice = undefined;
  }

  /** Asks the dispatcher for a turn. Fails the slice where no engine could be reached for too long. */
  async #enqueue(): Promise<void> {
    // Arriving after this, it would take the slice out again.
    await this.#pendingRelease;
    const slice = this.#requireSlice();
    const { noEngineSince } = await this.#tellDispatcher((dispatcher) =>
      dispatcher.enqueue(waiting(slice), this.#refusedBy),
    );
    if (noEngineSince === null || this.#requireSlice().engineIndex !== null) return;
    const since = Math.max(noEngineSince, slice.queuedAt);
    if (Date.now() - since > this.#scaled(MAX_WAIT_FOR_ENGINE_MILLISECONDS)) await this.#failUnreachable();
  }

  /** Has its lease renewed in time. A run goes on where the dispatcher cannot be reached. */
  async #keepPlace(engineIndex: number): Promise<void> {
    if (this.#leasedUntil - Date.now() >= this.#scaled(RENEW_BELOW_MILLISECONDS)) return;
    await this.#renew(engineIndex, true);
  }

  async #renew(engineIndex: number, isAnswering: boolean): Promise<void> {
    const slice = waiting(this.#requireSlice());
    try {
      this.#leasedUntil = await this.#tellDispatcher((dispatcher) => dispatcher.renew(slice, engineIndex, isAnswering));
    } catch (error) {
      console.warn(JSON.stringify({ sliceKey: slice.sliceKey, lease: String(error) }));
    }
  }

  /**
   * Asks the dispatcher now and then whether the run may go on, and ends it where it may not. A run goes on where the dispatcher
   * cannot be reached, and one that has given way before is never ended again.
   */
  async #givesWay(engineIndex: number): Promise<boolean> {
    const slice = this.#requireSlice();
    if (slice.phase.status !== "slicing" || slice.gaveWay || this.#untilAskMilliseconds(slice.phase) > 0) return false;
    this.#asksAt = Date.now() + this.#scaled(ASK_MILLISECONDS);
    const decision = await this.#askDecision(slice, Date.now() - slice.phase.since, engineIndex);
    const asked = this.#requireSlice();
    if (hasEnded(asked) || asked.engineIndex !== engineIndex) return false;
    if (decision === "quick_lane") return false;
    if (decision === "slow_lane") {
      if (!asked.isLong) this.#save({ ...asked, isLong: true });
      return false;
    }
    // Saved first: the end of the run must not be taken for a loss.
    const queued = { ...asked, engineIndex: null, wasAccepted: false, isLong: true, gaveWay: true } as const;
    this.#save({ ...queued, phase: { status: "queued" } });
    // Its place is free once the run has ended: an engine without a queue would refuse the next slice until then.
    await this.#forget(asked);
    // A dispatcher that was evicted meanwhile told it its place again.
    if (this.#requireSlice().engineIndex !== null) return false;
    await this.#tellDispatcher((dispatcher) => dispatcher.giveWay(waiting(queued)));
    return true;
  }

  /** A run that is known to take long asks at once, so that it is in the slow lane as early as may be. */
  #untilAskMilliseconds({ since }: { readonly since: number }): number {
    const first = this.#expectsLong() ? since : since + this.#scaled(ASK_MILLISECONDS);
    return Math.max(first, this.#asksAt) - Date.now();
  }

  #maxPollMilliseconds({ phase, gaveWay }: StoredSlice): number {
    if (phase.status !== "slicing" || gaveWay) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#untilAskMilliseconds(phase));
  }

  #expectsLong(): boolean {
    return this.#workSeconds * SECOND > LONG_MILLISECONDS;
  }

  async #askDecision(slice: StoredSlice, ranMilliseconds: number, engineIndex: number): Promise<RunDecision> {
    const takesLong = slice.isLong || this.#expectsLong() || ranMilliseconds >= this.#scaled(LONG_MILLISECONDS);
    try {
      const run = { slice: waiting(slice), engineIndex, ranMilliseconds, takesLong };
      return await this.#tellDispatcher((dispatcher) => dispatcher.decide(run));
    } catch (error) {
      console.warn(JSON.stringify({ sliceKey: slice.request.sliceKey, decide: String(error) }));
      return slice.isLong ? "slow_lane" : "quick_lane";
    }
  }

  /** The engine answers after it was silent. */
  async #hearAgain(engineIndex: number): Promise<void> {
    this.#save({ ...this.#requireSlice(), silentSince: null });
    await this.#renew(engineIndex, true);
  }

  async #giveBack(engineIndex: number, reason: ReturnReason): Promise<void> {
    const slice = this.#requireSlice();
    this.#save({ ...slice, engineIndex: null, silentSince: null, phase: { status: "queued" } });
    await this.#tellDispatcher((dispatcher) => dispatcher.giveBack(waiting(slice), engineIndex, reason));
  }

  /**
   * Notes that the engine of its place is silent. It is tried again and again, because it may have the slice; after too
   * long the place goes back.
   *
   * @returns milliseconds until the next attempt
   */
  async #keepTrying(reason: string): Promise<number> {
    const slice = this.#requireSlice();
    const wait = await this.#postpone(reason);
    if (hasEnded(this.#requireSlice()) || slice.engineIndex === null) return wait;
    const silentSince = slice.silentSince ?? Date.now();
    if (Date.now() - silentSince <= this.#scaled(ENGINE_LOST_AFTER_MILLISECONDS)) {
      this.#save({ ...this.#requireSlice(), silentSince });
      await this.#renew(slice.engineIndex, false);
      return wait;
    }
    await this.#giveBack(slice.engineIndex, "unreachable");
    return this.#requireSlice().engineIndex === null ? this.#scaled(QUEUED_WATCHDOG_MILLISECONDS) : 0;
  }

  #tellDispatcher<Answer>(call: (dispatcher: ReturnType<typeof dispatcherOf>) => Promise<Answer>): Promise<Answer> {
    return withFreshStub(() => dispatcherOf(this.env), call);
  }

  /** Throws where the engine cannot be reached, so that the caller backs off instead of retrying at once for ever. */
  async #forgetOrThrow(slice: StoredSlice): Promise<void> {
    if (!(await this.#forget(slice))) throw new Error("the engine could not be reached to forget a run");
  }

  async #forget(slice: StoredSlice): Promise<boolean> {
    const client = this.#clientOf(slice);
    return client === undefined || client.forget(slice.request.sliceKey);
  }

  /** The engine of its place, of the image that it asks for; undefined where it has no place, or the pool became smaller. */
  #clientOf({ request, engineIndex }: StoredSlice): EngineClient | undefined {
    if (engineIndex === null) return undefined;
    const engine = enginePool(this.env, imageFor(request, this.env))[engineIndex];
    return engine && new EngineClient(engine, this.#scaled);
  }

  async #accepted(state: EngineSliceState): Promise<void> {
    const slice = this.#requireSlice();
    // An engine that accepted it before has lost it: killed, or another container by now.
    if (slice.wasAccepted) await this.#runLost();
    else this.#save({ ...slice, wasAccepted: true, refusals: null, phase: phaseAt(state, slice.phase) });
    if (!hasEnded(this.#requireSlice())) await this.#follow(state);
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
        const phase = phaseAt(state, slice.phase);
        if (phase !== slice.phase) this.#save({ ...slice, phase });
        const ranMilliseconds = phase.status === "slicing" ? Date.now() - phase.since : 0;
        if (ranMilliseconds > this.#scaled(MAX_RUN_MILLISECONDS)) {
          await this.#forgetOrThrow(slice);
          return;
        }
        this.#workSeconds = state.workSeconds ?? 0;
        const { workSeconds, runMilliseconds, sentence } = VISITORS_BUDGET;
        const isOver = this.#workSeconds > workSeconds || ranMilliseconds > this.#scaled(runMilliseconds);
        if (isVisitors(slice.request) && isOver) {
          return this.#fail({ fault: "model", code: "model_too_complex", message: sentence });
        }
        // A second run begins at 0 again, but progress that was shown must not fall.
        this.#progress = Math.min(99, Math.max(this.#progress, Math.floor(state.progress)));
        return;
      }
      case "done":
        await this.#end({ status: "done", at: Date.now(), result: state.result, copiedToKv: false });
        await this.#copyToKv();
        return;
      case "failed":
        if (state.failure.fault !== "service") return this.#fail(state.failure);
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
  async #postpone(reason: string): Promise<number> {
    const slice = this.#requireSlice();
    console.warn(JSON.stringify({ sliceKey: slice.request.sliceKey, noEngine: reason }));
    const refusals = { count: (slice.refusals?.count ?? 0) + 1, since: slice.refusals?.since ?? Date.now() };
    this.#save({ ...slice, refusals });
    if (Date.now() - refusals.since > this.#scaled(MAX_WAIT_FOR_ENGINE_MILLISECONDS)) await this.#failUnreachable();
    // Jitter: slices that wait for the same engine were often refused at the same moment.
    const backoff = Math.min(MAX_RETRY_MILLISECONDS, FIRST_RETRY_MILLISECONDS * 2 ** (refusals.count - 1));
    return this.#scaled(backoff * (0.75 + Math.random() / 4));
  }

  async #startAnew(request: SliceRequest, askedAt: number): Promise<void> {
    this.#progress = 0;
    this.#workSeconds = 0;
    this.#asksAt = 0;
    this.#save({
      request,
      queuedAt: askedAt,
      progress: 0,
      phase: { status: "queued" },
      engineIndex: null,
      wasAccepted: false,
      lostRuns: 0,
      refusals: null,
      silentSince: null,
      isLong: false,
      gaveWay: false,
    });
    await this.ctx.storage.setAlarm(Date.now() + this.#scaled(FIRST_QUEUED_WATCHDOG_MILLISECONDS));
    try {
      await this.#enqueue();
    } catch (error) {
      console.warn(JSON.stringify({ sliceKey: request.sliceKey, enqueue: String(error) }));
      await this.ctx.storage.setAlarm(Date.now() + this.#scaled(FIRST_RETRY_MILLISECONDS));
    }
  }

  async #fail(failure: SliceFailure): Promise<void> {
    await this.#end({ status: "failed", at: Date.now(), failure });
  }

  #failUnreachable(): Promise<void> {
    return this.#fail({
      fault: "service",
      code: "engine_unavailable",
      message: "The slicing service could not be reached. Please send the request again later.",
    });
  }

  async #end(phase: Extract<StoredSlice["phase"], { status: "done" | "failed" }>): Promise<void> {
    const slice = this.#requireSlice();
    this.#progress = phase.status === "done" ? 100 : this.#progress;
    this.#save({ ...slice, progress: this.#progress, phase });
    await this.ctx.storage.setAlarm(Date.now() + RETENTION_MILLISECONDS);
    for (const notify of this.#endListeners) notify();
    this.#endListeners.clear();
    const isAnswered = phase.status === "done" || phase.failure.fault !== "service";
    const answeredBy = isAnswered ? slice.engineIndex : null;
    this.#pendingRelease = this.#tellDispatcher((dispatcher) =>
      dispatcher.release(slice.request.sliceKey, answeredBy),
    ).catch((error: unknown) => {
      // The lease would run out by itself, after two minutes in which its place is idle.
      console.warn(JSON.stringify({ sliceKey: slice.request.sliceKey, release: String(error) }));
      return this.ctx.storage.setAlarm(Date.now() + this.#scaled(WATCHDOG_MILLISECONDS));
    });
    this.#pendingDelete = this.#forget(slice);
    this.ctx.waitUntil(Promise.all([this.#pendingDelete, this.#pendingRelease]));
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
    const isInterrupted =
      !hasEnded(slice) && slice.engineIndex !== null && slice.refusals === null && !this.#alarmIsRunning;
    if (isInterrupted) await this.ctx.storage.setAlarm(Date.now());
    if (waitMilliseconds > 0 && !hasEnded(this.#requireSlice())) await this.#waitForEnd(waitMilliseconds);
    return this.#show();
  }

  /** Its state for a reader. What was shown is stored, so that progress does not fall with this instance. */
  #show(): SliceState {
    const slice = this.#requireSlice();
    if (this.#progress > slice.progress) this.#save({ ...slice, progress: this.#progress });
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

/** The phase that an engine's state brings; the same object where it changes nothing. */
function phaseAt({ status }: EngineSliceState, phase: StoredSlice["phase"]): StoredSlice["phase"] {
  return status === "slicing" && phase.status !== "slicing" ? { status: "slicing", since: Date.now() } : phase;
}

/** The slice as the dispatcher knows it. An API of before names no studio. */
function waiting({
  request: { sliceKey, studioId },
  queuedAt,
  isLong,
}: Pick<StoredSlice, "request" | "queuedAt" | "isLong">): WaitingSlice {
  return { sliceKey, studioId: studioId ?? 0, queuedAt, isLong };
}

function isVisitors({ audience }: SliceRequest): boolean {
  return audience === "visitor";
}

/** Whether it was more than is calculated for a visitor. The studio itself may have it calculated all the same. */
function isRefusedToVisitor({ request, phase }: StoredSlice): boolean {
  return isVisitors(request) && phase.status === "failed" && phase.failure.code === "model_too_complex";
}

function hasEnded({ phase }: StoredSlice): boolean {
  return phase.status === "done" || phase.status === "failed";
}

function stateOf({ progress, phase }: StoredSlice): SliceState {
  switch (phase.status) {
    case "queued":
      // The Worker's entry point asks the dispatcher, once for all slices of a request.
      return { status: "queued", progress, ahead: null };
    case "slicing":
      return { status: "slicing", progress };
    case "done":
      return finishedSlice(phase);
    case "failed":
      return { status: "failed", progress, finishedAt: new Date(phase.at).toISOString(), failure: phase.failure };
  }
}

function finishedSlice({ at, result }: { readonly at: number; readonly result: SliceResult }): FinishedSlice {
  return { status: "done", progress: 100, finishedAt: new Date(at).toISOString(), result };
}
