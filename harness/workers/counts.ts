// Counts of the platform calls that one request made.

export interface Counts {
  /** Round trips to D1: a batch counts once, and so does a statement by itself. */
  readonly d1Calls: number;
  readonly statements: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
  readonly kvReads: number;
  /** Keys in these reads: each is billed. */
  readonly kvKeysRead: number;
  /** By method: put, head, uploadPart, … */
  readonly r2: Readonly<Record<string, number>>;
  /** Calls of Durable Objects and of the slicer Worker, by method. */
  readonly rpc: Readonly<Record<string, number>>;
  /** Calls of the API's own Durable Objects: of a studio's gate, and of visitors' days. */
  readonly objectCalls: number;
  /** Rows that their SQLite read and wrote, an alarm being one written row. */
  readonly objectRowsRead: number;
  readonly objectRowsWritten: number;
}

/** The header of an answer with its request's counts, as JSON. */
export const COUNTS_HEADER = "Bench-Counts";

/** The counting Worker answers here with the last request's `SettledCounts`. */
export const COUNTS_PATH = "/counts";

/** As `Counts`, with the calls after the answer. */
export interface SettledCounts extends Counts {
  /** Work after the answer that has not ended. */
  readonly unfinished: number;
}

/** A statement of a request, as D1 ran it. */
export interface CountedStatement {
  readonly sql: string;
  readonly rowsRead: number;
  readonly rowsWritten: number;
  readonly milliseconds: number;
  /** The lines of EXPLAIN QUERY PLAN. */
  readonly plan: readonly string[];
}

/** The counting Worker answers here with the `CountedStatement`s of its last request. */
export const STATEMENTS_PATH = "/counted-statements";
