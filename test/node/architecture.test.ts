// Architecture test: reads every import of src, and holds rooms to their floors.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { brokenImports, FLOORS, type Import, INNER_FLOORS, importsInside, roomOf } from "./floors.ts";
import { importsIn } from "./imports.ts";

const SOURCES = join(import.meta.dirname, "../../src");
/** Rooms that deal with the platform itself; all others go through ports. */
const MAY_NAME_CLOUDFLARE = ["platform", "db", "gate", "key-log", "news", "mail", "tenant", "env.ts", "index.ts"];
/** Rooms that speak HTTP themselves. */
const SPEAK_HTTP = [
  ...["app.ts", "index.ts", "panel", "storefront", "reference", "operator", "mail", "telegram"],
  ...["pages", "http", "gate", "key-log", "news", "idempotency"],
];
/** Roles of files that speak HTTP in any other room. A file without one of them must serve every door. */
const HTTP_ROLES = ["routes", "schema", "request"];

interface Source {
  readonly path: string;
  readonly text: string;
  /** Specifiers of packages, and paths below `src`, or relative to it for files elsewhere. */
  readonly imports: readonly { readonly to: string; readonly isTypeOnly: boolean; readonly isOurs: boolean }[];
}

const sources: readonly Source[] = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => {
    const text = readFileSync(join(SOURCES, path), "utf8");
    return { path, text, imports: pathsImportedBy(path, text) };
  });

function pathsImportedBy(path: string, text: string): Source["imports"] {
  return importsIn(text).map(({ specifier, isTypeOnly }) => ({
    to: specifier.startsWith(".") ? relative(SOURCES, join(SOURCES, dirname(path), specifier)) : specifier,
    isTypeOnly,
    isOurs: specifier.startsWith("."),
  }));
}

const imports: readonly Import[] = sources.flatMap(({ path, imports: found }) =>
  found
    .filter(({ to, isOurs }) => isOurs && !to.startsWith(".."))
    .map(({ to, isTypeOnly }) => ({ from: path, to, isTypeOnly })),
);

/** Every import that `isWrong` finds, as "who imports what". */
function wrongImports(isWrong: (source: Source, imported: string) => boolean): string[] {
  return sources.flatMap((source) =>
    source.imports.filter(({ to }) => isWrong(source, to)).map(({ to }) => `${source.path} imports ${to}`),
  );
}

describe("the floors of src", () => {
  it.each([
    ['import { a } from "./b.ts";', "./b.ts", false],
    ['import type { A } from "./b.ts";', "./b.ts", true],
    ['import {\n  a, // don\'t; "really"\n  b,\n} from "./b.ts";', "./b.ts", false],
    ['export * from "./b.ts";', "./b.ts", false],
    ['export type { A } from "./b.ts";', "./b.ts", true],
    ['import "./b.ts";', "./b.ts", false],
    ['const b = await import("./b.ts");', "./b.ts", false],
    ["const b = await import(`./b.ts`);", "./b.ts", false],
    ['let a: import("./b.ts").A;', "./b.ts", false],
    ["import { a } from './b';", "./b", false],
  ])("see the import in %j", (text, specifier, isTypeOnly) => {
    expect(importsIn(text)).toEqual([{ specifier, isTypeOnly }]);
  });

  it("are held by every import, types included", () => {
    expect(sources.length).toBeGreaterThan(80);
    expect(imports.length).toBeGreaterThan(300);
    expect(brokenImports(imports)).toEqual([]);
  });

  it("have no room without a file, and no file without a room", () => {
    expect(new Set(sources.map(({ path }) => roomOf(path)))).toEqual(new Set(FLOORS.flat()));
  });

  const pairs = FLOORS.flatMap((upper, floor) => FLOORS.slice(floor + 1).map((lower) => [upper, lower] as const));

  it.each(pairs)("would be broken by an import turned round: %s below %s", (upper, lower) => {
    for (const upperRoom of upper) {
      for (const lowerRoom of lower) {
        const down = { from: fileIn(upperRoom), to: fileIn(lowerRoom), isTypeOnly: true };
        expect(brokenImports([down])).toEqual([]);
        const up = { from: down.to, to: down.from, isTypeOnly: true };
        expect(brokenImports([...imports, up])).toEqual([`${up.from} must not import ${up.to}`]);
      }
    }
  });

  it.each(FLOORS.filter((rooms) => rooms.length > 1))("would be broken by an import between %s and %s", (...rooms) => {
    for (const from of rooms) {
      for (const to of rooms.filter((other) => other !== from)) {
        const sideways = { from: fileIn(from), to: fileIn(to), isTypeOnly: true };
        expect(brokenImports([sideways])).toHaveLength(1);
      }
    }
  });

  it("except one circle, of types: env.ts and the class of a Durable Object", () => {
    const binding = { from: "env.ts", to: "gate/studio-gate.object.ts", isTypeOnly: true };
    expect(imports).toContainEqual(binding);
    expect(brokenImports([{ ...binding, isTypeOnly: false }])).toHaveLength(1);
    expect(brokenImports([{ ...binding, to: "gate/gate.middleware.ts" }])).toHaveLength(1);
  });
});

describe.each(Object.entries(INNER_FLOORS))("the floors of src/%s", (room, floors) => {
  const inside = importsInside(room, imports);

  it("are held by every import between its rooms", () => {
    expect(brokenImports(inside, floors)).toEqual([]);
  });

  it("have no room without a file, and no file without a room", () => {
    const paths = sources.flatMap(({ path }) => (path.startsWith(`${room}/`) ? [path.slice(room.length + 1)] : []));
    expect(new Set(paths.map(roomOf))).toEqual(new Set(floors.flat()));
  });

  it("would be broken by an import turned round, and by one between rooms of a floor", () => {
    for (const [floor, rooms] of floors.entries()) {
      for (const lower of rooms) {
        const notBelow = floors.slice(0, floor + 1).flat();
        for (const upper of notBelow.filter((other) => other !== lower)) {
          const up = { from: fileIn(lower), to: fileIn(upper), isTypeOnly: true };
          expect(brokenImports([...inside, up], floors)).toEqual([`${up.from} must not import ${up.to}`]);
        }
      }
    }
  });
});

describe("a studio's database", () => {
  it("is opened above the room db in one place, which chooses among databases once there are several", () => {
    const opened = sources.flatMap(({ path, text }) =>
      path.startsWith("db/") ? [] : (text.match(/new StudioDb\(|StudioDb\.ofSlug\(/g)?.map(() => path) ?? []),
    );
    // By its id, and by its slug.
    expect(opened).toEqual(["tenant/tenant.ts", "tenant/tenant.ts"]);
  });
});

/** The word between the name and the extension: `routes` of `orders.routes.ts`. */
function roleOf(path: string): string {
  const [, role = ""] = /\.([a-z]+)\.tsx?$/.exec(path) ?? [];
  return role;
}

/** A path in a room; some rooms are single files. */
function fileIn(room: string): string {
  return /\.tsx?$/.test(room) ? room : `${room}/some-file.ts`;
}

describe("the rooms of src", () => {
  it("know no HTTP outside routes, schemas and requests, so that another door can call the same functions", () => {
    const wrong = wrongImports(({ path }, imported) => {
      const isHttp = roomOf(imported) === "http" || /^(hono|@hono)\b/.test(imported);
      return isHttp && !SPEAK_HTTP.includes(roomOf(path)) && !HTTP_ROLES.includes(roleOf(path));
    });
    expect(wrong).toEqual([]);
    const globals = /\bnew (?:Request|Response|Headers)\b|: (?:Request|Response|Headers)\b|\bPromise<Response>/;
    const speaking = sources.filter(
      ({ path, text }) =>
        !SPEAK_HTTP.includes(roomOf(path)) && !HTTP_ROLES.includes(roleOf(path)) && globals.test(text),
    );
    expect(speaking.map(({ path }) => path)).toEqual([]);
  });

  it("have routes that leave the database to stores", () => {
    const wrong = wrongImports(({ path }, imported) => roleOf(path) === "routes" && imported.startsWith("drizzle-orm"));
    expect(wrong).toEqual([]);
  });

  it("domain and pricing import nothing but each other and the slicer's contract", () => {
    const wrong = wrongImports(
      ({ path }, imported) =>
        ["domain", "pricing"].includes(roomOf(path)) &&
        !["domain", "pricing"].includes(roomOf(imported)) &&
        !imported.startsWith("../slicer-service/src/contract/"),
    );
    expect(wrong).toEqual([]);
  });

  it("import nothing of the slicer service but its contract", () => {
    const wrong = wrongImports(
      (_, imported) => imported.startsWith("..") && !imported.startsWith("../slicer-service/src/contract/"),
    );
    expect(wrong).toEqual([]);
  });

  it("name Cloudflare's types only in rooms of the platform", () => {
    const names = /\b(R2\w+|KVNamespace|D1Database|DurableObject\w*|ExecutionContext)\b|cloudflare:workers/;
    const wrong = sources.filter(({ path, text }) => !MAY_NAME_CLOUDFLARE.includes(roomOf(path)) && names.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it("open the database of all studios only in db, gate, tenant and people, because a person may belong to several", () => {
    const wrong = wrongImports(
      ({ path }, imported) =>
        !["db", "gate", "tenant", "people"].includes(roomOf(path)) &&
        /^db\/(database|access-queries)\.ts$/.test(imported),
    );
    expect(wrong).toEqual([]);
  });
});
