// CPU profile as V8 writes it: https://chromedevtools.github.io/devtools-protocol/v8/Profiler/#type-Profile

export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** µs */
  readonly timeDeltas: readonly number[];
}

export interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

/** Nodes without the Worker's code: workerd itself, and waiting. */
const NOT_OURS = new Set(["(idle)", "(program)", "(root)"]);

export function isOurs({ callFrame }: ProfileNode): boolean {
  return !NOT_OURS.has(callFrame.functionName);
}
