// docs/personal-data.md: every stored column is named there, or listed as one without personal data.

import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codesIn, rowsOfTables } from "../../../harness/markdown-table.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { COLUMNS_WITHOUT_PERSON } from "./column-lists.ts";
import { databaseColumns, objectColumns } from "./stored-columns.ts";

const document = readFileSync(join(PROJECT_FOLDER, "docs/personal-data.md"), "utf8");
const rows = rowsOfTables(document, "Data");
const personal = rows.flatMap(([, places = ""]) => codesIn(places)).filter((place) => /^\w+(\.\w+)+$/.test(place));
const impersonal = Object.entries(COLUMNS_WITHOUT_PERSON).flatMap(([table, columns]) =>
  columns.split(" ").map((column) => `${table}.${column}`),
);
const stored = [...databaseColumns(), ...objectColumns()];

/** Sources that write into an object's storage beside its tables, and the content. */
const KEPT_BESIDE_TABLES: Readonly<Record<string, string>> = {
  "src/mail/studio-outbox.object.ts": "the studio's number",
  "slicer-service/src/container-lease.store.ts": "times of a container",
  "slicer-service/src/dispatcher.object.ts": "the latest engine's answer, with its times",
  "slicer-service/src/engine-container.object.ts": "the name of another image",
  "slicer-service/src/slice.store.ts": "a slice: studio's number, model's hash and key, profile, figures",
};

describe("every stored column", () => {
  it("is found in D1 and in the Durable Objects", () => {
    expect(stored.length).toBeGreaterThan(400);
    expect(stored).toEqual(expect.arrayContaining(["customers.phone_number", "VisitorDay.places.subnet"]));
    expect(stored).toEqual(expect.arrayContaining(["idempotency_keys.response", "RequestLog.asked_.request_id"]));
  });

  it("is personal by the document, or listed as one that is not", () => {
    const known = new Set([...personal, ...impersonal]);
    expect(stored.filter((column) => !known.has(column))).toEqual([]);
  });

  it("is not both, and the document and the list name no other", () => {
    expect(personal.filter((column) => impersonal.includes(column))).toEqual([]);
    expect([...personal, ...impersonal].filter((column) => !stored.includes(column))).toEqual([]);
    expect(new Set(personal).size).toBe(personal.length);
  });
});

describe("the document of personal data", () => {
  it("says of each kind its reason, time, erasure and test", () => {
    expect(rows.length).toBeGreaterThan(20);
    for (const cells of rows) {
      expect(cells, cells.join(" | ")).toHaveLength(6);
      expect(
        cells.every((cell) => cell !== ""),
        cells.join(" | "),
      ).toBe(true);
      const tests = codesIn(cells[5] ?? "");
      expect(tests.length).toBeGreaterThan(0);
      expect(tests.filter((path) => !existsSync(join(PROJECT_FOLDER, path)))).toEqual([]);
    }
  });
});

it("an object keeps nothing beside its tables that no person has looked at", () => {
  const sources = globSync(["src/**/*.ts", "slicer-service/src/**/*.ts"], { cwd: PROJECT_FOLDER });
  const writing = sources.filter((path) => {
    const code = readFileSync(join(PROJECT_FOLDER, path), "utf8");
    return /\b(?:storage(?:\.kv)?|kv)\.put\b|#(?:storage|kv)(?:\.kv)?\.put\b/.test(code);
  });
  expect(writing.sort()).toEqual(Object.keys(KEPT_BESIDE_TABLES).sort());
});
