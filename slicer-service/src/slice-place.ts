// Place of a slice at an engine: queued for at the dispatcher, leased, renewed, given back.
//
// A failed call is retried a few times only: leases run out by themselves.

import type { SliceRequest } from "./contract/slices.ts";
import {
  dispatcherOf,
  LONG_MILLISECONDS,
  RENEW_BELOW_MILLISECONDS,
  RIVAL_AFTER_MILLISECONDS,
} from "./dispatcher.object.ts";
import type { ReturnReason, RunDecision, WaitingSlice } from "./dispatcher.store.ts";
import type { SlicerEnv } from "./env.ts";
import { withFreshStub } from "./fresh-stub.ts";
import { isSliceEnded, type SliceRecord, type StoredSlice } from "./slice.store.ts";
import type { ScaleWait } from "./timing.ts";

const SECOND = 1000;
/** A run asks so often whether it may go on. */
const ASK_MILLISECONDS = RIVAL_AFTER_MILLISECONDS;

type Dispatcher = ReturnType<typeof dispatcherOf>;

export class SlicePlace {
  readonly #record: SliceRecord;
  readonly #env: SlicerEnv;
  readonly #scaled: ScaleWait;
  /** The engine that refused the slice last: another one may be the right one. */
  #refusedBy: number | null = null;
  /** The end of the place's lease, as far as this instance knows. */
  #leasedUntil = 0;
  /** The moment at which the run asks again whether it may go on. */
  #asksAt = 0;
  /** The engine's estimate of the run, in seconds of processor time. */
  #workSeconds = 0;
  #hasAsked = false;
  /** The pending release of the place. */
  #pendingRelease: Promise<unknown> = Promise.resolve();

  constructor(record: SliceRecord, env: SlicerEnv, scaled: ScaleWait) {
    this.#record = record;
    this.#env = env;
    this.#scaled = scaled;
  }

  /** Whether this instance has asked for a turn. One that began after a crash has not, and the dispatcher may not know the slice. */
  get hasAsked(): boolean {
    return this.#hasAsked;
  }

  /** Forgets the estimate of an earlier run. The slice is about to ask for its turn. */
  beginAnew(): void {
    this.#hasAsked = true;
    this.#workSeconds = 0;
    this.#asksAt = 0;
  }

  /** @param workSeconds the engine's estimate of the run, in seconds of processor time */
  estimate(workSeconds: number): void {
    this.#workSeconds = workSeconds;
  }

  /** Takes the place that the dispatcher granted. @param leasedUntil milliseconds since 1970 */
  take(engineIndex: number, leasedUntil: number): void {
    const slice = this.#record.require();
    if (slice.engineIndex === null) this.#record.save({ ...slice, engineIndex, silentSince: null });
    this.#leasedUntil = leasedUntil;
  }

  /**
   * Asks the dispatcher for a turn.
   *
   * @returns the start of the time without any reachable engine, in milliseconds since 1970; null if one is reachable
   */
  async enqueue(): Promise<number | null> {
    this.#hasAsked = true;
    // Arriving after this, it would take the slice out again.
    await this.#pendingRelease;
    const slice = this.#record.require();
    const { noEngineSince } = await this.#tell((dispatcher) => dispatcher.enqueue(waiting(slice), this.#refusedBy));
    if (noEngineSince === null || this.#record.require().engineIndex !== null) return null;
    return Math.max(noEngineSince, slice.queuedAt);
  }

  /** Has its lease renewed in time. A run goes on if the dispatcher cannot be reached. */
  async keep(engineIndex: number): Promise<void> {
    if (this.#leasedUntil - Date.now() >= this.#scaled(RENEW_BELOW_MILLISECONDS)) return;
    await this.renew(engineIndex, true);
  }

  async renew(engineIndex: number, isAnswering: boolean): Promise<void> {
    const slice = waiting(this.#record.require());
    try {
      this.#leasedUntil = await this.#tell((dispatcher) => dispatcher.renew(slice, engineIndex, isAnswering));
    } catch (error) {
      console.warn(JSON.stringify({ sliceKey: slice.sliceKey, lease: String(error) }));
    }
  }

  /** The engine answers after it was silent. */
  async hearAgain(engineIndex: number): Promise<void> {
    this.#record.save({ ...this.#record.require(), silentSince: null });
    await this.renew(engineIndex, true);
  }

  /**
   * Asks the dispatcher now and then whether the run may go on, and ends it if not. A run goes on if the dispatcher cannot be
   * reached, and a run that has given way before is never ended again.
   *
   * @param endRun has the engine forget the run
   */
  async givesWay(engineIndex: number, endRun: (slice: StoredSlice) => Promise<unknown>): Promise<boolean> {
    const slice = this.#record.require();
    if (slice.phase.status !== "slicing" || slice.gaveWay || this.#untilAskMilliseconds(slice.phase) > 0) return false;
    this.#asksAt = Date.now() + this.#scaled(ASK_MILLISECONDS);
    const decision = await this.#askDecision(slice, Date.now() - slice.phase.since, engineIndex);
    const asked = this.#record.require();
    if (isSliceEnded(asked) || asked.engineIndex !== engineIndex) return false;
    if (decision === "quick_lane") return false;
    if (decision === "slow_lane") {
      if (!asked.isLong) this.#record.save({ ...asked, isLong: true });
      return false;
    }
    // Saved first: the end of the run must not be taken for a loss.
    const queued = { ...asked, engineIndex: null, wasAccepted: false, isLong: true, gaveWay: true } as const;
    this.#record.save({ ...queued, phase: { status: "queued" } });
    this.#hasAsked = true;
    // Its place is free once the run has ended: an engine without a queue would refuse the next slice until then.
    await endRun(asked);
    // A dispatcher that was evicted meanwhile told it its place again.
    if (this.#record.require().engineIndex !== null) return false;
    await this.#tell((dispatcher) => dispatcher.giveWay(waiting(queued)));
    return true;
  }

  /** The longest time for which the engine may hold an answer: the run asks in time whether it may go on. */
  maxPollMilliseconds({ phase, gaveWay }: StoredSlice): number {
    if (phase.status !== "slicing" || gaveWay) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#untilAskMilliseconds(phase));
  }

  async giveBack(engineIndex: number, reason: ReturnReason): Promise<void> {
    const slice = this.#record.require();
    this.#record.save({ ...slice, engineIndex: null, silentSince: null, phase: { status: "queued" } });
    this.#hasAsked = true;
    await this.#tell((dispatcher) => dispatcher.giveBack(waiting(slice), engineIndex, reason));
  }

  /** Leaves an engine that refuses this slice alone, and works for others. */
  async leave(slice: StoredSlice, engineIndex: number): Promise<void> {
    this.#refusedBy = engineIndex;
    this.#record.save({ ...this.#record.require(), engineIndex: null });
    await this.#tell((dispatcher) => dispatcher.postpone(waiting(slice), engineIndex));
  }

  /**
   * Tells the dispatcher that the slice has ended. A slice that is started anew meanwhile
   * asks for its turn after it.
   *
   * @param answeredBy the engine that answered for the slice; null if none did
   * @param onFailure runs if the dispatcher did not receive the call
   */
  release({ sliceKey }: SliceRequest, answeredBy: number | null, onFailure?: () => Promise<void>): Promise<unknown> {
    this.#pendingRelease = this.#tell((dispatcher) => dispatcher.release(sliceKey, answeredBy)).catch(
      (error: unknown) => {
        console.warn(JSON.stringify({ sliceKey, release: String(error) }));
        return onFailure?.();
      },
    );
    return this.#pendingRelease;
  }

  /** A run that is known to take long asks at once, so that it is in the slow lane as early as may be. */
  #untilAskMilliseconds({ since }: { readonly since: number }): number {
    const first = this.#expectsLong() ? since : since + this.#scaled(ASK_MILLISECONDS);
    return Math.max(first, this.#asksAt) - Date.now();
  }

  #expectsLong(): boolean {
    return this.#workSeconds * SECOND > LONG_MILLISECONDS;
  }

  async #askDecision(slice: StoredSlice, ranMilliseconds: number, engineIndex: number): Promise<RunDecision> {
    const takesLong = slice.isLong || this.#expectsLong() || ranMilliseconds >= this.#scaled(LONG_MILLISECONDS);
    try {
      const run = { slice: waiting(slice), engineIndex, ranMilliseconds, takesLong };
      return await this.#tell((dispatcher) => dispatcher.decide(run));
    } catch (error) {
      console.warn(JSON.stringify({ sliceKey: slice.request.sliceKey, decide: String(error) }));
      return slice.isLong ? "slow_lane" : "quick_lane";
    }
  }

  #tell<Answer>(call: (dispatcher: Dispatcher) => Promise<Answer>): Promise<Answer> {
    return withFreshStub(() => dispatcherOf(this.#env), call);
  }
}

/** The slice as the dispatcher knows it. Requests of an earlier API name no studio. */
function waiting({
  request: { sliceKey, studioId },
  queuedAt,
  isLong,
}: Pick<StoredSlice, "request" | "queuedAt" | "isLong">): WaitingSlice {
  return { sliceKey, studioId: studioId ?? 0, queuedAt, isLong };
}
