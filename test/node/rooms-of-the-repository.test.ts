// Allowed imports between the repository's folders, and the names of source files.
//
// `architecture.test.ts` does the same for the rooms inside `src`.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { importsIn } from "./imports.ts";

const PROJECT = join(import.meta.dirname, "../..");

/** Each room's allowed imports, by the beginning of the imported path. A room may always import itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  // The contract is MIT like the API; the rest of the slicer service is AGPL.
  src: ["slicer-service/src/contract/"],
  "slicer-service": [],
  // A published package imports nothing of the service.
  client: [],
  scripts: ["src/", "slicer-service/src/"],
  // The proof of mutants runs the projects of vitest.config.ts.
  harness: ["scripts/", "src/", "slicer-service/", "vitest.config.ts"],
  // An example can be copied on its own, with the packages that it names.
  examples: [],
  bench: ["harness/", "scripts/", "src/", "slicer-service/"],
  proof: ["harness/", "scripts/", "src/", "slicer-service/"],
  test: ["harness/", "scripts/", "src/", "slicer-service/", "client/", "examples/"],
  "vitest.config.ts": ["harness/", "scripts/"],
};

/** The roles that may stand after the one dot of a file name, as CONTRIBUTING lists them. */
const ROLES = [
  "routes",
  "schema",
  "request",
  "store",
  "object",
  "worker",
  "middleware",
  "settings",
  "page",
  "words",
  "test",
  "config",
  "d",
];
const FILE_NAME = new RegExp(`^[a-z0-9]+(-[a-z0-9]+)*(\\.(${ROLES.join("|")}))?\\.tsx?$`);

interface Source {
  readonly path: string;
  /** Imported files of the project, as paths from its root; packages by their names. */
  readonly imports: readonly string[];
}

const paths = execFileSync("git", ["ls-files", "--", "*.ts", "*.tsx"], { cwd: PROJECT, encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "");
const sources = paths.map((path) => sourceOf(path, readFileSync(join(PROJECT, path), "utf8")));

function sourceOf(path: string, text: string): Source {
  const imports = importsIn(text).map(({ specifier }) =>
    specifier.startsWith(".") ? posix.join(posix.dirname(path), specifier) : specifier,
  );
  return { path, imports };
}

function roomOf(path: string): string {
  return path.split("/")[0] ?? path;
}

/** Imports of the project's own files that a room may not have, each as "who imports what". */
function wrongImports(all: readonly Source[]): string[] {
  return all.flatMap(({ path, imports }) => {
    const room = roomOf(path);
    const allowed = [`${room}/`, ...(MAY_IMPORT[room] ?? [])];
    return imports
      .filter((imported) => roomOf(imported) in MAY_IMPORT && !allowed.some((start) => imported.startsWith(start)))
      .map((imported) => `${path} imports ${imported}`);
  });
}

/** The files that are loaded when those that `isStart` chooses are, themselves included. */
function loadedFrom(isStart: (path: string) => boolean): Source[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const loaded = new Set<Source>();
  const load = (source: Source | undefined) => {
    if (source === undefined || loaded.has(source)) return;
    loaded.add(source);
    for (const imported of source.imports) load(byPath.get(imported));
  };
  for (const source of sources) if (isStart(source.path)) load(source);
  return [...loaded];
}

describe("the rooms of the repository", () => {
  it("hold every source but the tools' own settings", () => {
    const outside = paths.filter((path) => !(roomOf(path) in MAY_IMPORT));
    expect(outside.filter((path) => !/^[a-z]+\.config\.ts$/.test(path))).toEqual([]);
    expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(1000);
  });

  it("import only the rooms that they may", () => {
    expect(wrongImports(sources)).toEqual([]);
  });

  it.each([
    ["src/app.ts", "../harness/table.ts"],
    ["src/app.ts", "../slicer-service/engine/main.ts"],
    ["slicer-service/src/index.ts", "../../src/app.ts"],
    ["client/src/index.ts", "../../src/app.ts"],
    ["scripts/demo/demo.ts", "../../harness/table.ts"],
    ["harness/table.ts", "../bench/support/load.ts"],
    ["harness/table.ts", "../test/api/setup.ts"],
    ["bench/support/load.ts", "../../test/api/setup.ts"],
    ["test/api/setup.ts", "../../bench/support/load.ts"],
  ])("would be found out if %s imported %s", (path, specifier) => {
    for (const text of [`import { x } from "${specifier}";`, `const { x } = await import("${specifier}");`]) {
      expect(wrongImports([sourceOf(path, text)])).toHaveLength(1);
    }
  });

  it("keep Node out of the files that the tests in workerd load", () => {
    const loaded = loadedFrom((path) => /^test\/(api|slicer-worker)\//.test(path));
    expect(loaded.filter(({ path }) => path.startsWith("harness/")).length).toBeGreaterThan(5);
    // scrypt and raw inflating are in modules of Node's that workerd has itself.
    const isForeign = (imported: string) => /^node:(?!crypto$|zlib$)/.test(imported);
    const withNode = loaded.filter(({ imports }) => imports.some(isForeign));
    expect(withNode.map(({ path }) => path)).toEqual([]);
  });
});

describe("a source file", () => {
  const texts = paths.map((path) => ({ path, text: readFileSync(join(PROJECT, path), "utf8") }));

  it("names the files it imports with their extension", () => {
    const without = texts.flatMap(({ path, text }) =>
      importsIn(text)
        .filter(({ specifier }) => specifier.startsWith(".") && !/\.(tsx?|json)$/.test(specifier))
        .map(({ specifier }) => `${path} imports ${specifier}`),
    );
    // Test cases of imports are no imports.
    expect(without.filter((sentence) => !sentence.startsWith("test/node/architecture.test.ts"))).toEqual([]);
  });

  it("names its content in its first line, in at most twenty words", () => {
    const wrong = texts.filter(({ path, text }) => {
      const [first = ""] = text.split("\n");
      const words = first.replace(/^\/\/ /, "").split(/\s+/);
      return !path.endsWith(".d.ts") && (!first.startsWith("// ") || words.length > 20);
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe("the name of a source file", () => {
  it("is words in kebab-case, then at most one dot and a role", () => {
    expect(paths.filter((path) => !FILE_NAME.test(posix.basename(path)))).toEqual([]);
  });

  it.each(["sliceJob.ts", "slice_job.ts", "slice.job.ts", "order.routes.test.ts", "-order.ts", "Order.tsx"])(
    "cannot be %s",
    (name) => {
      expect(name).not.toMatch(FILE_NAME);
    },
  );
});
