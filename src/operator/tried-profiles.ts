// Trials of a command's changes: a sample is sliced by them, and a refused change is not written.

import { type Combination, MAX_TRIED, type ProfileRefusal, trialSlicesOf } from "../catalog/trial/combinations.ts";
import { TRIAL_WAIT_MILLISECONDS, trySlices } from "../catalog/trial/try-profiles.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { CommandRefused } from "./refused.ts";
import { terminalText } from "./terminal-text.ts";

const NOT_TRIED =
  "Not tried on a sample: the slicer did not answer in time. What it refuses it says in the panel and at the first price.";

/**
 * Slices the sample by every combination, some at a time.
 *
 * @returns lines for the command's answer: none where all of it can be sliced
 * @throws CommandRefused with the slicer's own words
 */
export async function tryCombinations(tenant: Tenant, combinations: readonly Combination[]): Promise<string[]> {
  const { unusable, slices } = trialSlicesOf(combinations);
  refuse(unusable);
  let isTried = true;
  for (let from = 0; from < slices.length; from += MAX_TRIED) {
    const trial = await trySlices(tenant, slices.slice(from, from + MAX_TRIED), TRIAL_WAIT_MILLISECONDS);
    if (trial.outcome === "refused") refuse(trial.refusals);
    if (trial.outcome !== "sliced") isTried = false;
  }
  return isTried ? [] : [NOT_TRIED];
}

function refuse(refusals: readonly ProfileRefusal[]): void {
  if (refusals.length === 0) return;
  const lines = refusals.map(({ qualityName, reason, numbers }) => {
    const quality = qualityName === null ? "" : `with the quality "${qualityName}": `;
    return `  ${quality}${reason.en}${numbers.length === 0 ? "" : ` (${numbers.join(", ")})`}`;
  });
  throw new CommandRefused(
    ["Nothing was written, because nothing could be sliced by it:", ...lines.map(terminalText)].join("\n"),
  );
}
