// The tree test: no circle of files, no folder too full to be seen at once, no exported name twice.

import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { circlesOf, exportedNames, importsBetween, pathsIn, repeatedNames, sourcesIn } from "./tree.ts";

const FOLDERS = ["src", "slicer-service", "scripts", "harness"];
const MAX_FILES = 20;

/** Durable Objects, which a test's Worker wraps under the class name of their binding. */
const NAMES_OF_BINDINGS = [
  "Dispatcher",
  "EngineContainer",
  "RequestLog",
  "SliceObject",
  "StudioGate",
  "StudioOutbox",
  "VisitorDay",
];

const files = sourcesIn(FOLDERS);

describe("the files of the tree", () => {
  const imports = importsBetween(files);

  it("import each other in no circle, types included", () => {
    expect(imports.length).toBeGreaterThan(1000);
    expect(circlesOf(imports)).toEqual([]);
  });

  it.each(["src/pricing/price.ts", "src/storefront/browser/basket/price-book.ts", "scripts/contract/write-bruno.ts"])(
    "would be in a circle if a file that %s needs imported it",
    (path) => {
      const needed = imports.find(({ from }) => from === path)?.to ?? "";
      const circles = circlesOf([...imports, { from: needed, to: path, isTypeOnly: true }]);
      expect(circles).toEqual([expect.arrayContaining([needed, path])]);
    },
  );

  it("make a circle of env.ts and a Durable Object only by its binding, a type", () => {
    const binding = { from: "src/env.ts", to: "src/gate/studio-gate.object.ts", isTypeOnly: true };
    const env = { from: binding.to, to: binding.from, isTypeOnly: true };
    expect(imports).toContainEqual(binding);
    expect(imports).toContainEqual(env);
    expect(circlesOf([binding, env])).toEqual([]);
    expect(circlesOf([{ ...binding, isTypeOnly: false }, env])).toEqual([[binding.from, binding.to].sort()]);
  });
});

describe("a folder", () => {
  it(`holds at most ${MAX_FILES} files`, () => {
    const byFolder = Map.groupBy(pathsIn(FOLDERS), (path) => posix.dirname(path));
    const full = [...byFolder].filter(([, paths]) => paths.length > MAX_FILES).map(([folder]) => folder);
    expect(full.sort()).toEqual([]);
  });
});

describe("an exported name", () => {
  it("stands once in the tree", () => {
    expect([...repeatedNames(files).keys()].sort()).toEqual(NAMES_OF_BINDINGS);
  });

  it.each([
    ["export const a = 1;", ["a"]],
    ["export async function a() {}", ["a"]],
    ["export abstract class A {}", ["A"]],
    ["export interface A {}\nexport type B = A;", ["A", "B"]],
    ["export type { A };\nexport { b as c };", ["A", "c"]],
    ['export { a } from "./a.ts";', []],
    ["const a = 1;", []],
  ])("is found in %j", (text, names) => {
    expect(exportedNames(text)).toEqual(names);
    const twice = [
      { path: "src/a.ts", text },
      { path: "src/b.ts", text },
    ];
    expect([...repeatedNames(twice).keys()]).toEqual(names);
  });
});
