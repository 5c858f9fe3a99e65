// Random and hostile requests by the contract and by found forms: 1,000,000 unless told, --seed N, --minutes N.

import { parseArgs } from "node:util";
import { writeProof } from "../harness/proof/proof-document.ts";
import { isolateGrowth } from "../harness/proof/requests/memory.ts";
import { requestsText } from "../harness/proof/requests/requests-text.ts";
import { runRequests, writtenFault } from "../harness/proof/requests/run-requests.ts";

/** Growth of memory that is no leak yet: the objects of other studios come and go. */
const MAX_MEMORY_RATIO = 1.25;
/** A shorter run has not warmed up. */
const LEAST_JUDGED = 20_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string", default: "1" }, minutes: { type: "string" } },
});
const asked = Number(positionals[0] ?? 1_000_000);
const seed = Number(values.seed);
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
const startedAt = new Date();
console.log(`seed ${seed}`);
const result = await runRequests({ requests: asked, seed, minutes, log: console.log });
const { tally, faults, memory } = result;
const text = requestsText(result, asked);
console.log(text);
for (const name of tally.neverAccepted()) console.log(`never accepted: ${name}`);
for (const fault of faults) console.log(writtenFault(fault));
writeProof({ name: "requests", startedAt, text });
const grown = (isolateGrowth(result.isolate) ?? 1) > MAX_MEMORY_RATIO || (memory.engine?.ratio ?? 1) > MAX_MEMORY_RATIO;
if (grown) console.error(`The memory has grown: more than ${MAX_MEMORY_RATIO} times.`);
if (faults.length > 0 || (grown && tally.requests >= LEAST_JUDGED)) process.exitCode = 1;
