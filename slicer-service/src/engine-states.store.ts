// Engine states in the dispatcher's SQLite: capacity, refusals and pause of each engine of the pool.

/** An engine's own statement. */
export interface EngineCapacity {
  /** The number of slices that it wants at once. */
  readonly places: number;
  /** The number of slices that it runs at once. */
  readonly runs: number;
}

type EngineRow = {
  /** `EngineCapacity.places`; null until it was asked. */
  readonly capacity: number | null;
  readonly runs: number | null;
  readonly refusals: number;
  readonly unreachable_since: number | null;
  readonly closed_until: number;
};

/** Columns that older tables lack. */
const ADDED_COLUMNS = { runs: "INTEGER" };

export class EngineStates {
  readonly #sql: SqlStorage;
  /** The known number of places of each engine; null if the engine must be asked. @see Engine.places */
  readonly #capacities: readonly (number | null)[];
  readonly #pauseAfter: (reason: "full" | "unreachable", refusals: number) => number;

  /** @param pauseAfter the pause of an engine after this many refusals in a row, in milliseconds */
  constructor(
    sql: SqlStorage,
    capacities: readonly (number | null)[],
    pauseAfter: (reason: "full" | "unreachable", refusals: number) => number,
  ) {
    this.#sql = sql;
    this.#capacities = capacities;
    this.#pauseAfter = pauseAfter;
    sql.exec(`
      CREATE TABLE IF NOT EXISTS engines (
        engine_index INTEGER PRIMARY KEY,
        capacity INTEGER,
        refusals INTEGER NOT NULL,
        unreachable_since INTEGER,
        closed_until INTEGER NOT NULL
      );
    `);
    addMissingColumns(sql, "engines", ADDED_COLUMNS);
    // An engine's own statement is asked anew after an eviction: it may have restarted with another number of places.
    sql.exec("UPDATE engines SET capacity = NULL WHERE capacity IS NOT NULL");
  }

  /** Records that the engine answered a slice. */
  recordAnswer(engineIndex: number): void {
    this.#sql.exec(
      `UPDATE engines SET refusals = 0, unreachable_since = NULL, closed_until = 0
      WHERE engine_index = ? AND (refusals > 0 OR unreachable_since IS NOT NULL)`,
      engineIndex,
    );
  }

  /** Pauses the engine, longer each time. Then it is asked for its capacity, or tried if that is known. */
  pause(engineIndex: number, reason: "full" | "unreachable", now: number): void {
    const refusals = (this.#engine(engineIndex)?.refusals ?? 0) + 1;
    this.#sql.exec(
      `INSERT INTO engines (engine_index, refusals, unreachable_since, closed_until) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET capacity = NULL, refusals = excluded.refusals, closed_until = excluded.closed_until,
        unreachable_since = coalesce(unreachable_since, excluded.unreachable_since)`,
      engineIndex,
      refusals,
      reason === "unreachable" ? now : null,
      now + this.#pauseAfter(reason, refusals),
    );
  }

  recordCapacity(engineIndex: number, { places, runs }: EngineCapacity): void {
    this.#sql.exec(
      `INSERT INTO engines (engine_index, capacity, runs, refusals, closed_until) VALUES (?, ?, ?, 0, 0)
      ON CONFLICT DO UPDATE SET capacity = excluded.capacity, runs = excluded.runs, refusals = 0,
        unreachable_since = NULL, closed_until = 0`,
      engineIndex,
      places,
      runs,
    );
  }

  /**
   * The engines to ask now: those of unknown capacity, at first and after a refusal. They are closed for `timeoutMilliseconds`,
   * so that each is asked once, and again if the question is lost.
   */
  toAsk(now: number, timeoutMilliseconds: number): number[] {
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

  /** The start of the time without any reachable engine; null if one is reachable. */
  noneSince(): number | null {
    const since = [...this.#capacities.keys()].map(
      (engineIndex) => this.#engine(engineIndex)?.unreachable_since ?? null,
    );
    return since.includes(null) ? null : Math.max(...since.map(Number));
  }

  /** The next moment at which a pause ends; null if no engine pauses. */
  nextOpening(now: number): number | null {
    return this.#sql
      .exec<{ at: number | null }>("SELECT min(closed_until) AS at FROM engines WHERE closed_until > ?", now)
      .one().at;
  }

  /** The number of slices that all engines run at once. */
  runsAtOnce(): number {
    return [...this.#capacities.keys()].reduce((sum, engineIndex) => sum + this.runsOf(engineIndex), 0);
  }

  /** The number of slices that the engine runs at once; 0 if it cannot be reached. */
  runsOf(engineIndex: number): number {
    const engine = this.#engine(engineIndex);
    return isUnreachable(engine) ? 0 : (this.#capacities[engineIndex] ?? engine?.runs ?? 0);
  }

  /**
   * The engines with a free place, in the order to fill them; an unreachable one only if no other has room.
   *
   * @param held the number of leased places of each engine that has any
   */
  withFreePlace(held: ReadonlyMap<number, number>, now: number): number[] {
    const free = [...this.#capacities.keys()].flatMap((engineIndex) => {
      const engine = this.#engine(engineIndex);
      const isFree = (held.get(engineIndex) ?? 0) < this.#openPlaces(engineIndex, engine, now);
      return isFree ? [{ engineIndex, isOnTrial: isUnreachable(engine) }] : [];
    });
    return free.sort((a, b) => Number(a.isOnTrial) - Number(b.isOnTrial)).map(({ engineIndex }) => engineIndex);
  }

  /** The number of slices that the engine may have now. An unreachable engine is tried with a single one. */
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
}

function isUnreachable(engine: EngineRow | undefined): boolean {
  return (engine?.unreachable_since ?? null) !== null;
}

/** Adds the columns that a table of an older version lacks. @param columns types by name */
export function addMissingColumns(sql: SqlStorage, table: string, columns: Readonly<Record<string, string>>): void {
  for (const [name, type] of Object.entries(columns)) {
    const isThere = sql.exec("SELECT 1 FROM pragma_table_info(?) WHERE name = ?", table, name).toArray().length > 0;
    if (!isThere) sql.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
  }
}
