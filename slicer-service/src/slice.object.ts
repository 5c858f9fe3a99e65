// State machine of one slice, kept in its object's storage so that it survives evictions, restarts and lost engines.
//
//   queued ──► slicing ──► done
//     ▲ │          │  └──► failed (the model's fault: for good)
//     │ └──────────┴─────► failed (the service's fault: the next start() queues it again)
//     └── the engine lost it, or it gave way
//
// A queued slice waits without asking: the dispatcher tells it its turn. Then the alarm does the work. The next alarm is
// set before every step that can fail: after an eviction, a restarted Worker or a killed engine the slice continues from its
// phase. Storage is written when the phase changes; progress is in memory until a reader has seen it.
//
// A run that takes long is of the slow lane. While another studio waits and runs nothing it may have to give way: it is ended
// and begun anew later, once at most (`DispatcherStore.decide`).

import { DurableObject } from "cloudflare:workers";
import {
  type SliceFailure,
  type SliceRequest,
  type SliceState,
  sliceResultKvKey,
  type UnfinishedSlice,
} from "./contract/slices.ts";
import { type EngineAnswer, EngineClient } from "./engine-client.ts";
import { imageFor } from "./engine-image.ts";
import { enginePool } from "./engine-pool.ts";
import type { EngineSliceState } from "./engine-protocol.ts";
import type { SlicerEnv } from "./env.ts";
import { isSliceEnded, SliceRecord, type StoredSlice } from "./slice.store.ts";
import {
  AT_ONCE,
  BEFORE_ANY_VERSION,
  type DriveFacts,
  type DriveOutcome,
  type DriveState,
  type DriveStates,
  type PlacedSlice,
  QUEUED,
  type StepTable,
} from "./slice-drive.ts";
import { finishedSlice, isRefusedToVisitor, isVisitors, mayBeTriedAgain, phaseAt, shownState } from "./slice-phase.ts";
import { SlicePlace } from "./slice-place.ts";
import { storeMesh, storeThumbnail } from "./stored-model.ts";
import { waitsDividedBy } from "./timing.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** The alarm fires again after this if its work is interrupted. Each move costs a written row. */
const WATCHDOG_MILLISECONDS = 30 * SECOND;
const MIN_WATCHDOG_MILLISECONDS = 15 * SECOND;
/** A waiting slice asks for its turn again after this, should the dispatcher never have heard of it because of a crash. */
const FIRST_QUEUED_WATCHDOG_MILLISECONDS = 10 * SECOND;
/** Then the dispatcher has it in its storage, and the slice asks again only in case that is lost. */
const QUEUED_WATCHDOG_MILLISECONDS = 2 * MINUTE;
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
/** A slice is done after it, stored mesh or not: enough for MAX_MESH_BYTES, and shorter than the lease of its place. */
const MAX_WAIT_FOR_MESH_MILLISECONDS = 10 * SECOND;
/** A finished slice is kept here for so long. Longer than in KV, so that a job made from KV's copy keeps its result. */
const RETENTION_MILLISECONDS = 45 * DAY;
const KV_RETENTION_MILLISECONDS = 30 * DAY;
export class SliceObject extends DurableObject<SlicerEnv> {
  readonly #scaled = waitsDividedBy(this.env.WAIT_DIVISOR);
  readonly #endListeners = new Set<() => void>();
  readonly #record = new SliceRecord(this.ctx.storage);
  readonly #place = new SlicePlace(this.#record, this.env, this.#scaled);
  /** At least the stored one. */
  #progress = this.#record.current?.progress ?? 0;
  #alarmIsRunning = false;
  /** The moment at which the next alarm takes over from the one that runs, should it be interrupted. */
  #watchdogAt = 0;
  /** The pending DELETE of the run that ended. */
  #pendingDelete: Promise<unknown> = Promise.resolve();

  /**
   * Starts the slice, or joins it. @see SlicerService.start
   *
   * @param askedAt milliseconds since 1970: slices of one studio start in this order
   */
  async start(request: SliceRequest, waitMilliseconds: number, askedAt = Date.now()): Promise<SliceState> {
    const slice = this.#record.current;
    if (slice === undefined || mayBeTriedAgain(slice.phase) || (isRefusedToVisitor(slice) && !isVisitors(request))) {
      await this.#startAnew(request, askedAt);
    } else if (slice.phase.status === "done" && !slice.phase.copiedToKv) {
      this.ctx.waitUntil(this.#copyToKv());
    } else if (!isSliceEnded(slice) && isVisitors(slice.request) && !isVisitors(request)) {
      this.#record.save({ ...slice, request: { ...slice.request, audience: "studio" } });
    }
    return this.#stateAfterWaiting(waitMilliseconds, this.#record.require());
  }

  /** @see SlicerService.read */
  async read(waitMilliseconds: number): Promise<SliceState | null> {
    return this.#record.current === undefined ? null : this.#stateAfterWaiting(waitMilliseconds, this.#record.current);
  }

  /** Its state for an operator; null if it has ended, or was never started. */
  report(): Omit<UnfinishedSlice, "sliceKey" | "studioId" | "queuedAt"> | null {
    if (this.#record.current === undefined || isSliceEnded(this.#record.current)) return null;
    const { phase, refusals, silentSince, lostRuns, isLong, gaveWay } = this.#record.current;
    const slicingSince = phase.status === "slicing" ? phase.since : null;
    const status = slicingSince === null ? "queued" : "slicing";
    return { status, slicingSince, refusedSince: refusals?.since ?? null, silentSince, lostRuns, isLong, gaveWay };
  }

  /**
   * The dispatcher's word that the slice has a place.
   *
   * @param leasedUntil milliseconds since 1970
   * @returns whether it takes the place; false if it has ended, or runs elsewhere
   */
  async turn(engineIndex: number, leasedUntil: number): Promise<boolean> {
    const slice = this.#record.current;
    if (slice === undefined || isSliceEnded(slice)) return false;
    if (slice.engineIndex !== null && slice.engineIndex !== engineIndex) return false;
    this.#place.take(engineIndex, leasedUntil);
    // The work is the alarm's: calls that cause calls would meet the platform's limit on their depth.
    await this.ctx.storage.setAlarm(Date.now());
    return true;
  }

  override async alarm(): Promise<void> {
    if (this.#record.current === undefined) return;
    if (isSliceEnded(this.#record.current)) return this.#forgetAfterRetention(this.#record.current);
    this.#alarmIsRunning = true;
    try {
      // The platform retries an alarm that throws only a few times; this one must always fire again.
      const wait = await this.#advance().catch((error) => this.#keepTrying(String(error)));
      if (!isSliceEnded(this.#record.require())) await this.ctx.storage.setAlarm(Date.now() + wait);
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
    this.#watchdogAt = 0;
    // A slice that an engine had is read first: its model is sent only if the engine does not know it.
    const isSlicing = this.#record.require().phase.status === "slicing";
    let known: DriveFacts = { isQueued: false, version: isSlicing ? BEFORE_ANY_VERSION : undefined };
    while (Date.now() < handOverAt) {
      const next = await this.#step(this.#stateOfDrive(known), known);
      if ("sleepMilliseconds" in next) return next.sleepMilliseconds;
      known = next;
    }
    return 0;
  }

  #stateOfDrive({ isQueued, version }: DriveFacts): DriveState {
    const slice = this.#record.require();
    if (isSliceEnded(slice)) return { name: "ended" };
    const { engineIndex } = slice;
    if (engineIndex === null) return { name: isQueued ? "queued" : "unqueued" };
    const client = this.#clientOf(slice);
    if (client === undefined) return { name: "stranded", engineIndex };
    const placed = { slice, engineIndex, client };
    return version === undefined ? { name: "unsubmitted", ...placed } : { name: "submitted", ...placed, version };
  }

  /** The step of each state. A new state does not compile without one. */
  readonly #steps: StepTable = {
    ended: async () => AT_ONCE,
    unqueued: async () => {
      await this.#enqueue();
      return QUEUED;
    },
    queued: async () => ({ sleepMilliseconds: this.#scaled(QUEUED_WATCHDOG_MILLISECONDS) }),
    stranded: async ({ engineIndex }, { version }) => {
      await this.#place.giveBack(engineIndex, "gone");
      return { isQueued: true, version };
    },
    unsubmitted: (state) =>
      this.#askEngine(state, undefined, async ({ client, slice }) => {
        // Arriving after this PUT, the pending DELETE would kill the new run.
        await this.#pendingDelete;
        return client.submit(slice.request);
      }),
    submitted: (state) =>
      this.#askEngine(state, state.version, ({ client, slice }) =>
        client.read(slice.request.sliceKey, state.version, this.#place.maxPollMilliseconds(slice)),
      ),
  };

  #step<Name extends keyof DriveStates>(state: DriveState<Name>, known: DriveFacts): Promise<DriveOutcome> {
    return this.#steps[state.name](state, known);
  }

  /** Keeps the slice's place, unless it gives way, and asks the engine. */
  async #askEngine(
    placed: PlacedSlice,
    version: number | undefined,
    ask: (placed: PlacedSlice) => Promise<EngineAnswer>,
  ): Promise<DriveOutcome> {
    const { engineIndex } = placed;
    if (this.#watchdogAt - Date.now() < this.#scaled(MIN_WATCHDOG_MILLISECONDS)) {
      this.#watchdogAt = Date.now() + this.#scaled(WATCHDOG_MILLISECONDS);
      // Nothing waits until it is on disk: were it lost, the alarm that runs now would be repeated.
      await this.ctx.storage.setAlarm(this.#watchdogAt, { allowUnconfirmed: true });
    }
    await this.#place.keep(engineIndex);
    if (await this.#place.givesWay(engineIndex, (slice) => this.#forget(slice))) return QUEUED;
    const answer = await ask(placed);
    if (isSliceEnded(this.#record.require())) return AT_ONCE;
    const isHeard = answer.outcome !== "silent" && answer.outcome !== "engine_unreachable";
    if (isHeard && this.#record.require().silentSince !== null) await this.#place.hearAgain(engineIndex);
    return this.#answered(answer, placed, version);
  }

  async #answered(
    answer: EngineAnswer,
    { slice, engineIndex }: PlacedSlice,
    version: number | undefined,
  ): Promise<DriveOutcome> {
    switch (answer.outcome) {
      case "accepted":
        await this.#accepted(answer.state);
        return { isQueued: false, version: answer.state.version };
      case "known":
        await this.#follow(answer.state);
        return { isQueued: false, version: answer.state.version };
      case "unknown_slice":
        return { isQueued: false, version: undefined };
      case "too_large":
        await this.#fail({ fault: "model", code: "model_too_complex", message: "The file is too large to be sliced." });
        return { isQueued: false, version };
      case "model_file_missing":
        await this.#fail({
          fault: "service",
          code: "model_file_missing",
          message: "The model file is no longer stored. Please send it again.",
        });
        return { isQueued: false, version };
      case "rejected":
        // Submitting again helps if the body was cut short. MAX_LOST_RUNS ends the attempts otherwise.
        await this.#runLost();
        if (isSliceEnded(this.#record.require())) return AT_ONCE;
        return { sleepMilliseconds: await this.#postpone(answer.reason) };
      case "full":
        await this.#place.giveBack(engineIndex, "full");
        return QUEUED;
      case "refused": {
        const sleepMilliseconds = await this.#postpone(answer.reason);
        if (isSliceEnded(this.#record.require())) return AT_ONCE;
        // Set before the dispatcher forgets it: after a crash in between, only this alarm is left to it.
        await this.ctx.storage.setAlarm(Date.now() + sleepMilliseconds, { allowUnconfirmed: true });
        await this.#place.leave(slice, engineIndex);
        return { sleepMilliseconds };
      }
      case "engine_unreachable":
        // An engine that was silent before may have the slice all the same.
        if (slice.phase.status === "slicing" || slice.silentSince !== null) {
          return { sleepMilliseconds: await this.#keepTrying(answer.reason) };
        }
        await this.#place.giveBack(engineIndex, "unreachable");
        return QUEUED;
      case "silent":
        return { sleepMilliseconds: await this.#keepTrying(answer.reason) };
      default:
        return answer satisfies never;
    }
  }

  /** An alarm may fire more often than it was set: only the clock tells that the retention has expired. */
  async #forgetAfterRetention({ phase, request }: StoredSlice): Promise<void> {
    const keptUntil = "at" in phase ? phase.at + RETENTION_MILLISECONDS : 0;
    if (Date.now() < keptUntil) {
      await this.ctx.storage.setAlarm(keptUntil);
      // An alarm this early means that the dispatcher did not hear of the end.
      await this.#place.release(request, null);
      return;
    }
    await this.#record.forget();
  }

  /** Asks for a turn. Fails the slice if no engine could be reached for too long. */
  async #enqueue(): Promise<void> {
    const noEngineSince = await this.#place.enqueue();
    if (noEngineSince === null) return;
    if (Date.now() - noEngineSince > this.#scaled(MAX_WAIT_FOR_ENGINE_MILLISECONDS)) await this.#failUnreachable();
  }

  /**
   * Notes that the engine of its place is silent. It is tried again and again, because it may have the slice; after too
   * long the place goes back.
   *
   * @returns milliseconds until the next attempt
   */
  async #keepTrying(reason: string): Promise<number> {
    const slice = this.#record.require();
    const wait = await this.#postpone(reason);
    if (isSliceEnded(this.#record.require()) || slice.engineIndex === null) return wait;
    const silentSince = slice.silentSince ?? Date.now();
    if (Date.now() - silentSince <= this.#scaled(ENGINE_LOST_AFTER_MILLISECONDS)) {
      this.#record.save({ ...this.#record.require(), silentSince });
      await this.#place.renew(slice.engineIndex, false);
      return wait;
    }
    await this.#place.giveBack(slice.engineIndex, "unreachable");
    return this.#record.require().engineIndex === null ? this.#scaled(QUEUED_WATCHDOG_MILLISECONDS) : 0;
  }

  /** Throws if the engine cannot be reached, so that the caller backs off instead of retrying at once for ever. */
  async #forgetOrThrow(slice: StoredSlice): Promise<void> {
    if (!(await this.#forget(slice))) throw new Error("the engine could not be reached to forget a run");
  }

  async #forget(slice: StoredSlice): Promise<boolean> {
    const client = this.#clientOf(slice);
    return client === undefined || client.forget(slice.request.sliceKey);
  }

  /** The engine of its place, of the image that it asks for; undefined if it has no place, or the pool became smaller. */
  #clientOf({ request, engineIndex }: StoredSlice): EngineClient | undefined {
    if (engineIndex === null) return undefined;
    const engine = enginePool(this.env, imageFor(request, this.env))[engineIndex];
    return engine && new EngineClient(engine, this.#scaled);
  }

  async #accepted(state: EngineSliceState): Promise<void> {
    const slice = this.#record.require();
    // An engine that accepted it before has lost it: killed, or another container by now.
    if (slice.wasAccepted) await this.#runLost();
    else this.#record.save({ ...slice, wasAccepted: true, refusals: null, phase: phaseAt(state, slice.phase) });
    if (!isSliceEnded(this.#record.require())) await this.#follow(state);
  }

  async #follow(state: EngineSliceState): Promise<void> {
    // An engine with a broken run that it does not forget answers, but still counts as refusing.
    const isBroken = state.status === "failed" && state.failure.fault === "service";
    if (!isBroken && this.#record.require().refusals !== null)
      this.#record.save({ ...this.#record.require(), refusals: null });
    const slice = this.#record.require();
    switch (state.status) {
      case "queued":
        return;
      case "slicing": {
        const phase = phaseAt(state, slice.phase);
        if (phase !== slice.phase) this.#record.save({ ...slice, phase });
        const ranMilliseconds = phase.status === "slicing" ? Date.now() - phase.since : 0;
        if (ranMilliseconds > this.#scaled(MAX_RUN_MILLISECONDS)) {
          await this.#forgetOrThrow(slice);
          return;
        }
        const expectedSeconds = state.workSeconds ?? 0;
        this.#place.estimate(expectedSeconds);
        const { workSeconds, runMilliseconds, sentence } = VISITORS_BUDGET;
        const isOver = expectedSeconds > workSeconds || ranMilliseconds > this.#scaled(runMilliseconds);
        if (isVisitors(slice.request) && isOver) {
          return this.#fail({ fault: "model", code: "model_too_complex", message: sentence });
        }
        // A second run begins at 0 again, but progress that was shown must not fall.
        this.#progress = Math.min(99, Math.max(this.#progress, Math.floor(state.progress)));
        return;
      }
      case "done":
        // The engine has it until the end's DELETE.
        await this.#storeMesh(state.meshBytes);
        await this.#end({ status: "done", at: Date.now(), result: state.result, copiedToKv: false });
        await Promise.all([this.#copyToKv(), this.#storeThumbnail(state.thumbnail)]);
        return;
      case "failed":
        if (state.failure.fault !== "service") return this.#fail(state.failure);
        // The engine's own fault: it forgets this run, and the next one counts against MAX_LOST_RUNS.
        return this.#forgetOrThrow(slice);
    }
  }

  /** Counts a run that an engine accepted and lost, and queues the slice again. */
  async #runLost(): Promise<void> {
    const slice = this.#record.require();
    const lostRuns = slice.lostRuns + 1;
    this.#record.save({ ...slice, lostRuns, phase: { status: "queued" } });
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
    const slice = this.#record.require();
    console.warn(JSON.stringify({ sliceKey: slice.request.sliceKey, noEngine: reason }));
    const refusals = { count: (slice.refusals?.count ?? 0) + 1, since: slice.refusals?.since ?? Date.now() };
    this.#record.save({ ...slice, refusals });
    if (Date.now() - refusals.since > this.#scaled(MAX_WAIT_FOR_ENGINE_MILLISECONDS)) await this.#failUnreachable();
    // Jitter: slices that wait for the same engine were often refused at the same moment.
    const backoff = Math.min(MAX_RETRY_MILLISECONDS, FIRST_RETRY_MILLISECONDS * 2 ** (refusals.count - 1));
    return this.#scaled(backoff * (0.75 + Math.random() / 4));
  }

  async #startAnew(request: SliceRequest, askedAt: number): Promise<void> {
    this.#progress = 0;
    this.#place.beginAnew();
    this.#record.save({
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
    const slice = this.#record.require();
    this.#progress = phase.status === "done" ? 100 : this.#progress;
    this.#record.save({ ...slice, progress: this.#progress, phase });
    await this.ctx.storage.setAlarm(Date.now() + RETENTION_MILLISECONDS);
    for (const notify of this.#endListeners) notify();
    this.#endListeners.clear();
    const isAnswered = phase.status === "done" || phase.failure.fault !== "service";
    const answeredBy = isAnswered ? slice.engineIndex : null;
    // Unheard, the lease would run out by itself, after two minutes in which its place is idle.
    const pendingRelease = this.#place.release(slice.request, answeredBy, () =>
      this.ctx.storage.setAlarm(Date.now() + this.#scaled(WATCHDOG_MILLISECONDS)),
    );
    this.#pendingDelete = this.#forget(slice);
    this.ctx.waitUntil(Promise.all([this.#pendingDelete, pendingRelease]));
  }

  async #storeThumbnail(drawn: string | undefined): Promise<void> {
    if (drawn === undefined) return;
    await storeThumbnail(this.env.MODELS, this.#record.require().request.model.objectKey, drawn);
  }

  async #storeMesh(sizeBytes: number | undefined): Promise<void> {
    const slice = this.#record.require();
    const client = this.#clientOf(slice);
    if (sizeBytes === undefined || client === undefined) return;
    const { sliceKey, model } = slice.request;
    const deadline = AbortSignal.timeout(this.#scaled(MAX_WAIT_FOR_MESH_MILLISECONDS));
    await storeMesh(
      this.env.MODELS,
      model.objectKey,
      sizeBytes,
      (signal) => client.readMesh(sliceKey, signal),
      deadline,
    );
  }

  /** KV is only a cache: if this fails, the object still answers, and the next start() tries again. */
  async #copyToKv(): Promise<void> {
    const slice = this.#record.require();
    if (slice.phase.status !== "done") return;
    const { sliceKey } = slice.request;
    try {
      await this.env.SLICE_RESULTS.put(sliceResultKvKey(sliceKey), JSON.stringify(finishedSlice(slice.phase)), {
        expirationTtl: KV_RETENTION_MILLISECONDS / SECOND,
      });
      this.#record.save({ ...slice, phase: { ...slice.phase, copiedToKv: true } });
    } catch (error) {
      console.warn(JSON.stringify({ sliceKey, kv: String(error) }));
    }
  }

  async #stateAfterWaiting(waitMilliseconds: number, slice: StoredSlice): Promise<SliceState> {
    // A caller waits: a slice that was interrupted with its object goes on now, not only when the watchdog fires.
    const isDriven = this.#alarmIsRunning || (slice.engineIndex === null && this.#place.hasAsked);
    if (!isSliceEnded(slice) && slice.refusals === null && !isDriven) await this.ctx.storage.setAlarm(Date.now());
    if (waitMilliseconds > 0 && !isSliceEnded(this.#record.require())) await this.#waitForEnd(waitMilliseconds);
    return this.#show();
  }

  /** Its state for a reader. The shown progress is stored, so that it does not fall with this instance. */
  #show(): SliceState {
    const slice = this.#record.require();
    if (this.#progress > slice.progress) this.#record.save({ ...slice, progress: this.#progress });
    return shownState(this.#record.require());
  }

  async #waitForEnd(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endListeners.add(resolve);
    const timer = setTimeout(resolve, milliseconds);
    await promise;
    clearTimeout(timer);
    this.#endListeners.delete(resolve);
  }
}
