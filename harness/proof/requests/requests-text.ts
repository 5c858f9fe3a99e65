// The section of the requests in docs/proof.md: the kept runs, and their counts of answers by door and operation.

import { markdownTable } from "../../markdown-table.ts";
import { mebibytes } from "../../table.ts";
import type { KeptRun } from "./kept-runs.ts";
import { isolateGrowth, type MemoryLevels } from "./memory.ts";
import { AnswerTally, TALLY_COLUMNS } from "./tally.ts";

export function requestsText(runs: readonly KeptRun[]): string {
  const tally = AnswerTally.sumOf(runs.map(({ counts }) => counts));
  const total = (of: (run: KeptRun) => number) => runs.reduce((sum, run) => sum + of(run), 0);
  const milliseconds = (of: (run: KeptRun) => number) => ((1000 * total(of)) / tally.requests).toFixed(1);
  const faults = total((run) => run.faults);
  const violations = tally.violations();
  const never = tally.neverAccepted();
  const latest = runs.at(-1);
  return [
    `${tally.requests.toLocaleString("en")} requests in ${runs.length === 1 ? "one run" : `${runs.length} runs`}, by ${total(({ studios }) => studios)} studios in turn. A request took ${milliseconds(({ processor }) => processor.workerd)} ms of processor time in workerd, ${milliseconds(({ processor }) => processor.engine)} in the engine and ${milliseconds(({ processor }) => processor.requests)} in the sender.`,
    "",
    "Looked at in each answer: its status, its form by the contract (API) or its markup and safe headers (pages), canaries of other studios, and its time. Sent among them: bodies cut off, longer and shorter than their stated length, in pieces; multipart with odd boundaries, thousands of parts, odd character sets and names; duplicated and nested members, `__proto__`, numbers beyond their range; headers out of the usual.",
    "",
    markdownTable(
      ["Answers 5xx", "No answer within 30 s", "Kinds of faults"],
      [[String(violations["5xx"]), String(violations.hangs), String(faults)]],
    ),
    "",
    markdownTable(
      [
        "Seed",
        "Requests",
        "A second",
        "Faults",
        "Resident, MiB: workerd",
        "engine",
        "Isolate, MiB in use",
        "Growth",
        "Run",
      ],
      runs.map(rowOf),
    ),
    "",
    "Resident memory is the median of the second half and its ratio to that of the first half. workerd is the whole local process, with D1, R2 and every object; production counts each isolate by itself: it is shown, and judged are the engine and the isolate. The API's isolate is measured after a collection of all garbage, at equal parts of the asked requests; its growth is from a third of the sent ones to the last measurement.",
    "",
    markdownTable(TALLY_COLUMNS, tally.byDoor()),
    "",
    `Forms that the walk found: ${latest?.forms.owner} as owner, ${latest?.forms.staff} as staff, ${latest?.forms.visitor} as visitor. Operations, pages and forms reached: ${tally.countOf("API")} of the API, ${tally.countOf("panel")} of the panel, ${tally.countOf("order page")} of the order page.`,
    "",
    markdownTable(["API", ...TALLY_COLUMNS.slice(1)], tally.byName("API")),
    "",
    ...(never.length === 0
      ? ["Each of them was accepted at least once."]
      : ["Never accepted:", "", ...never.map((name) => `- ${name}`)]),
  ].join("\n");
}

function rowOf({ seed, counts, seconds, faults, memory, isolate, date, commit }: KeptRun): string[] {
  const { requests } = AnswerTally.sumOf([counts]);
  const growth = isolateGrowth(isolate, requests);
  return [
    String(seed),
    requests.toLocaleString("en"),
    (requests / seconds).toFixed(0),
    String(faults),
    level(memory.workerd),
    level(memory.engine),
    isolate.map(({ bytes }) => mebibytes(bytes)).join(", "),
    growth === undefined ? "–" : growth.toFixed(2),
    `${date}, ${commit}, ${(seconds / 60).toFixed(0)} minutes`,
  ];
}

function level(found: MemoryLevels | undefined): string {
  return found === undefined ? "–" : `${mebibytes(found.secondHalf)} (${found.ratio.toFixed(2)})`;
}
