// Limits against models of ten lines: the hour of plans, days of visitors, attempts to sign in.

import { expect, it } from "vitest";
import { proveLimits } from "../../../harness/proof/limits/limits-proof.ts";

const REQUESTS = 1_000;
/** Its histories reach each of the limits. */
const SEED = 6;
/** A request takes one to twenty milliseconds, by the load of the machine; a smaller case takes two minutes more to find. */
const TIMEOUT_MILLISECONDS = 600_000;

it("admits and refuses as models of ten lines do, over clock steps, evictions, restarts and changes", {
  timeout: TIMEOUT_MILLISECONDS,
}, async () => {
  const { tallies, counterexample } = await proveLimits({ requests: REQUESTS, seed: SEED });
  expect(counterexample).toBeUndefined();
  expect(tallies.gate.of("requests")).toBeGreaterThanOrEqual(REQUESTS);
  expect(tallies.gate.of("answered 429")).toBeGreaterThan(0);
  expect(tallies.visitors.of("used_up")).toBeGreaterThan(0);
  expect(tallies.attempts.of("refused")).toBeGreaterThan(0);
});
