// What one request asked of the platform.

export interface Counts {
  /** Calls that cross to D1: a batch, or a statement by itself. */
  readonly d1Calls: number;
  readonly statements: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
  readonly kvReads: number;
  /** By name: put, head, uploadPart, … */
  readonly r2: Readonly<Record<string, number>>;
  /** Calls of Durable Objects and of the slicer Worker, by method. */
  readonly rpc: Readonly<Record<string, number>>;
  /**
   * Calls that had to be waited for one after another, of whatever kind: what the answer's time grows with. Calls made at
   * the same time count as one.
   */
  readonly inARow: number;
}

/** The header of an answer that carries its request's counts, as JSON. */
export const COUNTS_HEADER = "Bench-Counts";
