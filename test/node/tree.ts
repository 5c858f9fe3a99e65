// The source files of the tree: their imports, their exports, and the circles that they make.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { importsIn } from "./imports.ts";

const PROJECT = join(import.meta.dirname, "../..");

export interface TreeFile {
  /** From the project's root. */
  readonly path: string;
  readonly text: string;
}

export interface TreeImport {
  readonly from: string;
  readonly to: string;
  readonly isTypeOnly: boolean;
}

/** All files that git knows in these folders, of any kind. */
export function pathsIn(folders: readonly string[]): string[] {
  const listed = execFileSync("git", ["ls-files", "--", ...folders], { cwd: PROJECT, encoding: "utf8" });
  return listed.split("\n").filter((path) => path !== "");
}

export function sourcesIn(folders: readonly string[]): TreeFile[] {
  return pathsIn(folders)
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))
    .map((path) => ({ path, text: readFileSync(join(PROJECT, path), "utf8") }));
}

export function importsBetween(files: readonly TreeFile[]): TreeImport[] {
  const known = new Set(files.map(({ path }) => path));
  return files.flatMap(({ path, text }) =>
    importsIn(text)
      .filter(({ specifier }) => specifier.startsWith("."))
      .map(({ specifier, isTypeOnly }) => ({
        from: path,
        to: posix.join(posix.dirname(path), specifier),
        isTypeOnly,
      }))
      .filter(({ to }) => known.has(to)),
  );
}

/** The platform's own idiom: env.ts names the Durable Object's class for its binding, and the class names Env. Types only. */
function isDurableObjectBinding({ from, to, isTypeOnly }: TreeImport): boolean {
  return posix.basename(from) === "env.ts" && to.endsWith(".object.ts") && isTypeOnly;
}

/** The circles of files, each as a sorted list; bindings of Durable Objects make none. */
export function circlesOf(imports: readonly TreeImport[]): string[][] {
  const importsOf = Map.groupBy(
    imports.filter((candidate) => !isDurableObjectBinding(candidate)),
    ({ from }) => from,
  );
  const reachedFrom = (start: string) => {
    const reached = new Set<string>();
    const waiting = [start];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      for (const { to } of importsOf.get(path) ?? []) {
        if (reached.has(to)) continue;
        reached.add(to);
        waiting.push(to);
      }
    }
    return reached;
  };
  const reached = new Map([...importsOf.keys()].map((path) => [path, reachedFrom(path)]));
  const circles = new Map<string, string[]>();
  for (const [path, after] of reached) {
    if (!after.has(path)) continue;
    const members = [...after].filter((other) => reached.get(other)?.has(path)).sort();
    circles.set(members.join(" "), members);
  }
  return [...circles.values()];
}

const DECLARATION =
  /^export (?:default )?(?:async )?(?:abstract )?(?:const|function\*?|class|interface|type|enum) (\w+)/gm;
/** `export { a, b as c };` of the file's own names; a name passed on from another file is no second declaration. */
const LIST = /^export (?:type )?\{([^}]*)\}(?! from)/gm;

/** The names that a file declares for others. */
export function exportedNames(text: string): string[] {
  const declared = [...text.matchAll(DECLARATION)].map(([, name = ""]) => name);
  const listed = [...text.matchAll(LIST)].flatMap(([, names = ""]) =>
    names
      .split(",")
      .map((name) => name.trim().split(" as ").at(-1)?.trim() ?? "")
      .filter((name) => name !== ""),
  );
  return [...new Set([...declared, ...listed])];
}

/** Names that several files export, each with its files. */
export function repeatedNames(files: readonly TreeFile[]): Map<string, string[]> {
  const exported = files.flatMap(({ path, text }) => exportedNames(text).map((name) => ({ name, path })));
  const byName = Map.groupBy(exported, ({ name }) => name);
  return new Map(
    [...byName]
      .filter(([, found]) => found.length > 1)
      .map(([name, found]) => [name, found.map(({ path }) => path).sort()]),
  );
}
