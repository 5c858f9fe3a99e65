// Counts of the platform calls that one request made.

export interface Counts {
  /** Round trips to D1: a batch counts once, and so does a statement by itself. */
  readonly d1Calls: number;
  readonly statements: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
  readonly kvReads: number;
  /** By method: put, head, uploadPart, … */
  readonly r2: Readonly<Record<string, number>>;
  /** Calls of Durable Objects and of the slicer Worker, by method. */
  readonly rpc: Readonly<Record<string, number>>;
}

/** The header of an answer with its request's counts, as JSON. */
export const COUNTS_HEADER = "Bench-Counts";

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
