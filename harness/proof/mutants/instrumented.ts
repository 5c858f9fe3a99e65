// Instrumented sources: every mutant of a file stands in its one text, and a global chooses the active one.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Instrumenter, type InstrumenterOptions } from "@stryker-mutator/instrumenter";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";

/** Mostly texts of messages. A string that decides is in a comparison too, which has mutants of its own. */
const EXCLUDED_MUTATIONS = ["StringLiteral"];

export interface Mutant {
  /** The same in every run over the same sources. */
  readonly id: string;
  /** From the project's folder. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly kind: string;
  readonly original: string;
  readonly replacement: string;
}

export interface Instrumented {
  /** By the file's path from the project's folder. */
  readonly texts: Readonly<Record<string, string>>;
  readonly mutants: readonly Mutant[];
}

/** Arguments of these are descriptions and examples of the contract, which are texts too. */
const DESCRIBING = ["openapi", "meta"];

const descriptions: InstrumenterOptions["ignorers"][number] = {
  shouldIgnore(path) {
    // Babel's path, of which Stryker's own type says nothing.
    const { key, listKey, parent } = path as BabelPath;
    const named = listKey === "arguments" && key !== undefined ? parent?.callee?.property?.name : undefined;
    return named !== undefined && DESCRIBING.includes(named) ? "a description of the contract" : undefined;
  },
};

interface BabelPath {
  readonly key?: string | number;
  readonly listKey?: string;
  readonly parent?: { readonly callee?: { readonly property?: { readonly name?: string } } };
}

const silent = () => {};
const off = () => false;
const LOGGER = {
  isTraceEnabled: off,
  isDebugEnabled: off,
  isInfoEnabled: off,
  isWarnEnabled: off,
  isErrorEnabled: off,
  isFatalEnabled: off,
  trace: silent,
  debug: silent,
  info: silent,
  warn: console.warn,
  error: console.error,
  fatal: console.error,
};

export async function instrument(files: readonly string[]): Promise<Instrumented> {
  const sources = files.map((name) => ({
    name,
    content: readFileSync(join(PROJECT_FOLDER, name), "utf8"),
    mutate: true,
  }));
  const lines = new Map(sources.map(({ name, content }) => [name, content.split("\n")]));
  const result = await new Instrumenter(LOGGER).instrument(sources, {
    plugins: null,
    excludedMutations: EXCLUDED_MUTATIONS,
    ignorers: [descriptions],
  });
  return {
    texts: Object.fromEntries(result.files.map(({ name, content }) => [name, content])),
    mutants: result.mutants
      .filter(({ status }) => status !== "Ignored")
      .map(({ id, fileName, mutatorName, replacement, location: { start, end } }) => ({
        id,
        file: fileName,
        line: start.line + 1,
        column: start.column + 1,
        kind: mutatorName,
        original: textBetween(lines.get(fileName) ?? [], start, end),
        replacement,
      })),
  };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

function textBetween(lines: readonly string[], start: Position, end: Position): string {
  const within = lines.slice(start.line, end.line + 1);
  const last = within.length - 1;
  return within
    .map((line, at) => line.slice(at === 0 ? start.column : 0, at === last ? end.column : undefined))
    .join("\n");
}
