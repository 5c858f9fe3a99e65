// Workers and engines killed at random moments of work, started again, and asked for all of it.
//
//   npm run proof -- kills [kills] [--seed <number>] [--minutes <number>]
//
// Each chapter of 20 kills has a system and a studio of its own, and is drawn from the seed and the chapter's number.

import { parseArgs } from "node:util";
import { KILLED_PARTS, type KilledPart } from "../harness/proof/kills/killed-system.ts";
import { KILLS_OF_CHAPTER, type KillsResult, MAX_IDLE_SECONDS, runChapter } from "../harness/proof/kills/run-kills.ts";
import { writeProof } from "../harness/proof/proof-document.ts";

const MILLISECONDS_OF_MINUTE = 60_000;
const NAMES_OF_PARTS = {
  workers: "the Workers' process",
  engine: "the engine",
  dispatcher: "the dispatcher's object",
  everything: "Workers and engine at once",
} as const satisfies Record<KilledPart, string>;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string", default: "1" }, minutes: { type: "string" } },
});
const kills = Number(positionals[0] ?? 300);
const seed = Number(values.seed);
const startedAt = new Date();
const endsAt = startedAt.getTime() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * MILLISECONDS_OF_MINUTE;
console.log(`${kills} kills, seed ${seed}`);

const results: KillsResult[] = [];
const hasTime = () => Date.now() < endsAt;
for (let done = 0; done < kills && hasTime(); done += KILLS_OF_CHAPTER) {
  const chapterSeed = seed + done / KILLS_OF_CHAPTER;
  const ofChapter = Math.min(KILLS_OF_CHAPTER, kills - done);
  const say = (line: string) => {
    const minutes = ((Date.now() - startedAt.getTime()) / MILLISECONDS_OF_MINUTE).toFixed(1);
    console.log(`${minutes} min, seed ${chapterSeed}: ${line}`);
  };
  const result = await runChapter(chapterSeed, ofChapter, say, hasTime);
  results.push(result);
  for (const fault of result.faults) console.error(fault);
  if (result.faults.length > 0) console.error(`Again: npm run proof -- kills ${ofChapter} --seed ${chapterSeed}`);
}

const sum = (count: (result: KillsResult) => number) => results.reduce((total, result) => total + count(result), 0);
const done = sum(({ kills: ofParts }) => KILLED_PARTS.reduce((total, part) => total + ofParts[part], 0));
const faults = results.flatMap((result) => result.faults);
const seconds = (Date.now() - startedAt.getTime()) / 1000;
const rows: readonly (readonly [string, string | number])[] = [
  ...KILLED_PARTS.map((part) => [`kills of ${NAMES_OF_PARTS[part]}`, sum((result) => result.kills[part])] as const),
  ["orders with a key, each there once, with the same answer again", sum(({ orders }) => orders)],
  ["models sent, each stored once and whole", sum(({ models }) => models)],
  ["forms of the panel, each in effect once", sum(({ forms }) => forms)],
  ["mails, each sent once", sum(({ mails }) => mails)],
  ["files without a row before the sweep; none after it", sum(({ orphans }) => orphans)],
  [
    "longest time without slicing while a slice waited, in seconds",
    Math.max(...results.map((result) => result.longestIdleSeconds)).toFixed(1),
  ],
  ["faults", faults.length],
];
const text = `${done < kills ? `It was ended early: ${done} of ${kills} kills. ` : ""}Seed ${seed}, ${(seconds / done).toFixed(1)} s for each kill, with all checks.

| | |
|---|---:|
${rows.map(([name, value]) => `| ${name} | ${value} |`).join("\n")}

Also held: a studio's hour admits exactly its limit, the totals, payments, stocks and histories add up, a slice that was queued at a kill goes on
within ${MAX_IDLE_SECONDS} s, no process and no file of a killed engine stays, and every database passes SQLite's own checks.`;
console.log(text);
writeProof({
  name: "kills",
  startedAt,
  text,
});
if (faults.length > 0) process.exitCode = 1;
