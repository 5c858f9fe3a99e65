// The document of the proofs: each command writes its own section of docs/proof.md, with its date and machine.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { isAbsolute, join } from "node:path";

const PROJECT = join(import.meta.dirname, "../..");
const DOCUMENT = join(PROJECT, "docs/proof.md");
const GIBIBYTE = 1024 ** 3;
const MILLISECONDS_OF_MINUTE = 60_000;

export interface ProofSection {
  /** The proof's file in `proof`, without its ending. */
  readonly name: string;
  /** Absent: the text is written of kept results, and names their runs itself. */
  readonly startedAt?: Date;
  /** Markdown without headings: sentences, tables, lists. */
  readonly text: string;
}

/** Replaces the section's text between its two marks in docs/proof.md. The figures are those of this run, or of kept runs that the text names. */
export function writeProof({ name, startedAt, text }: ProofSection): void {
  const document = readFileSync(DOCUMENT, "utf8");
  const mark = markOf(name);
  const [before, old, after, ...more] = document.split(mark);
  if (old === undefined || before === undefined || after === undefined || more.length > 0) {
    throw new Error(`docs/proof.md has not two marks ${mark}`);
  }
  const date = (startedAt ?? new Date()).toISOString().slice(0, 10);
  const minutes = startedAt && (Date.now() - startedAt.getTime()) / MILLISECONDS_OF_MINUTE;
  const took = minutes === undefined ? "" : ` ${minutes.toFixed(1)} minutes,`;
  const run = `\`${commandOf(name)}\`: ${date},${took} commit ${commitOfProject()}, ${machine()}.`;
  writeFileSync(DOCUMENT, [before, mark, `\n\n${run}\n\n${text.trim()}\n\n`, mark, after].join(""));
}

/** As a person types it, with the arguments of this run; a folder is a place of one machine only. */
function commandOf(name: string): string {
  const words = process.argv.slice(2).map((word) => (isAbsolute(word) ? "<folder>" : word));
  return ["npm run proof --", name, ...words].join(" ");
}

export function markOf(name: string): string {
  return `<!-- Written by \`npm run proof -- ${name}\`. -->`;
}

/** With a plus if files differ from the commit. */
export function commitOfProject(): string {
  const git = (...words: string[]) => execFileSync("git", words, { cwd: PROJECT, encoding: "utf8" }).trim();
  const changed =
    git("status", "--porcelain", "--", ".", ":!docs/proof.md", ":!harness/proof/requests/runs.json") !== "";
  return `${git("rev-parse", "--short=8", "HEAD")}${changed ? "+" : ""}`;
}

function machine(): string {
  const model = cpus()[0]?.model ?? "unknown processor";
  const gibibytes = Math.round(totalmem() / GIBIBYTE);
  return `${availableParallelism()} cores (${model}), ${gibibytes} GiB, Node ${process.versions.node}`;
}
