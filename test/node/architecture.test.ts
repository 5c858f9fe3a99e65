// Who may know whom. The rooms of `src` stay apart because this reads every import.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const SOURCES = join(import.meta.dirname, "../../src");
const FEATURES = ["technologies", "printers", "catalog", "quotes", "orders", "studios", "panel"];
/** Rooms whose business is the platform; everything else speaks through their words. */
const NAME_CLOUDFLARE = ["platform", "db", "gate", "tenant", "env.ts", "index.ts"];

interface Source {
  readonly path: string;
  readonly room: string;
  readonly text: string;
  /** Imported files, relative to `src`; packages by their names. */
  readonly imports: readonly string[];
}

const sources: Source[] = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => {
    const text = readFileSync(join(SOURCES, path), "utf8");
    const imports = [...text.matchAll(/from "([^"]+)"/g)].map(([, specifier = ""]) =>
      specifier.startsWith(".") ? relative(SOURCES, join(SOURCES, dirname(path), specifier)) : specifier,
    );
    return { path, room: roomOf(path), text, imports };
  });

function roomOf(path: string): string {
  return path.split("/")[0] ?? path;
}

const isOurs = (imported: string) => imported.endsWith(".ts");

/** Every import that `isWrong` finds so, as "who imports what". */
function wrongImports(isWrong: (source: Source, imported: string) => boolean): string[] {
  return sources.flatMap((source) =>
    source.imports
      .filter((imported) => isWrong(source, imported))
      .map((imported) => `${source.path} imports ${imported}`),
  );
}

describe("the rooms of src", () => {
  it("are read by this test", () => {
    expect(sources.length).toBeGreaterThan(40);
    expect(sources.flatMap((source) => source.imports).length).toBeGreaterThan(150);
  });

  it("lets a feature import no other feature", () => {
    const wrong = wrongImports(
      ({ room }, imported) =>
        FEATURES.includes(room) && FEATURES.includes(roomOf(imported)) && roomOf(imported) !== room,
    );
    expect(wrong).toEqual([]);
  });

  it("lets a shared room import no feature", () => {
    const shared = (room: string) => !FEATURES.includes(room) && !["app.ts", "index.ts"].includes(room);
    expect(wrongImports(({ room }, imported) => shared(room) && FEATURES.includes(roomOf(imported)))).toEqual([]);
  });

  it("lets pricing import nothing but itself and the domain", () => {
    expect(
      wrongImports(({ room }, imported) => room === "pricing" && !["pricing", "domain"].includes(roomOf(imported))),
    ).toEqual([]);
  });

  it("lets nothing of the API import the slicer service but its contract", () => {
    const wrong = wrongImports(
      (_, imported) => /slicer-service/.test(imported) && !imported.includes("slicer-service/src/contract/"),
    );
    expect(wrong).toEqual([]);
  });

  it("names Cloudflare's types only where the platform is the business", () => {
    const names = /\b(R2\w+|KVNamespace|D1Database|DurableObject\w*|ExecutionContext)\b|cloudflare:workers/;
    const wrong = sources.filter(({ room, text }) => !NAME_CLOUDFLARE.includes(room) && names.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it("opens the database of all studios only in db and gate", () => {
    const wrong = wrongImports(
      ({ room }, imported) =>
        !["db", "gate", "tenant"].includes(room) &&
        isOurs(imported) &&
        /^db\/(database|access-queries)\.ts$/.test(imported),
    );
    expect(wrong).toEqual([]);
  });
});
