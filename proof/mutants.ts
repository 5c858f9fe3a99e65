// Mutants of the rooms, one small fault each: the tests must fail with every one.
//
// A whole run of a room keeps its result, and `--survivors` tries again only those that lived and those of changed sources, or all if
// nothing is kept. `--tests` and `--sources` name the only tests and sources, `--sample` takes a part: all are printed, and only kills of survivors are kept.
//
// Without a room the section is written of the kept results.
//
//   npm run proof -- mutants pricing tenant [--survivors] [--tests test/api/a.test.ts …] [--sources src/pricing/price.ts …]
//     [--sample 200 --seed 7] [--minutes 30]

import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { instrument, type Mutant } from "../harness/proof/mutants/instrumented.ts";
import {
  describeMutant,
  hashesOfSources,
  inOneLine,
  isExplained,
  keepResult,
  keptResult,
  type LivingMutant,
  livingOf,
  proofText,
  RESULT_COLUMNS,
  type RoomResult,
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
    sources: { type: "string", multiple: true },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "600" },
  },
});
const unknown = positionals.filter((name) => !isRoom(name));
if (unknown.length > 0) {
  throw new Error(`Name rooms of: ${Object.keys(ROOMS).join(", ")}`);
}
// The run's own tests end with it.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
const startedAt = new Date();
const deadline = startedAt.getTime() + Number(options.minutes) * MILLISECONDS_OF_MINUTE;
for (const room of positionals.filter(isRoom)) await prove(room);
writeProof({ name: "mutants", text: proofText() });

async function prove(room: RoomName): Promise<void> {
  const roomStartedAt = Date.now();
  const sources = hashesOfSources(room);
  const { texts, mutants } = await instrument(sourcesOf(ROOMS[room]));
  const started = options.survivors ? keptResult(room, sources, mutants) : undefined;
  const alive = started === undefined ? mutants : started.living;
  const chosen = sampleOf(alive.filter(({ file }) => options.sources?.includes(file) ?? true));
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
  const isPart = options.tests !== undefined || options.sources !== undefined;
  const commit = execFileSync("git", ["rev-parse", "--short=8", "HEAD"], { encoding: "utf8" }).trim();
  // Another run may have kept its kills meanwhile: between this reading and the writing nothing waits.
  const before = options.survivors ? (keptResult(room, sources, mutants) ?? nothingTried(mutants)) : undefined;
  const living = before === undefined ? seen : stillLiving(before.living, chosen, seen);
  const whole = options.sample === undefined;
  const counted = whole ? mutants.length : chosen.length;
  const result: RoomResult = {
    date: startedAt.toISOString().slice(0, 10),
    commit,
    sources,
    minutes: (before?.minutes ?? 0) + (Date.now() - roomStartedAt) / MILLISECONDS_OF_MINUTE,
    mutants: counted,
    killed: counted - living.length,
    timedOut: verdicts.timedOut.size + (before?.timedOut ?? 0),
    living,
    stoppedShort: verdicts.stoppedShort || (isPart && (before?.stoppedShort ?? false)),
  };
  if (whole && (before !== undefined || !isPart)) keepResult(room, result);
  for (const mutant of seen) if (!isExplained(room, mutant)) console.log(describeMutant(mutant));
  printTable(RESULT_COLUMNS, [resultRow(room, result)]);
  const wrong = whole ? wronglyExplained(room, mutants, living) : [];
  for (const line of wrong) console.log(`Wrongly explained: ${line}`);
  const score = scoreOf(room, result);
  if (wrong.length > 0 || score < LEAST_SCORE || verdicts.stoppedShort || verdicts.troubles.length > 0)
    process.exitCode = 1;
}

function nothingTried(
  mutants: readonly Mutant[],
): Pick<RoomResult, "living" | "minutes" | "timedOut" | "stoppedShort"> {
  return {
    living: mutants.map((mutant) => ({ ...mutant, covered: false })),
    minutes: 0,
    timedOut: 0,
    stoppedShort: true,
  };
}

/** Those that lived before and were not killed now. A mutant that other tests cover is still covered. */
function stillLiving(
  before: readonly LivingMutant[],
  chosen: readonly Mutant[],
  seen: readonly LivingMutant[],
): readonly LivingMutant[] {
  const tried = new Set(chosen.map(({ id }) => id));
  const livingNow = new Map(seen.map((one) => [one.id, one]));
  return before
    .filter(({ id }) => !tried.has(id) || livingNow.has(id))
    .map((one) => ({ ...one, covered: one.covered || (livingNow.get(one.id)?.covered ?? false) }));
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
