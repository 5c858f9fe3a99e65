// Calls of the tests' worker to the process that keeps the verdicts on mutants.

/** Tests that ran once without a mutant, and their covered mutants, which are answered with those still to be tried. */
export interface CoveredCall {
  readonly kind: "covered";
  readonly test: string;
  readonly mutants: readonly string[];
  readonly milliseconds: number;
}

/** A test begins with a mutant, or without one as a control. The process kills the worker if it stays silent after it. */
export interface StartCall {
  readonly kind: "start";
  readonly test: string;
  readonly mutant: string | null;
}

export interface VerdictCall {
  readonly kind: "verdict";
  readonly test: string;
  readonly mutant: string;
  readonly verdict: "killed" | "timeout" | "survived";
}

/** The test fails without a mutant: at first, at its repetition, or after a mutant, so that its later verdicts say nothing. */
export interface UnfitCall {
  readonly kind: "unfit";
  readonly test: string;
  readonly when: "first" | "repeated" | "after a mutant";
  readonly error: string;
}

/** Mutants of code that ran outside of a test, as a module was loaded or before all tests; or once for all, and not as its test ran again. */
export interface StaticCall {
  readonly kind: "static" | "once";
  readonly mutants: readonly string[];
}

export type MutantCall = CoveredCall | StartCall | VerdictCall | UnfitCall | StaticCall;

export interface MutantSettings {
  /** The address of the process with the verdicts. */
  readonly url: string;
  /** A mutant that is active from the loading of the modules on; tests then run once each. */
  readonly activeFromStart: string | null;
}

declare module "vitest" {
  interface ProvidedContext {
    mutants: MutantSettings;
  }
}
