// Dispatcher of slices: leases the engines' places to waiting slices, studio by studio, and tells each its turn.
//
// A slice costs it three calls and four written rows: `enqueue`, telling the slice its turn, and `release`. A run that takes
// longer asks every 5 s whether it may go on, which writes nothing, and has its lease renewed every 45 s, which writes a row;
// one more call for each time that a client asks how many are before it. Waiting slices and leases are in its storage. The
// alarm, a row every 10 s while there is anything to slice, mends whatever an eviction, a crash or a lost call left behind.

import { DurableObject } from "cloudflare:workers";
import { placedObject } from "./contract/placed-object.ts";
import { EXPECTED_SLICE_SECONDS, type LongSlices } from "./contract/slices.ts";
import {
  type Place,
  type ReturnReason,
  type Run,
  type RunDecision,
  TurnStore,
  type WaitingSlice,
} from "./dispatcher.store.ts";
import { EngineClient, HEALTH_TIMEOUT_MILLISECONDS } from "./engine-client.ts";
import { deployedImage } from "./engine-image.ts";
import { enginePool } from "./engine-pool.ts";
import type { Env } from "./env.ts";
import { withFreshStub } from "./fresh-stub.ts";
import { waitsDividedBy } from "./timing.ts";

const SECOND = 1000;

/** A slice that was not told its turn by then is told again. */
const MAX_TELLING_MILLISECONDS = 10 * SECOND;
/** Longer than any one step of a slice, so that one whose object lives is renewed in time. */
const LEASE_MILLISECONDS = 120 * SECOND;
/** A lease with less left is renewed: beyond the longest step, the submission of a large model. */
export const RENEW_BELOW_MILLISECONDS = 75 * SECOND;
/** The pause of an engine that was refused: the first, doubled each time up to the largest. */
const FIRST_PAUSE_MILLISECONDS = 500;
const MAX_PAUSE_MILLISECONDS = 10 * SECOND;
/** A full engine is alive, and has room as soon as a slice ends. */
const MAX_PAUSE_WHEN_FULL_MILLISECONDS = 3 * SECOND;
/** The alarm comes at least so often while there is anything to slice, and so soon after a crash the interrupted slices go on. */
const HEARTBEAT_MILLISECONDS = 10 * SECOND;
/** A slice that waits for less ends no run of another studio. Half of the calls of a run, which asks as often. */
export const RIVAL_AFTER_MILLISECONDS = 5 * SECOND;
/** A slice that takes longer is long, and has half of the places with others of its kind. */
export const LONG_MILLISECONDS = 60 * SECOND;

/** A container that refuses slices of its own image, since its engine is another. Moments are milliseconds since 1970. */
export interface OtherEngine {
  /** The image that its object is named by. */
  readonly image: string;
  /** How its engine names itself, or its words of the refusal. */
  readonly answeredAs: string;
  readonly since: number;
  /** When it refused last. */
  readonly latestAt: number;
}
const OTHER_ENGINE_PREFIX = "otherEngine ";
/** A container that refused nothing for so long is no fault: other containers have taken what waited, and it may sleep for days. */
const OTHER_ENGINE_KEPT_MILLISECONDS = EXPECTED_SLICE_SECONDS * SECOND;

/** The one dispatcher. A new stub each time: one whose call failed stays broken. */
export function dispatcherOf(env: Pick<Env, "DISPATCHER" | "PLACE">) {
  return placedObject(env.DISPATCHER, "dispatcher", env.PLACE);
}

export class Dispatcher extends DurableObject<Env> {
  readonly #scaled = waitsDividedBy(this.env.WAIT_DIVISOR);
  readonly #engines: readonly EngineClient[];
  readonly #turns: TurnStore;
  /** When the alarm is set for, as far as this instance knows. A later moment needs no new alarm. */
  #alarmAt = Number.POSITIVE_INFINITY;
  /** Slices that this instance has heard of in their places. After a crash none has been, and all are told again. */
  readonly #heard = new Set<string>();

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#engines = enginePool(env).map((engine) => new EngineClient(engine, this.#scaled));
    const places = this.#engines.map((engine) => engine.places);
    this.#turns = new TurnStore(state.storage.sql, places, {
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
   * Has a slice wait for its turn; may be called any number of times. A slice that holds a place and asks all the same is
   * told of it again.
   *
   * @param avoidedEngine gets it only where no other has room; null where all are alike
   * @returns since when no engine can be reached, in milliseconds since 1970; null while one can
   */
  async enqueue(slice: WaitingSlice, avoidedEngine: number | null): Promise<{ readonly noEngineSince: number | null }> {
    const held = this.#turns.enqueue(slice, avoidedEngine);
    if (held !== undefined) this.ctx.waitUntil(this.#tell(held));
    this.#goOn();
    return { noEngineSince: this.#turns.noEngineSince() };
  }

  /**
   * Leases a slice's place to it for longer.
   *
   * @param isAnswering whether the engine answers it
   * @returns until when, in milliseconds since 1970
   */
  async renew(slice: WaitingSlice, engineIndex: number, isAnswering: boolean): Promise<number> {
    this.#heard.add(slice.sliceKey);
    const leasedUntil = this.#turns.renew(slice, engineIndex, Date.now());
    if (isAnswering) this.#turns.engineAnswered(engineIndex);
    else this.#turns.engineRefused(engineIndex, "unreachable", Date.now());
    this.#goOn();
    return leasedUntil;
  }

  /** Decides whether a run goes on. @see TurnStore.decide */
  async decide(run: Run): Promise<RunDecision> {
    this.#heard.add(run.slice.sliceKey);
    return this.#turns.decide(run, Date.now());
  }

  /** Takes back the place of a slice whose run was ended for the sake of another studio. */
  async giveWay(slice: WaitingSlice): Promise<void> {
    this.#heard.delete(slice.sliceKey);
    this.#turns.giveWay(slice);
    this.#goOn();
  }

  /**
   * Takes a slice out that has ended, or does not want to be sliced now.
   *
   * @param answeredBy the engine that answered it; null where none did
   */
  async release(sliceKey: string, answeredBy: number | null): Promise<void> {
    this.#heard.delete(sliceKey);
    this.#turns.release(sliceKey);
    if (answeredBy !== null) this.#turns.engineAnswered(answeredBy);
    this.#goOn();
  }

  /** Takes out a slice that an engine answered and refuses now. It asks for its turn again by itself. */
  async postpone(slice: WaitingSlice, answeredBy: number): Promise<void> {
    this.#turns.postpone(slice);
    this.#turns.engineAnswered(answeredBy);
    this.#goOn();
  }

  /** Takes back the place of a slice that the engine did not take. The slice is next for another. */
  async giveBack(slice: WaitingSlice, engineIndex: number, reason: ReturnReason): Promise<void> {
    this.#turns.giveBack(slice, engineIndex);
    if (reason !== "gone") this.#turns.engineRefused(engineIndex, reason, Date.now());
    this.#goOn();
  }

  /** How many slices start before each of these; null for one that is not known here. */
  async ahead(sliceKeys: readonly string[]): Promise<(number | null)[]> {
    return this.#turns.ahead(sliceKeys);
  }

  /**
   * When the slice that waits longest was asked for, since when no engine can be reached, how long slices fare, and a container
   * of another image than its own; each but the third null where there is none.
   */
  async health(): Promise<{
    readonly oldestQueuedAt: number | null;
    readonly noEngineSince: number | null;
    readonly longSlices: LongSlices;
    readonly otherEngine: OtherEngine | null;
  }> {
    const [otherEngine = null] = this.#otherEngines().values();
    return {
      oldestQueuedAt: this.#turns.oldestQueuedAt(),
      noEngineSince: this.#turns.noEngineSince(),
      longSlices: this.#turns.longSlices(),
      otherEngine,
    };
  }

  /**
   * Notes what the engine of a container answered a slice of the container's own image.
   *
   * @param answeredAs how it names itself, or its words; null where it took the slice
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

  /** The slices that wait or hold a place, at most `limit`, the oldest first, and how many there are in all. */
  async unfinished(limit: number): Promise<ReturnType<TurnStore["unfinished"]>> {
    return this.#turns.unfinished(limit);
  }

  override async alarm(): Promise<void> {
    this.#alarmAt = Number.POSITIVE_INFINITY;
    // A slice that ended unheard gives its place back, and one that was interrupted goes on.
    for (const place of this.#turns.told()) if (!this.#heard.has(place.sliceKey)) this.ctx.waitUntil(this.#tell(place));
    this.#goOn();
  }

  /** Does what is to be done now, and sets the alarm for what is to be done later. */
  #goOn(): void {
    const now = Date.now();
    this.#turns.expire(now);
    for (const place of this.#turns.grant(now)) this.ctx.waitUntil(this.#tell(place));
    const timeout = this.#scaled(HEALTH_TIMEOUT_MILLISECONDS + SECOND);
    for (const engineIndex of this.#turns.enginesToAsk(now, timeout)) this.ctx.waitUntil(this.#ask(engineIndex));
    if (!this.#turns.hasSlices()) return;
    const next = Math.min(
      this.#turns.nextMoment(now) ?? Number.POSITIVE_INFINITY,
      now + this.#scaled(HEARTBEAT_MILLISECONDS),
    );
    if (next < this.#alarmAt) {
      this.#alarmAt = next;
      this.ctx.waitUntil(this.ctx.storage.setAlarm(next));
    }
  }

  /** Where this fails, the lease runs out soon and the slice is next again. */
  async #tell(place: Place): Promise<void> {
    try {
      const isTaken = await withFreshStub(
        () => placedObject(this.env.SLICE_OBJECT, place.sliceKey, this.env.PLACE),
        (slice) => slice.turn(place.engineIndex, place.leasedUntil),
      );
      if (isTaken) {
        this.#heard.add(place.sliceKey);
        this.#turns.confirm(place);
      } else {
        this.#turns.decline(place);
        this.#goOn();
      }
    } catch (error) {
      console.warn(JSON.stringify({ sliceKey: place.sliceKey, turn: String(error) }));
    }
  }

  async #ask(engineIndex: number): Promise<void> {
    const capacity = await this.#engines[engineIndex]?.askCapacity();
    if (capacity === undefined) this.#turns.engineRefused(engineIndex, "unreachable", Date.now());
    else this.#turns.engineSaid(engineIndex, capacity);
    this.#goOn();
  }
}
