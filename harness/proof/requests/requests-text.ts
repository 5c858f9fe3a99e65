// The section of the requests in docs/proof.md: counts of answers by door and operation, and the memory.

import { markdownTable } from "../../markdown-table.ts";
import { mebibytes } from "../../table.ts";
import type { MemoryLevels } from "./memory.ts";
import type { RequestsResult } from "./run-requests.ts";
import { TALLY_COLUMNS } from "./tally.ts";

export function requestsText(
  { tally, faults, seconds, studios, forms, memory, isolate, processor }: RequestsResult,
  asked: number,
): string {
  const { requests } = tally;
  const isShort = requests < asked;
  const milliseconds = (all: number) => ((1000 * all) / requests).toFixed(1);
  const never = tally.neverAccepted();
  return [
    `${requests.toLocaleString("en")} requests${isShort ? ` of ${asked.toLocaleString("en")}: it was stopped short` : ""}, ${(requests / seconds).toFixed(0)} a second, by ${studios} studios in turn. A request took ${milliseconds(processor.workerd)} ms of processor time in workerd, ${milliseconds(processor.engine)} in the engine and ${milliseconds(processor.requests)} in the sender.`,
    faults.length === 0
      ? "No faults: no 5xx, no answer outside the contract, no canary of another studio, no answer later than 30 s."
      : `${faults.length} faults.`,
    "",
    markdownTable(TALLY_COLUMNS, tally.byDoor()),
    "",
    `Forms that the walk found: ${forms.owner} as owner, ${forms.staff} as staff, ${forms.visitor} as visitor. Operations and forms reached: ${tally.countOf("API")} of the API, ${tally.countOf("panel")} of the panel, ${tally.countOf("order page")} of the order page.`,
    "",
    markdownTable(["API", ...TALLY_COLUMNS.slice(1)], tally.byName("API")),
    "",
    ...(never.length === 0
      ? ["Each of them was accepted at least once."]
      : ["Never accepted:", "", ...never.map((name) => `- ${name}`)]),
    "",
    markdownTable(
      ["Resident memory, MiB", "After the warm-up", "First half", "Second half", "Ratio"],
      [levels("workerd", memory.workerd), levels("engine", memory.engine)],
    ),
    "",
    "workerd is the whole local process, with D1, R2 and every object; production counts each isolate by itself. The API's isolate, after a collection of all garbage:",
    "",
    markdownTable(
      ["Requests", ...isolate.map(({ requests }) => requests.toLocaleString("en"))],
      [["MiB in use", ...isolate.map(({ bytes }) => mebibytes(bytes))]],
    ),
  ].join("\n");
}

function levels(name: string, found: MemoryLevels | undefined): string[] {
  if (found === undefined) return [name, "–", "–", "–", "–"];
  return [name, mebibytes(found.warm), mebibytes(found.firstHalf), mebibytes(found.secondHalf), found.ratio.toFixed(3)];
}
