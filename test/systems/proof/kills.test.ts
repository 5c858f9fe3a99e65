// Kills at random moments of work: everything is there once, and nothing is left over.

import { expect, it } from "vitest";
import { KILLED_PARTS } from "../../../harness/proof/kills/killed-system.ts";
import { runChapter } from "../../../harness/proof/kills/run-kills.ts";

const KILLS = 5;
const SEED = 3;
/** A mail that was cut off in sending is tried again after a minute. */
const TIMEOUT_MILLISECONDS = 1_800_000;

const isLinux = process.platform === "linux";
if (!isLinux) console.log("Without /proc the Workers' process is not found: the test of kills is skipped.");

it.runIf(isLinux)(
  `orders, forms, files, messages and the hour are whole after ${KILLS} kills`,
  { timeout: TIMEOUT_MILLISECONDS },
  async () => {
    const result = await runChapter(SEED, KILLS, console.log);
    expect(result.faults).toEqual([]);
    for (const part of KILLED_PARTS) expect(result.kills[part], part).toBeGreaterThan(0);
    expect(result.orders).toBe(2 + 3 * KILLS);
    expect(result.forms).toBeGreaterThan(0);
  },
);
