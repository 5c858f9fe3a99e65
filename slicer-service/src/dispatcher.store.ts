// The dispatcher's tables in SQLite: waiting slices, turns of studios, and leases of engines' places.
//
// Every decision is one synchronous step over these tables: no request comes between its parts, and no eviction loses one.

import type { LongSlices } from "./contract/slices.ts";
import { addMissingColumns, type EngineCapacity, EngineStates } from "./engine-states.store.ts";

/** A slice that wants a place. */
export interface WaitingSlice {
  readonly sliceKey: string;
  readonly studioId: number;
  /** Time of its first request, in milliseconds since 1970: its place in its studio's line, which a repetition keeps. */
  readonly queuedAt: number;
  /** Whether it is in the slow lane. */
  readonly isLong: boolean;
}

/** A run that asks whether it may go on. */
export interface Run {
  readonly slice: WaitingSlice;
  readonly engineIndex: number;
  readonly ranMilliseconds: number;
  /** Whether it takes long, by estimate or in fact. */
  readonly takesLong: boolean;
}

/** Whether a run goes on, and in which lane; or ends and begins anew in the slow one. */
export type RunDecision = "quick_lane" | "slow_lane" | "gives_way";

/** A place at an engine, leased to a slice until `leasedUntil` (milliseconds since 1970). */
export interface EngineLease {
  readonly sliceKey: string;
  readonly engineIndex: number;
  readonly leasedUntil: number;
}

/**
 * - `full`: the engine has no room although its lease was valid; the slice keeps its studio's turn.
 * - `unreachable`: no answer came back from the engine; the slice keeps its studio's turn.
 * - `gone`: the pool no longer has this engine.
 */
export type ReturnReason = "full" | "unreachable" | "gone";

/** A slice whose object failed to hear this often is dropped: it asks again by itself when it lives. */
const MAX_TELLINGS = 3;
/** Columns that older tables lack. */
const ADDED_COLUMNS = {
  is_long: "INTEGER NOT NULL DEFAULT 0",
  granted_at: "INTEGER NOT NULL DEFAULT 0",
  is_leaving: "INTEGER NOT NULL DEFAULT 0",
};

export interface Pauses {
  /** No run ends for a slice that has waited less: most places are free again by then. */
  readonly rivalAfterMilliseconds: number;
  /** A run in a slow lane that fills every place gives way after this. */
  readonly longMilliseconds: number;
  /** The length of a lease until its slice confirms it. */
  readonly untilToldMilliseconds: number;
  readonly leaseMilliseconds: number;
  /** The pause of an engine after this many refusals in a row. */
  readonly pauseAfter: (reason: "full" | "unreachable", refusals: number) => number;
}

export class DispatcherStore {
  readonly #sql: SqlStorage;
  readonly #engines: EngineStates;
  readonly #pauses: Pauses;
  /** Kept until a change: thousands of slices may wait, and each asks for its place again and again. */
  #order: { readonly lines: readonly Line[]; readonly slices: ReadonlyMap<string, PlaceInLine> } | undefined;
  /** A turn is named by its moment, and is later than the one before: the greatest of all studios is not looked for. */
  #latestTurn = 0;

  constructor(sql: SqlStorage, capacities: readonly (number | null)[], pauses: Pauses) {
    this.#sql = sql;
    this.#engines = new EngineStates(sql, capacities, pauses.pauseAfter);
    this.#pauses = pauses;
    // One table of slices, without an index: an index would double the rows written for each slice, and the table holds
    // only waiting and running slices.
    sql.exec(`
      CREATE TABLE IF NOT EXISTS slices (
        slice_key TEXT PRIMARY KEY,
        studio_id INTEGER NOT NULL,
        queued_at INTEGER NOT NULL,
        engine_index INTEGER,
        leased_until INTEGER,
        is_told INTEGER NOT NULL DEFAULT 0,
        tellings INTEGER NOT NULL DEFAULT 0,
        avoided_engine INTEGER
      ) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS studios (studio_id INTEGER PRIMARY KEY, last_turn INTEGER NOT NULL);
      -- Slices that their engine refuses and that will ask again: out of the line, and still to be seen.
      CREATE TABLE IF NOT EXISTS postponed (
        slice_key TEXT PRIMARY KEY,
        studio_id INTEGER NOT NULL,
        queued_at INTEGER NOT NULL
      ) WITHOUT ROWID;
    `);
    addMissingColumns(sql, "slices", ADDED_COLUMNS);
  }

  /** Lets the slice wait, unless it waits or holds a place. Returns a place that it holds and was told of. */
  enqueue(slice: WaitingSlice, avoidedEngine: number | null = null): EngineLease | undefined {
    this.#sql.exec("DELETE FROM postponed WHERE slice_key = ?", slice.sliceKey);
    this.#change(
      `INSERT INTO slices (slice_key, studio_id, queued_at, is_long, avoided_engine) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING`,
      slice.sliceKey,
      slice.studioId,
      slice.queuedAt,
      Number(slice.isLong),
      avoidedEngine,
    );
    const [held] = this.#sql
      .exec<PlaceRow>(
        "SELECT slice_key, engine_index, leased_until FROM slices WHERE slice_key = ? AND is_told = 1",
        slice.sliceKey,
      )
      .toArray();
    return held === undefined ? undefined : placeOf(held);
  }

  /**
   * Leases every free place to the slice whose turn it is. The studio that holds the fewest places is next; among equals the
   * one with the least recent turn. All studios' long slices together get half of the places at most.
   */
  grant(now: number): EngineLease[] {
    const granted: EngineLease[] = [];
    for (;;) {
      const free = this.#freeEngines(now);
      const slice = free.length === 0 ? undefined : this.#next();
      if (slice === undefined) return granted;
      // Tries the engine after the avoided one, so that a slice refused by each comes to all of them.
      const avoided = slice.avoided_engine ?? -1;
      const engineIndex = free.find((index) => index > avoided) ?? free[0];
      if (engineIndex === undefined) return granted;
      this.#change(
        `UPDATE slices SET engine_index = ?, leased_until = ?, granted_at = ?, is_told = 0, is_leaving = 0, avoided_engine = NULL
        WHERE slice_key = ?`,
        engineIndex,
        now + this.#pauses.untilToldMilliseconds,
        now,
        slice.slice_key,
      );
      this.#latestTurn = Math.max(this.#latestTurn + 1, now);
      this.#change(
        "INSERT INTO studios VALUES (?, ?) ON CONFLICT DO UPDATE SET last_turn = excluded.last_turn",
        slice.studio_id,
        this.#latestTurn,
      );
      granted.push({ sliceKey: slice.slice_key, engineIndex, leasedUntil: now + this.#pauses.leaseMilliseconds });
    }
  }

  /** Records that the slice has heard of its place. */
  confirm({ sliceKey, engineIndex, leasedUntil }: EngineLease): void {
    this.#change(
      `UPDATE slices SET leased_until = ?, is_told = 1, tellings = 0
      WHERE slice_key = ? AND engine_index = ? AND is_told = 0`,
      leasedUntil,
      sliceKey,
      engineIndex,
    );
  }

  /** Records that the slice's object failed to hear of its place. A dispatcher that dies before it tells the slice counts for nothing. */
  recordUnheard({ sliceKey, engineIndex }: EngineLease): void {
    const isThere = "slice_key = ? AND engine_index = ? AND is_told = 0";
    this.#change(`UPDATE slices SET tellings = tellings + 1 WHERE ${isThere}`, sliceKey, engineIndex);
  }

  /** Records that the slice declines the place it was told of, or has ended in it. */
  decline({ sliceKey, engineIndex }: EngineLease): void {
    this.#change("DELETE FROM slices WHERE slice_key = ? AND engine_index = ?", sliceKey, engineIndex);
  }

  /** The places that their slices were told of. */
  toldLeases(): EngineLease[] {
    return this.#sql
      .exec<PlaceRow>("SELECT slice_key, engine_index, leased_until FROM slices WHERE is_told = 1")
      .toArray()
      .map(placeOf);
  }

  /**
   * Decides whether a run goes on. A long run moves to the slow lane if that has room. Runs end only for a rival: a studio that
   * waits and runs nothing. Then these give way:
   * - a long run while the slow lane is full, at once;
   * - a run of a studio with other runs, so that a studio never holds the last place while another waits, once the rival has waited
   *   for a moment;
   * - a run that has taken long while the slow lane has every place, because there is only one.
   */
  decide({ slice, engineIndex, ranMilliseconds, takesLong }: Run, now: number): RunDecision {
    // A place at an unreachable engine helps no rival.
    if (this.#engines.runsOf(engineIndex) === 0) return slice.isLong ? "slow_lane" : "quick_lane";
    const running = this.#running();
    const others = running.filter(({ slice_key }) => slice_key !== slice.sliceKey);
    const othersLong = others.filter(({ is_long }) => is_long === 1).length;
    const isLong = takesLong && othersLong < this.#longPlaces();
    const { rivalAfterMilliseconds, longMilliseconds } = this.#pauses;
    const fillsLane = isLong && othersLong + 1 >= this.#engines.runsAtOnce();
    const givesWay = isLong
      ? fillsLane && ranMilliseconds >= longMilliseconds
      : takesLong ||
        (ranMilliseconds >= rivalAfterMilliseconds && others.some((run) => run.studio_id === slice.studioId));
    // One at a time: otherwise several that ask at once would all end for one rival.
    const isOneLeaving = others.some(({ is_leaving }) => is_leaving === 1);
    const rivalSince = takesLong && !isLong ? now : now - rivalAfterMilliseconds;
    if (givesWay && !isOneLeaving && this.#hasRival(slice.studioId, running, rivalSince)) {
      this.#change(
        "UPDATE slices SET is_leaving = 1 WHERE slice_key = ? AND engine_index = ?",
        slice.sliceKey,
        engineIndex,
      );
      return "gives_way";
    }
    if (isLong && !slice.isLong) {
      this.#change(
        "UPDATE slices SET is_long = 1 WHERE slice_key = ? AND engine_index = ?",
        slice.sliceKey,
        engineIndex,
      );
    }
    return isLong ? "slow_lane" : "quick_lane";
  }

  /** Records that the slice's run was ended for another studio. It waits for the slow lane in its old place of the line. */
  giveWay(slice: WaitingSlice): void {
    this.#change(
      `INSERT INTO slices (slice_key, studio_id, queued_at, is_long) VALUES (?, ?, ?, 1)
      ON CONFLICT DO UPDATE SET engine_index = NULL, leased_until = NULL, is_told = 0, is_leaving = 0, is_long = 1`,
      slice.sliceKey,
      slice.studioId,
      slice.queuedAt,
    );
  }

  /**
   * Renews the lease of a place in use. An expired lease is renewed too, because the run is there: the engine then has one slice
   * too many for a while, and gets no further ones.
   */
  renew(slice: WaitingSlice, engineIndex: number, now: number): number {
    const leasedUntil = now + this.#pauses.leaseMilliseconds;
    this.#change(
      `INSERT INTO slices (slice_key, studio_id, queued_at, is_long, engine_index, leased_until, granted_at, is_told)
      VALUES (?, ?, ?, ?, ?, ?, ?, 1)
      ON CONFLICT DO UPDATE SET engine_index = excluded.engine_index, leased_until = excluded.leased_until,
        is_long = excluded.is_long, is_leaving = 0, is_told = 1, tellings = 0`,
      slice.sliceKey,
      slice.studioId,
      slice.queuedAt,
      Number(slice.isLong),
      engineIndex,
      leasedUntil,
      now,
    );
    return leasedUntil;
  }

  /** Removes a slice that has ended, or is not to be sliced now. */
  release(sliceKey: string): void {
    this.#change("DELETE FROM slices WHERE slice_key = ?", sliceKey);
    this.#sql.exec("DELETE FROM postponed WHERE slice_key = ?", sliceKey);
  }

  /** Removes a slice that is not to be sliced now, and asks again later. */
  postpone({ sliceKey, studioId, queuedAt }: Omit<WaitingSlice, "isLong">): void {
    this.release(sliceKey);
    this.#sql.exec("INSERT INTO postponed VALUES (?, ?, ?)", sliceKey, studioId, queuedAt);
  }

  /** Returns the slice to its old place of the line; its studio is next. */
  giveBack(slice: WaitingSlice, engineIndex: number): void {
    this.#change(
      `INSERT INTO slices (slice_key, studio_id, queued_at, is_long, avoided_engine) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET engine_index = NULL, leased_until = NULL, is_told = 0, avoided_engine = excluded.avoided_engine`,
      slice.sliceKey,
      slice.studioId,
      slice.queuedAt,
      Number(slice.isLong),
      engineIndex,
    );
    this.#restoreTurn(slice.studioId);
  }

  /** Ends leases that ran out because a slice's object or the dispatcher died: their slices are next. */
  expire(now: number): void {
    const expired = this.#sql
      .exec<{ slice_key: string; studio_id: number; tellings: number }>(
        "SELECT slice_key, studio_id, tellings FROM slices WHERE leased_until <= ?",
        now,
      )
      .toArray();
    for (const { slice_key, studio_id, tellings } of expired) {
      if (tellings >= MAX_TELLINGS) {
        this.release(slice_key);
      } else {
        this.#change(
          "UPDATE slices SET engine_index = NULL, leased_until = NULL, is_told = 0 WHERE slice_key = ?",
          slice_key,
        );
        this.#restoreTurn(studio_id);
      }
    }
  }

  /** Records that the engine answered a slice. */
  recordAnswer(engineIndex: number): void {
    this.#order = undefined;
    this.#engines.recordAnswer(engineIndex);
  }

  /** Pauses the engine, longer each time. Then it is asked for its capacity, or tried if that is known. */
  pauseEngine(engineIndex: number, reason: "full" | "unreachable", now: number): void {
    this.#order = undefined;
    this.#engines.pause(engineIndex, reason, now);
  }

  /** Records the engine's stated capacity: the slices that it wants, and those that it runs at once. */
  recordCapacity(engineIndex: number, capacity: EngineCapacity): void {
    this.#order = undefined;
    this.#engines.recordCapacity(engineIndex, capacity);
  }

  /** The engines to ask for their capacity now; none while no slice waits. @see EngineStates.toAsk */
  enginesToAsk(now: number, timeoutMilliseconds: number): number[] {
    return this.#hasWaiting() ? this.#engines.toAsk(now, timeoutMilliseconds) : [];
  }

  /** The start of the time without any reachable engine; null if one is reachable. */
  noEngineSince(): number | null {
    return this.#engines.noneSince();
  }

  /** The request time of the longest waiting slice, long ones apart, in milliseconds since 1970; null if none waits. */
  oldestQueuedAt(): number | null {
    const waiting = `SELECT queued_at FROM slices WHERE engine_index IS NULL AND is_long = 0
      UNION ALL SELECT queued_at FROM postponed`;
    return this.#sql.exec<{ at: number | null }>(`SELECT min(queued_at) AS at FROM (${waiting})`).one().at;
  }

  /** The number of slices in the slow lane. */
  longSlices(): LongSlices {
    const { running, waiting } = this.#sql
      .exec<{ running: number | null; waiting: number | null }>(
        "SELECT sum(engine_index IS NOT NULL) AS running, sum(engine_index IS NULL) AS waiting FROM slices WHERE is_long = 1",
      )
      .one();
    return { running: running ?? 0, waiting: waiting ?? 0 };
  }

  /** The slices that wait or hold a place, at most `limit`, the oldest first, and their total number. */
  unfinished(limit: number): { readonly total: number; readonly slices: readonly Omit<WaitingSlice, "isLong">[] } {
    const all = `SELECT slice_key, studio_id, queued_at FROM slices
      UNION ALL SELECT slice_key, studio_id, queued_at FROM postponed`;
    const { total } = this.#sql.exec<{ total: number }>(`SELECT count(*) AS total FROM (${all})`).one();
    const oldest = this.#sql
      .exec<{ slice_key: string; studio_id: number; queued_at: number }>(
        `${all} ORDER BY queued_at, slice_key LIMIT ?`,
        limit,
      )
      .toArray();
    const slices = oldest.map((row) => ({
      sliceKey: row.slice_key,
      studioId: row.studio_id,
      queuedAt: row.queued_at,
    }));
    return { total, slices };
  }

  /** Whether any slice waits or holds a place. */
  hasSlices(): boolean {
    return this.#sql.exec("SELECT 1 FROM slices LIMIT 1").toArray().length > 0;
  }

  /** The next moment with a step to take; null if there is none. */
  nextMoment(now: number): number | null {
    const [lease] = this.#sql.exec<{ at: number | null }>("SELECT min(leased_until) AS at FROM slices").toArray();
    const opening = this.#hasWaiting() ? this.#engines.nextOpening(now) : null;
    const moments = [lease?.at ?? null, opening].filter((at) => at !== null);
    return moments.length === 0 ? null : Math.min(...moments);
  }

  /**
   * The number of slices that start before each of these, if no other comes: 0 for a slice that holds a place, null for an unknown
   * one and for a long one that waits for a full slow lane. Such a one counts before no other.
   */
  ahead(sliceKeys: readonly string[]): (number | null)[] {
    this.#order ??= this.#readOrder();
    const { lines, slices } = this.#order;
    return sliceKeys.map((sliceKey) => {
      const slice = slices.get(sliceKey);
      if (slice === undefined) return null;
      return slice.isWaiting === 0 ? 0 : slice.before + startingBefore(lines, slice.studio_id, slice.before);
    });
  }

  #readOrder(): { readonly lines: readonly Line[]; readonly slices: ReadonlyMap<string, PlaceInLine> } {
    const withLong = this.#hasRoomForLong();
    return { lines: this.#lines(withLong), slices: this.#placesInLines(withLong) };
  }

  #placesInLines(withLong: boolean): ReadonlyMap<string, PlaceInLine> {
    const slices = this.#sql
      .exec<PlaceInLine>(
        `SELECT slice_key, studio_id, engine_index IS NULL AS isWaiting, row_number() OVER (
          PARTITION BY studio_id, engine_index IS NULL ORDER BY queued_at, slice_key) - 1 AS before
        FROM slices WHERE engine_index IS NOT NULL OR is_long <= ?`,
        Number(withLong),
      )
      .toArray();
    return new Map(slices.map((slice) => [slice.slice_key, slice]));
  }

  /** Writes a change that affects the order of turns. */
  #change(statement: string, ...values: (string | number | null)[]): void {
    this.#order = undefined;
    this.#sql.exec(statement, ...values);
  }

  /**
   * The waiting studios. Among those that hold equally many places, the one whose turn is next comes first.
   *
   * @param withLong whether waiting long slices count
   */
  #lines(withLong: boolean): Line[] {
    return this.#sql
      .exec<Line>(
        `SELECT studio_id, sum(engine_index IS NULL AND is_long <= ?) AS waiting, sum(engine_index IS NOT NULL) AS held
        FROM slices LEFT JOIN studios USING (studio_id)
        GROUP BY studio_id HAVING waiting > 0
        ORDER BY held DESC, coalesce(last_turn, 0), min(CASE WHEN engine_index IS NULL THEN queued_at END), studio_id`,
        Number(withLong),
      )
      .toArray();
  }

  #next():
    | { readonly slice_key: string; readonly studio_id: number; readonly avoided_engine: number | null }
    | undefined {
    const withLong = this.#hasRoomForLong();
    const lines = this.#lines(withLong);
    const fewest = Math.min(...lines.map(({ held }) => held));
    const studio = lines.find(({ held }) => held === fewest);
    if (studio === undefined) return undefined;
    const [slice] = this.#sql
      .exec<{ slice_key: string; studio_id: number; avoided_engine: number | null }>(
        `SELECT slice_key, studio_id, avoided_engine FROM slices
        WHERE studio_id = ? AND engine_index IS NULL AND is_long <= ? ORDER BY queued_at, slice_key LIMIT 1`,
        studio.studio_id,
        Number(withLong),
      )
      .toArray();
    return slice;
  }

  /** The slices that run in their places. An engine runs slices in the order of arrival; later ones wait there. */
  #running(): RunningRow[] {
    const held = this.#sql
      .exec<RunningRow>(
        `SELECT slice_key, studio_id, engine_index, is_long, is_leaving FROM slices WHERE engine_index IS NOT NULL
        ORDER BY granted_at, slice_key`,
      )
      .toArray();
    const ofEngines = Map.groupBy(held, ({ engine_index }) => engine_index);
    return [...ofEngines].flatMap(([engineIndex, slices]) => slices.slice(0, this.#engines.runsOf(engineIndex)));
  }

  /** Whether another studio runs nothing, and has waited since then with a slice that a quick place would help. */
  #hasRival(studioId: number, running: readonly RunningRow[], since: number): boolean {
    const others = new Set([studioId, ...running.map((run) => run.studio_id)]);
    return this.#sql
      .exec<{ studio_id: number }>(
        "SELECT DISTINCT studio_id FROM slices WHERE is_long = 0 AND max(queued_at, granted_at) <= ?",
        since,
      )
      .toArray()
      .some((rival) => !others.has(rival.studio_id));
  }

  #hasRoomForLong(): boolean {
    return this.longSlices().running < this.#longPlaces();
  }

  /** Half of the slices that run at once, and one if only one does. */
  #longPlaces(): number {
    return Math.max(1, Math.floor(this.#engines.runsAtOnce() / 2));
  }

  /** The engines with a free place, in the order to fill them; an unreachable one only if no other has room. */
  #freeEngines(now: number): number[] {
    const holding = this.#sql
      .exec<{ engine_index: number; held: number }>(
        "SELECT engine_index, count(*) AS held FROM slices WHERE engine_index IS NOT NULL GROUP BY engine_index",
      )
      .toArray();
    const held = new Map(holding.map((engine) => [engine.engine_index, engine.held]));
    return this.#engines.withFreePlace(held, now);
  }

  #hasWaiting(): boolean {
    return this.#sql.exec("SELECT 1 FROM slices WHERE engine_index IS NULL LIMIT 1").toArray().length > 0;
  }

  #restoreTurn(studioId: number): void {
    this.#change("UPDATE studios SET last_turn = 0 WHERE studio_id = ?", studioId);
  }
}

// Rows as the statements above select them.

type Line = { readonly studio_id: number; readonly waiting: number; readonly held: number };

/** `before` counts earlier slices of its own studio. */
type PlaceInLine = {
  readonly slice_key: string;
  readonly studio_id: number;
  readonly isWaiting: number;
  readonly before: number;
};

type RunningRow = {
  readonly slice_key: string;
  readonly studio_id: number;
  readonly engine_index: number;
  readonly is_long: number;
  /** Whether it was told to give way, so that its place becomes free. */
  readonly is_leaving: number;
};

type PlaceRow = { readonly slice_key: string; readonly engine_index: number; readonly leased_until: number };

function placeOf({ slice_key, engine_index, leased_until }: PlaceRow): EngineLease {
  return { sliceKey: slice_key, engineIndex: engine_index, leasedUntil: leased_until };
}

/**
 * The number of other studios' slices that start before a slice with `before` earlier ones of its own studio, with turns as in
 * `grant`. Each turn raises a studio's held places by one; a studio that reaches another's number by a turn is behind it.
 */
function startingBefore(lines: readonly Line[], studioId: number, before: number): number {
  const own = lines.findIndex((line) => line.studio_id === studioId);
  const heldThen = (lines[own]?.held ?? 0) + before;
  const ofOthers = lines.map(({ waiting, held }, index) => {
    if (index === own) return 0;
    const turns = heldThen - held + (index < own ? 1 : 0);
    return Math.min(waiting, Math.max(0, turns));
  });
  return ofOthers.reduce((sum, slices) => sum + slices, 0);
}
