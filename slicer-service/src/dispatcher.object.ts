// Dispatcher of slices: leases the engines' places to waiting slices, studio by studio, and tells each its turn.
//
// A slice costs it three calls and four written rows: `enqueue`, telling the slice its turn, and `release`. A longer run asks every
// 5 s whether it may go on, which writes nothing, and has its lease renewed every 45 s, which writes a row; each client that asks
// for its slice's place in the line costs one more call. Waiting slices and leases are in its storage. The alarm, a row every 10 s
// while there is anything to slice, repairs the effects of an eviction, a crash or a lost call.

import { DurableObject } from "cloudflare:workers";
import { placedObject } from "./contract/placed-object.ts";
import { EXPECTED_SLICE_SECONDS, type LongSlices } from "./contract/slices.ts";
import {
  DispatcherStore,
  type EngineLease,
  type ReturnReason,
  type Run,
  type RunDecision,
  type WaitingSlice,
} from "./dispatcher.store.ts";
import { EngineClient, HEALTH_TIMEOUT_MILLISECONDS } from "./engine-client.ts";
import { deployedImage } from "./engine-image.ts";
import { enginePool } from "./engine-pool.ts";
import type { SlicerEnv } from "./env.ts";
import { withFreshStub } from "./fresh-stub.ts";
import { settledWithin, waitsDividedBy } from "./timing.ts";

const SECOND = 1000;

/** A slice that has not heard of its turn by then is told again. */
const MAX_TELLING_MILLISECONDS = 10 * SECOND;
/** Longer than any one step of a slice, so that a living slice is renewed in time. */
const LEASE_MILLISECONDS = 120 * SECOND;
/** A lease with less left is renewed: beyond the longest step, the submission of a large model. */
export const RENEW_BELOW_MILLISECONDS = 75 * SECOND;
/** The pause of an engine after a refusal: the first, doubled each time up to the largest. */
const FIRST_PAUSE_MILLISECONDS = 500;
const MAX_PAUSE_MILLISECONDS = 10 * SECOND;
/** A full engine is alive, and has room as soon as a slice ends. */
const MAX_PAUSE_WHEN_FULL_MILLISECONDS = 3 * SECOND;
/** The interval of the alarm while there is anything to slice: interrupted slices go on this soon after a crash. */
const HEARTBEAT_MILLISECONDS = 10 * SECOND;
/** A slice that has waited less ends no run of another studio. Half of the interval between a run's questions. */
export const RIVAL_AFTER_MILLISECONDS = 5 * SECOND;
/** A slice that takes longer is long: long slices share half of the places. */
export const LONG_MILLISECONDS = 60 * SECOND;

/** A container that refuses slices of its own image, since its engine is another. Moments are milliseconds since 1970. */
export interface OtherEngine {
  /** The image that its object is named by. */
  readonly image: string;
  /** Its engine's own name, or its message of refusal. */
  readonly answeredAs: string;
  readonly since: number;
  /** Time of the latest refusal. */
  readonly latestAt: number;
}
const OTHER_ENGINE_PREFIX = "otherEngine ";
/** A container without refusals for this long is no fault: others have taken the waiting slices, and it may sleep for days. */
const OTHER_ENGINE_KEPT_MILLISECONDS = EXPECTED_SLICE_SECONDS * SECOND;

/** The one dispatcher. A new stub each time: a stub stays broken after a failed call. */
export function dispatcherOf(env: Pick<SlicerEnv, "DISPATCHER" | "PLACE">) {
  return placedObject(env.DISPATCHER, "dispatcher", env.PLACE);
}

export class Dispatcher extends DurableObject<SlicerEnv> {
  readonly #scaled = waitsDividedBy(this.env.WAIT_DIVISOR);
  readonly #engines: readonly EngineClient[];
  readonly #store: DispatcherStore;
  /** The known time of the alarm. A later moment needs no new alarm. */
  #alarmAt = Number.POSITIVE_INFINITY;
  /** Slices that confirmed their places to this instance. After a crash there are none, and all are told again. */
  readonly #confirmed = new Set<string>();

  constructor(state: DurableObjectState, env: SlicerEnv) {
    super(state, env);
    this.#engines = enginePool(env).map((engine) => new EngineClient(engine, this.#scaled));
    const places = this.#engines.map((engine) => engine.places);
    this.#store = new DispatcherStore(state.storage.sql, places, {
      untilToldMilliseconds: this.#scaled(MAX_TELLING_MILLISECONDS),
      leaseMilliseconds: this.#scaled(LEASE_MILLISECONDS),
      rivalAfterMilliseconds: this.#scaled(RIVAL_AFTER_MILLISECONDS),
      longMilliseconds: this.#scaled(LONG_MILLISECONDS),
      pauseAfter: (reason, refusals) => {
        const longest = reason === "full" ? MAX_PAUSE_WHEN_FULL_MILLISECONDS : MAX_PAUSE_MILLISECONDS;
        return this.#scaled(Math.min(longest, FIRST_PAUSE_MILLISECONDS * 2 ** (refusals - 1)));
      },
    });
  }

  /**
   * Lets a slice wait for its turn; may be called any number of times. A slice that already holds a place is told of it again.
   *
   * @param avoidedEngine is used only if no other has room; null if all are alike
   * @returns the start of the time without any reachable engine, in milliseconds since 1970; null if one is reachable
   */
  async enqueue(slice: WaitingSlice, avoidedEngine: number | null): Promise<{ readonly noEngineSince: number | null }> {
    const held = this.#store.enqueue(slice, avoidedEngine);
    if (held !== undefined) this.ctx.waitUntil(this.#tell(held));
    this.#takeDueSteps();
    return { noEngineSince: this.#store.noEngineSince() };
  }

  /**
   * Extends the lease of a slice's place.
   *
   * @param isAnswering whether the engine answers it
   * @returns the new end, in milliseconds since 1970
   */
  async renew(slice: WaitingSlice, engineIndex: number, isAnswering: boolean): Promise<number> {
    this.#confirmed.add(slice.sliceKey);
    const leasedUntil = this.#store.renew(slice, engineIndex, Date.now());
    if (isAnswering) this.#store.recordAnswer(engineIndex);
    else this.#store.pauseEngine(engineIndex, "unreachable", Date.now());
    this.#takeDueSteps();
    return leasedUntil;
  }

  /** Decides whether a run goes on. @see DispatcherStore.decide */
  async decide(run: Run): Promise<RunDecision> {
    this.#confirmed.add(run.slice.sliceKey);
    return this.#store.decide(run, Date.now());
  }

  /** Takes back the place of a slice after its run was ended for another studio. */
  async giveWay(slice: WaitingSlice): Promise<void> {
    this.#confirmed.delete(slice.sliceKey);
    this.#store.giveWay(slice);
    this.#takeDueSteps();
  }

  /**
   * Removes a slice that has ended, or is not to be sliced now.
   *
   * @param answeredBy the engine that answered it; null if none did
   */
  async release(sliceKey: string, answeredBy: number | null): Promise<void> {
    this.#confirmed.delete(sliceKey);
    this.#store.release(sliceKey);
    if (answeredBy !== null) this.#store.recordAnswer(answeredBy);
    this.#takeDueSteps();
  }

  /** Removes a slice that an engine answered but refuses now. It asks for its turn again by itself. */
  async postpone(slice: WaitingSlice, answeredBy: number): Promise<void> {
    this.#store.postpone(slice);
    this.#store.recordAnswer(answeredBy);
    this.#takeDueSteps();
  }

  /** Takes back the place of a slice that the engine did not take. The slice is next for another. */
  async giveBack(slice: WaitingSlice, engineIndex: number, reason: ReturnReason): Promise<void> {
    this.#store.giveBack(slice, engineIndex);
    if (reason !== "gone") this.#store.pauseEngine(engineIndex, reason, Date.now());
    this.#takeDueSteps();
  }

  /** The number of slices that start before each of these; null for an unknown one. */
  async ahead(sliceKeys: readonly string[]): Promise<(number | null)[]> {
    return this.#store.ahead(sliceKeys);
  }

  /**
   * The request time of the longest waiting slice, the start of the time without a reachable engine, the numbers of long slices, and
   * a container of another image than its own; each but the third null if there is none.
   */
  async health(): Promise<{
    readonly oldestQueuedAt: number | null;
    readonly noEngineSince: number | null;
    readonly longSlices: LongSlices;
    readonly otherEngine: OtherEngine | null;
  }> {
    const [otherEngine = null] = this.#otherEngines().values();
    return {
      oldestQueuedAt: this.#store.oldestQueuedAt(),
      noEngineSince: this.#store.noEngineSince(),
      longSlices: this.#store.longSlices(),
      otherEngine,
    };
  }

  /**
   * Records a container's answer to a slice of the container's own image.
   *
   * @param answeredAs its engine's own name, or its message; null if it took the slice
   */
  async containerAnswered(containerId: string, image: string, answeredAs: string | null): Promise<void> {
    const { kv } = this.ctx.storage;
    const others = this.#otherEngines();
    for (const [key] of [...kv.list({ prefix: OTHER_ENGINE_PREFIX })]) if (!others.has(key)) kv.delete(key);
    const key = OTHER_ENGINE_PREFIX + containerId;
    const now = Date.now();
    if (answeredAs === null) kv.delete(key);
    else kv.put<OtherEngine>(key, { image, answeredAs, since: others.get(key)?.since ?? now, latestAt: now });
  }

  /** Recent notes on containers of the deployed image. */
  #otherEngines(): ReadonlyMap<string, OtherEngine> {
    const keptAfter = Date.now() - this.#scaled(OTHER_ENGINE_KEPT_MILLISECONDS);
    const noted = [...this.ctx.storage.kv.list<OtherEngine>({ prefix: OTHER_ENGINE_PREFIX })];
    return new Map(
      noted.filter(([, { image, latestAt }]) => image === deployedImage(this.env) && latestAt > keptAfter),
    );
  }

  /** The slices that wait or hold a place, at most `limit`, the oldest first, and their total number. */
  async unfinished(limit: number): Promise<ReturnType<DispatcherStore["unfinished"]>> {
    return this.#store.unfinished(limit);
  }

  override async alarm(): Promise<void> {
    this.#alarmAt = Number.POSITIVE_INFINITY;
    // A slice that ended unheard gives its place back, and an interrupted one goes on.
    for (const place of this.#store.toldLeases())
      if (!this.#confirmed.has(place.sliceKey)) this.ctx.waitUntil(this.#tell(place));
    this.#takeDueSteps();
  }

  /** Takes the steps that are due, and sets the alarm for later ones. */
  #takeDueSteps(): void {
    const now = Date.now();
    this.#store.expire(now);
    for (const place of this.#store.grant(now)) this.ctx.waitUntil(this.#tell(place));
    const timeout = this.#scaled(HEALTH_TIMEOUT_MILLISECONDS + SECOND);
    for (const engineIndex of this.#store.enginesToAsk(now, timeout)) this.ctx.waitUntil(this.#ask(engineIndex));
    if (!this.#store.hasSlices()) return;
    const next = Math.min(
      this.#store.nextMoment(now) ?? Number.POSITIVE_INFINITY,
      now + this.#scaled(HEARTBEAT_MILLISECONDS),
    );
    if (next < this.#alarmAt) {
      this.#alarmAt = next;
      this.ctx.waitUntil(this.ctx.storage.setAlarm(next));
    }
  }

  /** If this fails, the lease runs out soon and the slice is next again. */
  async #tell(place: EngineLease): Promise<void> {
    try {
      const telling = withFreshStub(
        () => placedObject(this.env.SLICE_OBJECT, place.sliceKey, this.env.PLACE),
        (slice) => slice.turn(place.engineIndex, place.leasedUntil),
      );
      // An object that hangs would be given the place again for ever: a silent one counts as one that failed.
      const isTaken = await settledWithin(telling, this.#scaled(MAX_TELLING_MILLISECONDS), "the slice did not answer");
      if (isTaken) {
        this.#confirmed.add(place.sliceKey);
        this.#store.confirm(place);
      } else {
        this.#store.decline(place);
        this.#takeDueSteps();
      }
    } catch (error) {
      this.#store.recordUnheard(place);
      console.warn(JSON.stringify({ sliceKey: place.sliceKey, turn: String(error) }));
    }
  }

  async #ask(engineIndex: number): Promise<void> {
    const capacity = await this.#engines[engineIndex]?.askCapacity();
    if (capacity === undefined) this.#store.pauseEngine(engineIndex, "unreachable", Date.now());
    else this.#store.recordCapacity(engineIndex, capacity);
    this.#takeDueSteps();
  }
}
