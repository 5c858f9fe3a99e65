// The dispatcher's books in SQLite: who waits, who holds which engine's place until when, and which engines answer.
//
// Every decision is one synchronous step over these tables, so that no request comes between, and an eviction loses none.

import type { LongSlices } from "./contract/slices.ts";

/** A slice that wants a place. */
export interface WaitingSlice {
  readonly sliceKey: string;
  readonly studioId: number;
  /** When it first asked, in milliseconds since 1970: its place in its studio's line, which it keeps when it asks again. */
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

/** Whether a run goes on, and then in which lane; or is to be ended and begun anew in the slow one. */
export type RunDecision = "quick_lane" | "slow_lane" | "gives_way";

/** A place at an engine, leased to a slice until `leasedUntil` (milliseconds since 1970). */
export interface Place {
  readonly sliceKey: string;
  readonly engineIndex: number;
  readonly leasedUntil: number;
}

/**
 * - `full`: the engine has no room although its lease was valid; the slice keeps its studio's turn.
 * - `unreachable`: nothing came back from the engine; the slice keeps its studio's turn.
 * - `gone`: there is no such engine any more.
 */
export type ReturnReason = "full" | "unreachable" | "gone";

/** A slice whose object cannot be told this often is dropped: it asks again by itself when it lives. */
const MAX_TELLINGS = 3;
/** Columns that tables of before lack. */
const ADDED_COLUMNS = [
  { table: "slices", name: "is_long", type: "INTEGER NOT NULL DEFAULT 0" },
  { table: "slices", name: "granted_at", type: "INTEGER NOT NULL DEFAULT 0" },
  { table: "slices", name: "is_leaving", type: "INTEGER NOT NULL DEFAULT 0" },
  { table: "engines", name: "runs", type: "INTEGER" },
] as const;

export interface Pauses {
  /** No run ends for the sake of a slice that has waited for less: most places are free again by then. */
  readonly rivalAfterMilliseconds: number;
  /** A run of a slow lane that fills every place gives way after this. */
  readonly longMilliseconds: number;
  /** A lease holds so long while its slice has not confirmed it. */
  readonly untilToldMilliseconds: number;
  readonly leaseMilliseconds: number;
  /** How long an engine that refused so many times in a row gets no slices. */
  readonly pauseAfter: (reason: "full" | "unreachable", refusals: number) => number;
}

export class TurnStore {
  readonly #sql: SqlStorage;
  /** What is known of each engine beforehand; null where it is asked. @see Engine.places */
  readonly #capacities: readonly (number | null)[];
  readonly #pauses: Pauses;
  /** Read once for all who ask until it changes: thousands may wait, and each is asked about again and again. */
  #order: { readonly lines: readonly Line[]; readonly slices: ReadonlyMap<string, PlaceInLine> } | undefined;

  constructor(sql: SqlStorage, capacities: readonly (number | null)[], pauses: Pauses) {
    this.#sql = sql;
    this.#capacities = capacities;
    this.#pauses = pauses;
    // One table of slices, without an index: an index would double the rows written for each slice, and the table holds
    // only what waits or runs now.
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
      CREATE TABLE IF NOT EXISTS engines (
        engine_index INTEGER PRIMARY KEY,
        capacity INTEGER,
        refusals INTEGER NOT NULL,
        unreachable_since INTEGER,
        closed_until INTEGER NOT NULL
      );
      -- Slices that their engine refuses and that will ask again: out of the line, and still to be seen.
      CREATE TABLE IF NOT EXISTS postponed (
        slice_key TEXT PRIMARY KEY,
        studio_id INTEGER NOT NULL,
        queued_at INTEGER NOT NULL
      ) WITHOUT ROWID;
    `);
    for (const { table, name, type } of ADDED_COLUMNS) {
      const isThere = sql.exec("SELECT 1 FROM pragma_table_info(?) WHERE name = ?", table, name).toArray().length > 0;
      if (!isThere) sql.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
    }
    // What an engine said is asked anew after an eviction: it may have been started again with another number of places.
    sql.exec("UPDATE engines SET capacity = NULL WHERE capacity IS NOT NULL");
  }

  /** Has the slice wait, unless it waits or holds a place. Returns the place that it holds and was told of. */
  enqueue(slice: WaitingSlice, avoidedEngine: number | null = null): Place | undefined {
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
   * one whose last turn is longest ago. Long slices get half of the places at most, whichever studios they are of.
   */
  grant(now: number): Place[] {
    const granted: Place[] = [];
    for (;;) {
      const free = this.#freeEngines(now);
      const slice = free.length === 0 ? undefined : this.#next();
      if (slice === undefined) return granted;
      // The one after it, so that a slice that each refuses comes to all of them.
      const avoided = slice.avoided_engine ?? -1;
      const engineIndex = free.find((index) => index > avoided) ?? free[0];
      if (engineIndex === undefined) return granted;
      this.#change(
        `UPDATE slices SET engine_index = ?, leased_until = ?, granted_at = ?, is_told = 0, is_leaving = 0,
          tellings = tellings + 1, avoided_engine = NULL
        WHERE slice_key = ?`,
        engineIndex,
        now + this.#pauses.untilToldMilliseconds,
        now,
        slice.slice_key,
      );
      this.#change(
        `INSERT INTO studios VALUES (?, (SELECT coalesce(max(last_turn), 0) + 1 FROM studios))
        ON CONFLICT DO UPDATE SET last_turn = excluded.last_turn`,
        slice.studio_id,
      );
      granted.push({ sliceKey: slice.slice_key, engineIndex, leasedUntil: now + this.#pauses.leaseMilliseconds });
    }
  }

  /** The slice has heard of its place. */
  confirm({ sliceKey, engineIndex, leasedUntil }: Place): void {
    this.#change(
      `UPDATE slices SET leased_until = ?, is_told = 1, tellings = 0
      WHERE slice_key = ? AND engine_index = ? AND is_told = 0`,
      leasedUntil,
      sliceKey,
      engineIndex,
    );
  }

  /** The slice does not want the place that it was told of, or has ended in it. */
  decline({ sliceKey, engineIndex }: Place): void {
    this.#change("DELETE FROM slices WHERE slice_key = ? AND engine_index = ?", sliceKey, engineIndex);
  }

  /** The places whose slices were told of them. */
  told(): Place[] {
    return this.#sql
      .exec<PlaceRow>("SELECT slice_key, engine_index, leased_until FROM slices WHERE is_told = 1")
      .toArray()
      .map(placeOf);
  }

  /**
   * Decides whether a run goes on. One that takes long is of the slow lane, where that has room. No run ends but for a rival: a
   * studio that waits and runs nothing. Then these give way:
   * - one that takes long while the slow lane is full, at once;
   * - one of a studio that runs others beside it, so that a studio never holds the last place while another waits, once the rival
   *   has waited for a moment;
   * - one that has taken long where the slow lane has every place, because there is only one.
   */
  decide({ slice, engineIndex, ranMilliseconds, takesLong }: Run, now: number): RunDecision {
    // A place at an engine that cannot be reached helps no rival, and the rival may run there itself.
    if (this.#runsOf(engineIndex) === 0) return slice.isLong ? "slow_lane" : "quick_lane";
    const running = this.#running();
    const others = running.filter(({ slice_key }) => slice_key !== slice.sliceKey);
    const othersLong = others.filter(({ is_long }) => is_long === 1).length;
    const isLong = takesLong && othersLong < this.#longPlaces();
    const { rivalAfterMilliseconds, longMilliseconds } = this.#pauses;
    const fillsLane = isLong && othersLong + 1 >= this.#runsAtOnce();
    const givesWay = isLong
      ? fillsLane && ranMilliseconds >= longMilliseconds
      : takesLong ||
        (ranMilliseconds >= rivalAfterMilliseconds && others.some((run) => run.studio_id === slice.studioId));
    // One at a time: several that ask at once would all end for one rival.
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

  /** The slice's run was ended for the sake of another studio. It waits for the slow lane, where it stood. */
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
   * Leases the place anew to the slice that uses it. One whose lease had run out gets it back all the same, because its run
   * is there: the engine then has one slice too many for a while, and nothing is granted there.
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

  /** The slice has ended, or is not to be sliced now. */
  release(sliceKey: string): void {
    this.#change("DELETE FROM slices WHERE slice_key = ?", sliceKey);
    this.#sql.exec("DELETE FROM postponed WHERE slice_key = ?", sliceKey);
  }

  /** The slice is not to be sliced now, and asks again later. */
  postpone({ sliceKey, studioId, queuedAt }: Omit<WaitingSlice, "isLong">): void {
    this.release(sliceKey);
    this.#sql.exec("INSERT INTO postponed VALUES (?, ?, ?)", sliceKey, studioId, queuedAt);
  }

  /** The slice waits again, where it stood, and its studio is next. */
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

  /** Leases that ran out, because a slice's object or the dispatcher died: their slices are next. */
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

  /** The engine answered a slice. */
  engineAnswered(engineIndex: number): void {
    this.#change(
      `UPDATE engines SET refusals = 0, unreachable_since = NULL, closed_until = 0
      WHERE engine_index = ? AND (refusals > 0 OR unreachable_since IS NOT NULL)`,
      engineIndex,
    );
  }

  /** The engine gets no slices for a pause that grows each time. Then it is asked, or tried where its capacity is known. */
  engineRefused(engineIndex: number, reason: "full" | "unreachable", now: number): void {
    const refusals = (this.#engine(engineIndex)?.refusals ?? 0) + 1;
    this.#change(
      `INSERT INTO engines (engine_index, refusals, unreachable_since, closed_until) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET capacity = NULL, refusals = excluded.refusals, closed_until = excluded.closed_until,
        unreachable_since = coalesce(unreachable_since, excluded.unreachable_since)`,
      engineIndex,
      refusals,
      reason === "unreachable" ? now : null,
      now + this.#pauses.pauseAfter(reason, refusals),
    );
  }

  /** The engine answered with its capacity: the slices that it wants, and those that it runs at once. */
  engineSaid(engineIndex: number, { places, runs }: { readonly places: number; readonly runs: number }): void {
    this.#change(
      `INSERT INTO engines (engine_index, capacity, runs, refusals, closed_until) VALUES (?, ?, ?, 0, 0)
      ON CONFLICT DO UPDATE SET capacity = excluded.capacity, runs = excluded.runs, refusals = 0,
        unreachable_since = NULL, closed_until = 0`,
      engineIndex,
      places,
      runs,
    );
  }

  /**
   * The engines to ask now, while slices wait: those whose capacity only they know, at first and after they refused. They
   * are closed for `timeoutMilliseconds`, so that each is asked once, and again if the question is lost.
   */
  enginesToAsk(now: number, timeoutMilliseconds: number): number[] {
    if (!this.#hasWaiting()) return [];
    const toAsk = [...this.#capacities.keys()].filter((engineIndex) => {
      const engine = this.#engine(engineIndex);
      const isKnown = this.#capacities[engineIndex] !== null || this.#openPlaces(engineIndex, engine, now) > 0;
      return !isKnown && (engine?.closed_until ?? 0) <= now;
    });
    for (const engineIndex of toAsk) {
      this.#sql.exec(
        `INSERT INTO engines (engine_index, refusals, closed_until) VALUES (?, 0, ?)
        ON CONFLICT DO UPDATE SET closed_until = excluded.closed_until`,
        engineIndex,
        now + timeoutMilliseconds,
      );
    }
    return toAsk;
  }

  /** Since when no engine at all can be reached; null while any can. */
  noEngineSince(): number | null {
    const since = [...this.#capacities.keys()].map(
      (engineIndex) => this.#engine(engineIndex)?.unreachable_since ?? null,
    );
    return since.includes(null) ? null : Math.max(...since.map(Number));
  }

  /** When the slice that waits longest was asked for, long ones apart, in milliseconds since 1970; null where none waits. */
  oldestQueuedAt(): number | null {
    const waiting = `SELECT queued_at FROM slices WHERE engine_index IS NULL AND is_long = 0
      UNION ALL SELECT queued_at FROM postponed`;
    return this.#sql.exec<{ at: number | null }>(`SELECT min(queued_at) AS at FROM (${waiting})`).one().at;
  }

  /** How many slices are in the slow lane. */
  longSlices(): LongSlices {
    const { running, waiting } = this.#sql
      .exec<{ running: number | null; waiting: number | null }>(
        "SELECT sum(engine_index IS NOT NULL) AS running, sum(engine_index IS NULL) AS waiting FROM slices WHERE is_long = 1",
      )
      .one();
    return { running: running ?? 0, waiting: waiting ?? 0 };
  }

  /** What waits or holds a place, at most `limit`, the oldest first, and how many there are in all. */
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

  /** When something is to be done next without being asked; null where nothing is. */
  nextMoment(now: number): number | null {
    const [lease] = this.#sql.exec<{ at: number | null }>("SELECT min(leased_until) AS at FROM slices").toArray();
    const [opening] = this.#hasWaiting()
      ? this.#sql
          .exec<{ at: number | null }>("SELECT min(closed_until) AS at FROM engines WHERE closed_until > ?", now)
          .toArray()
      : [];
    const moments = [lease?.at ?? null, opening?.at ?? null].filter((at) => at !== null);
    return moments.length === 0 ? null : Math.min(...moments);
  }

  /**
   * How many slices start before each of these, if no other comes: 0 for one that holds a place, null for an unknown one and for
   * a long one that waits for a full slow lane. Such a one is counted before none.
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

  /** Writes what the order of turns depends on. */
  #change(statement: string, ...values: (string | number | null)[]): void {
    this.#order = undefined;
    this.#sql.exec(statement, ...values);
  }

  /**
   * The studios that wait. Among those that hold equally many places, the one whose turn is next comes first.
   *
   * @param withLong whether long slices count among those that wait
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

  /** The slices that hold a place and run in it. An engine runs them in the order in which it got them; others wait there. */
  #running(): RunningRow[] {
    const held = this.#sql
      .exec<RunningRow>(
        `SELECT slice_key, studio_id, engine_index, is_long, is_leaving FROM slices WHERE engine_index IS NOT NULL
        ORDER BY granted_at, slice_key`,
      )
      .toArray();
    const ofEngines = Map.groupBy(held, ({ engine_index }) => engine_index);
    return [...ofEngines].flatMap(([engineIndex, slices]) => slices.slice(0, this.#runsOf(engineIndex)));
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

  /** Half of the slices that run at once, and one where only one does. */
  #longPlaces(): number {
    return Math.max(1, Math.floor(this.#runsAtOnce() / 2));
  }

  #runsAtOnce(): number {
    return [...this.#capacities.keys()].reduce((sum, engineIndex) => sum + this.#runsOf(engineIndex), 0);
  }

  /** How many slices the engine runs at once; none where it cannot be reached. */
  #runsOf(engineIndex: number): number {
    const engine = this.#engine(engineIndex);
    return isUnreachable(engine) ? 0 : (this.#capacities[engineIndex] ?? engine?.runs ?? 0);
  }

  /** The engines with a free place, in the order to fill them; one that was unreachable only where no other has room. */
  #freeEngines(now: number): number[] {
    const holding = this.#sql
      .exec<{ engine_index: number; held: number }>(
        "SELECT engine_index, count(*) AS held FROM slices WHERE engine_index IS NOT NULL GROUP BY engine_index",
      )
      .toArray();
    const held = new Map(holding.map((engine) => [engine.engine_index, engine.held]));
    const free = [...this.#capacities.keys()].flatMap((engineIndex) => {
      const engine = this.#engine(engineIndex);
      const isFree = (held.get(engineIndex) ?? 0) < this.#openPlaces(engineIndex, engine, now);
      return isFree ? [{ engineIndex, isOnTrial: isUnreachable(engine) }] : [];
    });
    return free.sort((a, b) => Number(a.isOnTrial) - Number(b.isOnTrial)).map(({ engineIndex }) => engineIndex);
  }

  /** How many slices the engine may have now, as far as is known. One that was unreachable is tried with a single one. */
  #openPlaces(engineIndex: number, engine: EngineRow | undefined, now: number): number {
    if ((engine?.closed_until ?? 0) > now) return 0;
    const known = this.#capacities[engineIndex] ?? null;
    if (known !== null) return isUnreachable(engine) ? 1 : known;
    return isUnreachable(engine) ? 0 : (engine?.capacity ?? 0);
  }

  #engine(engineIndex: number): EngineRow | undefined {
    const [engine] = this.#sql
      .exec<EngineRow>(
        "SELECT capacity, runs, refusals, unreachable_since, closed_until FROM engines WHERE engine_index = ?",
        engineIndex,
      )
      .toArray();
    return engine;
  }

  #hasWaiting(): boolean {
    return this.#sql.exec("SELECT 1 FROM slices WHERE engine_index IS NULL LIMIT 1").toArray().length > 0;
  }

  #restoreTurn(studioId: number): void {
    this.#change("UPDATE studios SET last_turn = 0 WHERE studio_id = ?", studioId);
  }
}

function isUnreachable(engine: EngineRow | undefined): boolean {
  return (engine?.unreachable_since ?? null) !== null;
}

// Rows as the statements above select them.

type Line = { readonly studio_id: number; readonly waiting: number; readonly held: number };

/** `before` counts those of its own studio. */
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
  /** Whether it was told to give way, and its place is about to be free. */
  readonly is_leaving: number;
};

type EngineRow = {
  /** Slices that it wants at once, as it said itself. */
  readonly capacity: number | null;
  /** Slices that it runs at once, as it said itself. */
  readonly runs: number | null;
  readonly refusals: number;
  readonly unreachable_since: number | null;
  readonly closed_until: number;
};

type PlaceRow = { readonly slice_key: string; readonly engine_index: number; readonly leased_until: number };

function placeOf({ slice_key, engine_index, leased_until }: PlaceRow): Place {
  return { sliceKey: slice_key, engineIndex: engine_index, leasedUntil: leased_until };
}

/**
 * How many slices of other studios start before the one that has `before` of its own studio ahead of it, where turns go as
 * in `grant`. Each turn raises what a studio holds by one; one that comes to hold as many as another by a turn is behind it.
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
