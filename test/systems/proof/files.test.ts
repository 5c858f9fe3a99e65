// Files of every family, sound and damaged: each ends with a figure or a reason, and engines stay clean.

import { expect, test } from "vitest";
import { ENGINES } from "../../../harness/engine/engines.ts";
import { FILE_FAMILIES, proveFiles } from "../../../harness/proof/files/files-proof.ts";

const FILES = 1500;
/** The same with each change, so that a failure is the change's own; the long command takes others. */
const SEED = 1;
const SLICERS = ENGINES.filter(({ present }) => present).map(({ slicer }) => slicer);

test(`each of ${FILES} files ends with a figure or a reason, drawn by seed ${SEED}`, {
  timeout: 1_800_000,
}, async () => {
  const { tally, found } = await proveFiles({
    files: FILES,
    seed: SEED,
    slicers: SLICERS,
    wholeOf: 25,
    serviceOf: 50,
    lanes: 2,
  });
  expect(found).toEqual([]);
  expect(tally.files).toBeGreaterThan(0.9 * FILES);
  expect(tally.slices).toBeGreaterThan(0);
  for (const family of FILE_FAMILIES) {
    expect(tally.ended(family, "figure"), `figures of ${family}`).toBeGreaterThan(0);
    if (family !== "one shape in all formats")
      expect(tally.ended(family, "reason"), `reasons of ${family}`).toBeGreaterThan(0);
  }
});
