// Counts of a run of the limits' proof, and the error of an answer that its model does not give.

import { isDeepStrictEqual } from "node:util";

/** The service answered otherwise than its model. */
export class Disagreement extends Error {}

/** @throws Disagreement */
export function expectEqual(subject: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  if (!Array.isArray(actual) || !Array.isArray(expected)) {
    throw new Disagreement(`${subject}: ${JSON.stringify(actual)}, by the model ${JSON.stringify(expected)}`);
  }
  const at = expected.findIndex((one, index) => !isDeepStrictEqual(one, actual[index]));
  const [got, wanted] = [actual, expected].map((all: readonly unknown[]) => JSON.stringify(all[at]));
  throw new Disagreement(`${subject}, number ${at + 1} of ${expected.length}: ${got}, by the model ${wanted}`);
}

export class LimitsTally {
  readonly #counts = new Map<string, number>();

  count(name: string, times = 1): void {
    this.#counts.set(name, this.of(name) + times);
  }

  /** Counts requests by their status. */
  answers(all: readonly { readonly status: number }[]): void {
    this.count("requests", all.length);
    for (const { status } of all) this.count(`answered ${status}`);
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }
}
