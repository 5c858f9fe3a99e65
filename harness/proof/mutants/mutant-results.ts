// Kept results by room, in a file beside this one, and their section of docs/proof.md.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { markdownTable } from "../../markdown-table.ts";
import type { ExplainedMutant } from "./explained/explained-mutant.ts";
import { EXPLAINED } from "./explained.ts";
import type { Mutant } from "./instrumented.ts";
import type { Verdicts } from "./mutant-run.ts";
import { ROOMS, type RoomName, sourcesOf } from "./rooms.ts";

const FILE = join(import.meta.dirname, "results.json");

/** A mutant that lives: no test failed with it. */
export interface LivingMutant extends Mutant {
  readonly covered: boolean;
}

/** By path from the project's folder. */
export type SourceHashes = Readonly<Record<string, string>>;

export interface RoomResult {
  readonly date: string;
  readonly commit: string;
  /** A hash of each source's text, to which the places below belong. */
  readonly sources: SourceHashes;
  readonly minutes: number;
  readonly mutants: number;
  /** Timeouts too. */
  readonly killed: number;
  readonly timedOut: number;
  readonly living: readonly LivingMutant[];
  readonly stoppedShort: boolean;
}

export function readResults(): Partial<Record<RoomName, RoomResult>> {
  // Written below.
  return JSON.parse(readFileSync(FILE, "utf8"));
}

export function keepResult(room: RoomName, result: RoomResult): void {
  const all = { ...readResults(), [room]: result };
  const inOrder = Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b)));
  writeFileSync(FILE, `${JSON.stringify(inOrder, null, 2)}\n`);
}

export function hashesOfSources(room: RoomName): SourceHashes {
  const hashOf = (file: string) => {
    const text = readFileSync(join(PROJECT_FOLDER, file));
    return createHash("sha256").update(text).digest("hex").slice(0, 16);
  };
  return Object.fromEntries(sourcesOf(ROOMS[room]).map((file) => [file, hashOf(file)]));
}

/**
 * The kept result of a room, for the sources as they are now: mutants of a source that has changed since were not tried. undefined:
 * none is kept.
 */
export function keptResult(room: RoomName, sources: SourceHashes, mutants: readonly Mutant[]): RoomResult | undefined {
  const kept = readResults()[room];
  if (kept === undefined) return undefined;
  const isSame = ({ file }: Mutant) => kept.sources[file] === sources[file];
  const livedBefore = new Map(kept.living.map((mutant) => [placeOf(mutant), mutant]));
  // Their ids count through all sources, so that those of the kept result are others.
  const living = mutants.flatMap((mutant): LivingMutant[] => {
    const before = livedBefore.get(placeOf(mutant));
    if (!isSame(mutant)) return [{ ...mutant, covered: false }];
    return before === undefined ? [] : [{ ...mutant, covered: before.covered }];
  });
  return { ...kept, living, stoppedShort: kept.stoppedShort || !mutants.every(isSame) };
}

function placeOf({ file, line, column, kind, replacement }: Mutant): string {
  return [file, line, column, kind, replacement].join(" ");
}

export function livingOf(mutants: readonly Mutant[], verdicts: Verdicts): readonly LivingMutant[] {
  const { killed, timedOut, covered, atLoad } = verdicts;
  return mutants
    .filter(({ id }) => !killed.has(id) && !timedOut.has(id))
    .map((mutant) => ({ ...mutant, covered: covered.has(mutant.id) || atLoad.has(mutant.id) }));
}

/** Each explained mutant of the room that is not there, or that a test kills: its line must go. */
export function wronglyExplained(
  room: RoomName,
  mutants: readonly Mutant[],
  living: readonly Mutant[],
): readonly string[] {
  return (EXPLAINED[room] ?? []).flatMap((one) => {
    const meant = mutants.filter((mutant) => isExplainedBy(mutant, one));
    const text = `${one.file}: ${one.original} → ${one.replacement}`;
    if (meant.length === 0) return [`${text}: there is no such mutant`];
    const killed = meant.filter(({ id }) => !living.some((mutant) => mutant.id === id));
    return killed.map(({ line }) => `${text}: a test kills it, line ${line}`);
  });
}

export function isExplained(room: RoomName, mutant: Mutant): boolean {
  return (EXPLAINED[room] ?? []).some((one) => isExplainedBy(mutant, one));
}

function isExplainedBy(mutant: Mutant, one: ExplainedMutant): boolean {
  if (mutant.file !== one.file) return false;
  if (!matches(mutant.original, one.original) || !matches(mutant.replacement, one.replacement)) return false;
  return one.within === undefined || lineOf(mutant).includes(one.within);
}

function lineOf({ file, line }: Mutant): string {
  return readFileSync(join(PROJECT_FOLDER, file), "utf8").split("\n")[line - 1] ?? "";
}

function matches(code: string, pattern: string): boolean {
  const text = inOneLine(code);
  return pattern.endsWith("…") ? text.startsWith(pattern.slice(0, -1)) : text === pattern;
}

export function inOneLine(code: string): string {
  return code.replaceAll(/\s+/g, " ").trim();
}

/** Killed of all that a test could kill, in percent. */
export function scoreOf(room: RoomName, { mutants, living }: RoomResult): number {
  const explained = living.filter((mutant) => isExplained(room, mutant)).length;
  const killable = mutants - explained;
  return killable === 0 ? 100 : ((mutants - living.length) / killable) * 100;
}

export function resultRow(room: RoomName, result: RoomResult): readonly string[] {
  const { mutants, killed, timedOut, living } = result;
  const explained = living.filter((mutant) => isExplained(room, mutant)).length;
  const open = living.filter((mutant) => !isExplained(room, mutant));
  return [
    room,
    String(mutants),
    String(killed),
    String(timedOut),
    String(open.filter(({ covered }) => covered).length),
    String(open.filter(({ covered }) => !covered).length),
    String(explained),
    `${scoreOf(room, result).toFixed(1)} %`,
    runCell(room, result),
  ];
}

function runCell(room: RoomName, result: RoomResult): string {
  const { date, commit, minutes, stoppedShort } = result;
  const changed = changedSources(room, result).map((file) => `\`${file}\``);
  return [
    `${date}, ${commit}, ${minutes.toFixed(1)} minutes`,
    ...(stoppedShort ? ["ended early: mutants that were not tried with all their tests count as living"] : []),
    ...(changed.length > 0 ? [`changed since, to be tried again: ${changed.join(", ")}`] : []),
  ].join("; ");
}

/** The result's places and verdicts belong to older texts of these. */
function changedSources(room: RoomName, { sources }: RoomResult): readonly string[] {
  const now = hashesOfSources(room);
  return Object.keys({ ...sources, ...now }).filter((file) => sources[file] !== now[file]);
}

export const RESULT_COLUMNS = [
  "room",
  "mutants",
  "killed",
  "of them by time",
  "survived",
  "not covered",
  "explained",
  "score",
  "run",
];

/** All kept rooms have their row, so that a run of one keeps the others'. */
export function proofText(): string {
  const all = readResults();
  const rooms = (Object.keys(ROOMS) as RoomName[]).flatMap((room) => {
    const result = all[room];
    return result === undefined ? [] : [{ room, result }];
  });
  const rows = rooms.map(({ room, result }) => resultRow(room, result));
  const open = rooms.flatMap(({ room, result }) => openLines(room, result));
  const explained = (Object.entries(EXPLAINED) as [RoomName, readonly ExplainedMutant[]][])
    .filter(([room]) => all[room] !== undefined)
    .flatMap(([, list]) =>
      list.map(({ file, original, replacement, reason }) => [
        `\`${file}\``,
        codeCell(original),
        codeCell(replacement),
        reason,
      ]),
    );
  return [
    "Date and commit above are those of the writing, out of kept results: each row has the date, commit and minutes of its own runs.",
    "A mutant is one small change of the code: another operator, an empty block, a condition that always or never holds. Texts and descriptions are left alone. " +
      "A mutant is killed if a test fails with it, or runs far longer. The score is the killed of all that are not explained.",
    markdownTable(RESULT_COLUMNS, rows),
    open.length === 0
      ? "None is open."
      : `Open, neither killed nor explained, by source and line:\n\n${open.join("\n")}`,
    explained.length === 0
      ? ""
      : `Explained, for no test can see them:\n\n${markdownTable(["file", "code", "mutant", "reason"], explained)}`,
  ].join("\n\n");
}

/** Open mutants by their sources, each in a line. */
export function openLines(room: RoomName, result: RoomResult): string[] {
  const changed = changedSources(room, result);
  const open = result.living.filter((mutant) => !isExplained(room, mutant));
  return [...Map.groupBy(open, ({ file }) => file)].flatMap(([file, mutants]) => [
    `- \`${file}\`${changed.includes(file) ? ", changed since: the lines may have moved" : ""}`,
    ...mutants.map((mutant) => `  - ${mutant.line}: ${changeOf(mutant)}`),
  ]);
}

const MOST_CODE = 70;

export function describeMutant(mutant: LivingMutant): string {
  return `${mutant.file}:${mutant.line} ${mutant.kind}: ${changeOf(mutant)}`;
}

function changeOf({ original, replacement, covered }: LivingMutant): string {
  return `${code(original)} → ${code(replacement)}${covered ? "" : " (not covered)"}`;
}

function code(text: string): string {
  const line = inOneLine(text);
  const short = line.length > MOST_CODE ? `${line.slice(0, MOST_CODE)}…` : line;
  return short.includes("`") ? `\`\` ${short} \`\`` : `\`${short}\``;
}

function codeCell(text: string): string {
  return code(text).replaceAll("|", "\\|");
}
