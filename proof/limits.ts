// Limits against models of ten lines: the hour of plans, days of visitors, attempts to sign in.
//
//   npm run proof -- limits 100000 --seed 7 [--minutes 10]

import { parseArgs } from "node:util";
import { proveLimits, SUBJECTS } from "../harness/proof/limits/limits-proof.ts";
import { limitsSection } from "../harness/proof/limits/limits-section.ts";
import { writeProof } from "../harness/proof/proof-document.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string", default: "1" }, minutes: { type: "string" }, only: { type: "string" } },
});
const requests = Number(positionals[0] ?? 100_000);
const seed = Number(values.seed);
const startedAt = new Date();
const only = SUBJECTS.find((subject) => subject === values.only);
if (values.only !== undefined && only === undefined) throw new Error(`--only takes one of ${SUBJECTS.join(", ")}`);
const endsAt = values.minutes === undefined ? {} : { endsAt: startedAt.getTime() + Number(values.minutes) * 60_000 };
console.log(`${requests} requests, seed ${seed}`);

const proof = await proveLimits({
  requests,
  seed,
  ...endsAt,
  ...(only === undefined ? {} : { only }),
  onProgress: (subject, tally) => console.log(`${subject}: ${tally.of("requests")} requests`),
});
if (proof.counterexample === undefined && only === undefined) {
  writeProof({ name: "limits", startedAt, text: limitsSection(proof, requests, seed) });
} else if (proof.counterexample !== undefined) {
  const { subject, seed: ofHistory, commands, disagreement } = proof.counterexample;
  console.error(
    `\n${subject}: ${disagreement}\n\n${commands}\n\nAgain: npm run proof -- limits 1 --seed ${ofHistory} --only ${subject}`,
  );
  process.exitCode = 1;
}
