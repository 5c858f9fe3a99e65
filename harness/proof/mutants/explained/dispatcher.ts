// Mutants of the room dispatcher that no test can tell from the code, each with its reason.

import type { ExplainedMutant } from "./explained-mutant.ts";

export const EXPLAINED_OF_DISPATCHER: readonly ExplainedMutant[] = [
  {
    file: "slicer-service/src/dispatcher.store.ts",
    original: "engineIndex === undefined",
    replacement: "false",
    reason: "The free engines are not none there: the compiler asks for the line.",
  },
  {
    file: "slicer-service/src/dispatcher.store.ts",
    original: "lease?.at",
    replacement: "lease.at",
    reason: "A minimum without a group always has a row: the compiler asks for the question mark.",
  },
  {
    file: "slicer-service/src/dispatcher.store.ts",
    original: "lines[own]?.held",
    replacement: "lines[own].held",
    reason: "The studio of a slice that waits has a line: the compiler asks for the question mark.",
  },
  {
    file: "slicer-service/src/dispatcher.store.ts",
    original: "index < own",
    replacement: "index <= own",
    reason: "The slice's own studio is left out one line before.",
  },
  {
    file: "slicer-service/src/dispatcher.object.ts",
    original: "this.#engines[engineIndex]?.askCapacity",
    replacement: "this.#engines[engineIndex].askCapacity",
    reason: "Only engines of the pool are asked: the compiler asks for the question mark.",
  },
];
