// Trying what a command is about to write: the running service slices a sample by it, and what its slicer refuses is not written.

import { type Combination, type ProfileRefusal, trialSlicesOf } from "../../src/catalog/trial/combinations.ts";
import { askProfilesTrial, MAX_TRIED_AT_ONCE } from "../local/running-service.ts";
import { terminalText } from "../terminal-text.ts";
import { UserError } from "../user-error.ts";
import type { Operator } from "./studio-commands.ts";

const NOT_TRIED =
  "Not tried on a sample: no running service was found, or its slicer did not answer in time. What it refuses it says in the panel and at the first price.";

/**
 * @returns what to say beside what was written: nothing where all of it can be sliced
 * @throws UserError with the slicer's own words where nothing can be sliced by it
 */
export async function tryCombinations(
  { findService }: Pick<Operator, "findService">,
  studioId: number,
  combinations: readonly Combination[],
): Promise<string[]> {
  const { unusable, slices } = trialSlicesOf(combinations);
  refuse(unusable);
  if (slices.length === 0) return [];
  const service = await findService();
  if (service === undefined) return [NOT_TRIED];
  let isTried = true;
  for (let from = 0; from < slices.length; from += MAX_TRIED_AT_ONCE) {
    const trial = await askProfilesTrial(service, studioId, slices.slice(from, from + MAX_TRIED_AT_ONCE));
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
  throw new UserError(
    ["Nothing was written, because nothing could be sliced by it:", ...lines.map(terminalText)].join("\n"),
  );
}
