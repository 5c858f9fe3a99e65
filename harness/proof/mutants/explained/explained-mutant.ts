// A mutant that no test can tell from the code.

export interface ExplainedMutant {
  readonly file: string;
  /** The code and its replacement, with single spaces; one that ends with "…" gives the beginning only. */
  readonly original: string;
  readonly replacement: string;
  /** One sentence: the reason that its results are the same. */
  readonly reason: string;
  /** Needed only if a file has the same change twice: its line's code, or a part of it. */
  readonly within?: string;
}
