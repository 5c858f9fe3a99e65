// npm run proof -- suites [--3mf folder]: public suites and tools of other people, and the 3MF consortium's samples.
//
// The samples are those of github.com/3MFConsortium/3mf-samples, in any folder; without one they are not sliced.

import { parseArgs } from "node:util";
import { ENGINES } from "../harness/engine/engines.ts";
import { markdownTable } from "../harness/markdown-table.ts";
import { writeProof } from "../harness/proof/proof-document.ts";
import { PUBLIC_SUITES, packageVersion, runSuite } from "../harness/proof/suites/public-suites.ts";
import { harmlessReasons, type SampleOutcome, sliceSamples } from "../harness/proof/suites/threemf-samples.ts";

const startedAt = new Date();
// After the program's own name.
const { values } = parseArgs({ args: process.argv.slice(2), options: { "3mf": { type: "string" } } });
const folder = values["3mf"];
const failures: string[] = [];

const rows: string[][] = [];
for (const suite of PUBLIC_SUITES) {
  const { tool, lookedAt, mended, left } = suite;
  const version = suite.package === undefined ? "" : ` ${await packageVersion(suite.package)}`;
  console.log(`${tool}${version} …`);
  const { passed, failed } = await runSuite(suite);
  failures.push(...failed.map((name) => `${tool}: ${name}`));
  console.log(`  ${passed} tests passed, ${failed.length} failed`);
  const verdict =
    passed + failed.length === 0 ? "not run: the tool is missing here" : `${passed} passed, ${failed.length} failed`;
  rows.push([`${tool}${version}`, lookedAt, verdict, mended, left.join("; ") || "nothing"]);
}

const text = markdownTable(["Suite", "Looked at", "Tests of it here", "Mended", "Left, with the reason"], rows);

writeProof({
  name: "suites",
  startedAt,
  text: `${text}\n\n${await samplesText()}`,
});

if (failures.length > 0) {
  console.error(`\nNot as promised:\n${failures.join("\n")}`);
  process.exitCode = 1;
}

async function samplesText(): Promise<string> {
  if (folder === undefined) return "The 3MF consortium's samples were not sliced in this run.";
  const present = ENGINES.filter((engine) => engine.present);
  const table: string[][] = [];
  let first: readonly SampleOutcome[] = [];
  for (const { slicer } of present) {
    const outcomes = await sliceSamples(folder, slicer, ({ name, judgement, told }) => {
      console.log(`${slicer}: ${name}: ${judgement}: ${told}`);
      if (judgement === "wrong") failures.push(`${slicer}: ${name}: ${told}`);
    });
    const count = (judgement: SampleOutcome["judgement"]) =>
      outcomes.filter((outcome) => outcome.judgement === judgement).length;
    const counts = (["sliced", "extension", "refused", "harmless", "wrong"] as const).map(count);
    table.push([slicer, ...[outcomes.length, ...counts].map(String)]);
    if (first.length === 0) first = outcomes;
  }
  const columns = [
    ...["Engine", "Samples", "Valid, sliced", "Reason names the extension"],
    ...["Forbidden, refused", "Forbidden, harmless", "Wrong"],
  ];
  const reasons = harmlessReasons(first).map(([reason, number]) => `- ${number}: ${reason}`);
  return [
    "Samples of the 3MF consortium. Mended by them: a second model or root part, an unknown type of object and a sketch of slices were priced; a",
    "reason did not name its extension.\n",
    `${markdownTable(columns, table)}\n`,
    "Samples of the slice extension hold a box in place of their part, and do not say so: the box is sliced, as by PrusaSlicer itself.\n",
    `Forbidden samples that are sliced all the same:\n\n${reasons.join("\n")}`,
  ].join("\n");
}
