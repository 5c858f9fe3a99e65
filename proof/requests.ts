// Random and hostile requests by the contract and by found forms: 1,000,000 unless told.
//
//   npm run proof -- requests [1000000] [--seed 1] [--minutes 60] [--afresh]
//
// Each longer run is kept, and the section of docs/proof.md adds them up, so that a million may be sent in several sittings, or by two
// processes at once. A seed draws the same requests again: another run takes another seed, far from the others. `--afresh` forgets the runs before.

import { parseArgs } from "node:util";
import { commitOfProject, writeProof } from "../harness/proof/proof-document.ts";
import { forgetRuns, keepRun } from "../harness/proof/requests/kept-runs.ts";
import { isolateGrowth } from "../harness/proof/requests/memory.ts";
import { requestsText } from "../harness/proof/requests/requests-text.ts";
import { runRequests, writtenFault } from "../harness/proof/requests/run-requests.ts";

/** Growth of memory that is no leak yet: the objects of other studios come and go. */
const MAX_MEMORY_RATIO = 1.25;
/** A shorter run has not warmed up, and is not kept. */
const LEAST_KEPT = 20_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    minutes: { type: "string" },
    afresh: { type: "boolean", default: false },
  },
});
const asked = Number(positionals[0] ?? 1_000_000);
const seed = Number(values.seed);
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
const startedAt = new Date();
if (values.afresh) forgetRuns();
console.log(`seed ${seed}`);
const { tally, faults, ...rest } = await runRequests({ requests: asked, seed, minutes, log: console.log });
const run = {
  ...{ date: startedAt.toISOString().slice(0, 10), commit: commitOfProject(), seed },
  ...{ ...rest, faults: faults.length, counts: tally.kept() },
};
const isLong = tally.requests >= LEAST_KEPT;
const text = requestsText(isLong ? keepRun(run) : [run]);
console.log(text);
for (const fault of faults) console.log(writtenFault(fault));
if (isLong) writeProof({ name: "requests", startedAt, text });
const { isolate, memory } = rest;
const grown =
  (isolateGrowth(isolate, tally.requests) ?? 1) > MAX_MEMORY_RATIO || (memory.engine?.ratio ?? 1) > MAX_MEMORY_RATIO;
if (grown) console.error(`The memory has grown: more than ${MAX_MEMORY_RATIO} times.`);
if (faults.length > 0 || (grown && isLong)) process.exitCode = 1;
