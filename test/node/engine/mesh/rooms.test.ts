// Allowed imports within the engine, above all in mesh/.
//
// A mesh flows from read to repair to solid to part and thumbnail, so a room of mesh/ imports only from the top of mesh/ and from the rooms before
// it; and no files of the engine import each other in a circle.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { importsIn } from "../../imports.ts";

const ENGINE = join(import.meta.dirname, "../../../../slicer-service/engine");
const ROOMS = ["read", "repair", "solid", "part", "thumbnail"];

/** The files that each file imports, values and types alike, by their paths in the engine's folder. */
type Imports = ReadonlyMap<string, readonly string[]>;

const sources = new Map(
  readdirSync(ENGINE, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => [path, readFileSync(join(ENGINE, path), "utf8")]),
);

const engineImports: Imports = new Map(
  [...sources].map(([path, text]) => [
    path,
    importsIn(text)
      .filter(({ specifier }) => specifier.startsWith("."))
      .map(({ specifier }) => relative(ENGINE, join(ENGINE, dirname(path), specifier))),
  ]),
);

/** The room of a file in mesh/, "top" for a file that no room holds, or undefined outside mesh/. */
function roomOf(path: string): string | undefined {
  const [folder, room = "", file] = path.split("/");
  if (folder !== "mesh") return undefined;
  return file === undefined ? "top" : room;
}

/** Imports of a room by a room before it, or by the top of mesh/, each as "who imports what". */
function wrongWays(imports: Imports): string[] {
  const floors = ["top", ...ROOMS];
  return [...imports].flatMap(([path, imported]) =>
    imported
      .filter((other) => {
        const [room, otherRoom] = [roomOf(path), roomOf(other)];
        if (room === undefined || otherRoom === undefined) return false;
        return floors.indexOf(otherRoom) > floors.indexOf(room);
      })
      .map((other) => `${path} imports ${other}`),
  );
}

/** One circle of imports for every file that closes one, each as "a → b → a". */
function circles(imports: Imports): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const follow = (path: string, way: readonly string[]) => {
    if (way.includes(path)) {
      found.push([...way.slice(way.indexOf(path)), path].join(" → "));
      return;
    }
    if (done.has(path)) return;
    for (const imported of imports.get(path) ?? []) follow(imported, [...way, path]);
    done.add(path);
  };
  for (const path of imports.keys()) follow(path, []);
  return found;
}

describe("the engine's files", () => {
  it("are read by this test", () => {
    expect(engineImports.size).toBeGreaterThan(40);
    expect([...engineImports.values()].flat().length).toBeGreaterThan(100);
  });

  it("import each other in no circle", () => {
    expect(circles(engineImports)).toEqual([]);
  });

  it("would be found in a circle", () => {
    const imports = new Map([
      ["a.ts", ["b.ts", "c.ts"]],
      ["b.ts", ["c.ts"]],
      ["c.ts", ["d.ts"]],
      ["d.ts", ["b.ts"]],
    ]);
    expect(circles(imports)).toEqual(["b.ts → c.ts → d.ts → b.ts"]);
  });
});

describe("the rooms of mesh/", () => {
  it("are these, and all its other files are shared at its top", () => {
    const rooms = new Set([...engineImports.keys()].map(roomOf));
    expect([...rooms].filter((room) => room !== undefined && room !== "top").sort()).toEqual(ROOMS.toSorted());
  });

  it("import only from the top and from the rooms before them, and the top from no room", () => {
    expect(wrongWays(engineImports)).toEqual([]);
  });

  it.each([
    ["mesh/surface.ts", "mesh/read/stl.ts"],
    ["mesh/read/stl.ts", "mesh/repair/holes.ts"],
    ["mesh/read/stl.ts", "mesh/solid/solid.ts"],
    ["mesh/repair/holes.ts", "mesh/solid/shells.ts"],
  ])("would be refused if %s imported %s", (path, imported) => {
    expect(wrongWays(new Map([[path, [imported]]]))).toEqual([`${path} imports ${imported}`]);
    expect(wrongWays(new Map([[imported, [path]]]))).toEqual([]);
  });

  it("know nothing of the engine but why a model fails", () => {
    const outside = [...engineImports].flatMap(([path, imported]) =>
      roomOf(path) === undefined ? [] : imported.filter((other) => roomOf(other) === undefined),
    );
    const inEngine = new Set(outside.filter((path) => !path.startsWith("../src/contract/")));
    expect([...inEngine]).toEqual(["model-failure.ts"]);
  });
});

describe("the geometry of the engine", () => {
  it("replaces no missing number by 0, which would turn a wrong index into a coordinate", () => {
    const geometry = [...sources].filter(([path]) => /^(mesh|layered)\//.test(path));
    expect(geometry.length).toBeGreaterThan(20);
    // "value ?? 0", and a default of 0 if an array is taken apart, as in "[x = 0, y = 0] = point".
    const replacing = geometry.filter(([, text]) => /\?\? 0\b|\[[^[\]\n;]*\w = 0[,\]]/.test(text));
    expect(replacing.map(([path]) => path)).toEqual([]);
  });
});
