// Mutants of the rooms, one small fault each: the tests must fail with every one.
//
// A whole run of a room keeps its result, and `--survivors` tries again only those that lived. `--tests` names the only tests
// to run, `--sample` takes a part: both are printed, and only kills of survivors are kept.
//
//   npm run proof -- mutants pricing tenant [--survivors] [--tests test/api/a.test.ts …] [--sample 200 --seed 7] [--minutes 30]

import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { instrument, type Mutant } from "../harness/proof/mutants/instrumented.ts";
import {
  describeMutant,
  hashOfSources,
  inOneLine,
  isExplained,
  keepResult,
  livingOf,
  proofText,
  RESULT_COLUMNS,
  type RoomResult,
  readResults,
  resultRow,
  scoreOf,
  wronglyExplained,
} from "../harness/proof/mutants/mutant-results.ts";
import { runMutantsOfRoom } from "../harness/proof/mutants/mutant-run.ts";
import { isRoom, ROOMS, type RoomName, sourcesOf } from "../harness/proof/mutants/rooms.ts";
import { writeProof } from "../harness/proof/proof-document.ts";
import { printTable } from "../harness/table.ts";

const LEAST_SCORE = 90;
const MILLISECONDS_OF_MINUTE = 60_000;

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    survivors: { type: "boolean", default: false },
    tests: { type: "string", multiple: true },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "600" },
  },
});
const unknown = positionals.filter((name) => !isRoom(name));
if (positionals.length === 0 || unknown.length > 0) {
  throw new Error(`Name rooms of: ${Object.keys(ROOMS).join(", ")}`);
}
// The run's own tests end with it.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
const startedAt = new Date();
const deadline = startedAt.getTime() + Number(options.minutes) * MILLISECONDS_OF_MINUTE;
for (const room of positionals.filter(isRoom)) await prove(room);
writeProof({
  name: "mutants",
  command: `npm run proof -- mutants ${process.argv.slice(2).join(" ")}`,
  startedAt,
  text: proofText(),
});

async function prove(room: RoomName): Promise<void> {
  const roomStartedAt = Date.now();
  const sources = hashOfSources(room);
  const { texts, mutants } = await instrument(sourcesOf(ROOMS[room]));
  const before = options.survivors ? keptResult(room, sources) : undefined;
  const chosen = sampleOf(before === undefined ? mutants : before.living);
  console.log(
    `${room}: ${chosen.length} of ${mutants.length} mutants${options.sample ? `, seed ${options.seed}` : ""}`,
  );
  const verdicts = await runMutantsOfRoom({
    tests: onlyNamed(ROOMS[room].tests),
    instrumented: { texts, mutants },
    chosen: new Set(chosen.map(({ id }) => id)),
    deadline,
    onProgress: progressLine,
  });
  for (const { test, when, error } of verdicts.unfit) {
    console.log(`Without a mutant ${test} fails (${when}), so it kills none: ${inOneLine(error)}`);
  }
  for (const trouble of verdicts.troubles) console.log(trouble);
  const seen = livingOf(chosen, verdicts);
  // A mutant that other tests cover is still covered.
  const living = seen.map((one) => ({
    ...one,
    covered: one.covered || (before?.living ?? []).some(({ id, covered }) => id === one.id && covered),
  }));
  const whole = options.sample === undefined;
  const counted = whole ? mutants.length : chosen.length;
  const result: RoomResult = {
    date: startedAt.toISOString().slice(0, 10),
    commit: execFileSync("git", ["rev-parse", "--short=8", "HEAD"], { encoding: "utf8" }).trim(),
    sources,
    minutes: (before?.minutes ?? 0) + (Date.now() - roomStartedAt) / MILLISECONDS_OF_MINUTE,
    mutants: counted,
    killed: counted - living.length,
    timedOut: verdicts.timedOut.size + (before?.timedOut ?? 0),
    living,
    stoppedShort: before === undefined ? verdicts.stoppedShort : before.stoppedShort && verdicts.stoppedShort,
  };
  for (const mutant of living) if (!isExplained(room, mutant)) console.log(describeMutant(mutant));
  printTable(RESULT_COLUMNS, [resultRow(room, result)]);
  const wrong = whole ? wronglyExplained(room, mutants, living) : [];
  for (const line of wrong) console.log(`Wrongly explained: ${line}`);
  const score = scoreOf(room, result);
  if (wrong.length > 0 || score < LEAST_SCORE || verdicts.stoppedShort || verdicts.troubles.length > 0)
    process.exitCode = 1;
  if (whole && (before !== undefined || options.tests === undefined)) keepResult(room, result);
}

function keptResult(room: RoomName, sources: string): RoomResult {
  const kept = readResults()[room];
  if (kept === undefined) throw new Error(`${room} has no result yet: run it without --survivors`);
  if (kept.sources !== sources)
    throw new Error(`the sources of ${room} changed since its result: run it without --survivors`);
  return kept;
}

function sampleOf<T extends Mutant>(mutants: readonly T[]): readonly T[] {
  const size = Number(options.sample ?? mutants.length);
  if (size >= mutants.length) return mutants;
  const subarrays = fc.shuffledSubarray([...mutants], { minLength: size, maxLength: size });
  return fc.sample(subarrays, { numRuns: 1, seed: Number(options.seed) })[0] ?? [];
}

function onlyNamed(groups: (typeof ROOMS)[RoomName]["tests"]) {
  const named = options.tests;
  if (named === undefined) return groups;
  return groups
    .map(({ project, tests }) => ({ project, tests: tests.filter((test) => named.includes(test)) }))
    .filter(({ tests }) => tests.length > 0);
}

function progressLine(line: string): void {
  console.log(`  ${line}`);
}
