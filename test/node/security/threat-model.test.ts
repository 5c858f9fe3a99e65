// docs/threat-model.md: every threat names how it is stopped, and tests that are there.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rowsOfTables } from "../../../harness/markdown-table.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";

const model = readFileSync(join(PROJECT_FOLDER, "docs/threat-model.md"), "utf8");
const threats = rowsOfTables(model, "Attack");

/** The tests that a cell names and that are not there: a path, and a part of a title in it. */
function missingTests(cell: string): string[] {
  const named = [...cell.matchAll(/`(test\/[^`]+)` "([^"]+)"/g)];
  if (named.length === 0) return [`no test: ${cell}`];
  return named
    .filter(([, path = "", title = ""]) => {
      const file = join(PROJECT_FOLDER, path);
      return !existsSync(file) || !titlesIn(readFileSync(file, "utf8")).some((text) => text.includes(title));
    })
    .map(([whole]) => whole);
}

/** First strings of `it`, `test` and `describe`. */
function titlesIn(source: string): string[] {
  const calls = source.matchAll(/\b(?:it|test|describe)[\s\S]{0,400}?\(\s*(?:"((?:[^"\\\n]|\\.)*)"|`([^`]*)`)\s*,/g);
  return [...calls].map(([, quoted, template]) => quoted ?? template ?? "");
}

describe("the threat model", () => {
  it("has threats of every actor, each with the way in which it is stopped", () => {
    expect(threats.length).toBeGreaterThan(50);
    for (const cells of threats) {
      expect(cells, cells.join(" | ")).toHaveLength(3);
      expect(
        cells.every((cell) => cell.length > 5),
        cells.join(" | "),
      ).toBe(true);
    }
  });

  it("names tests that are there", () => {
    expect(threats.flatMap(([, , tests = ""]) => missingTests(tests))).toEqual([]);
  });

  it.each([
    "nothing at all",
    '`test/api/none.test.ts` "is found"',
    '`test/api/tenancy.test.ts` "a title that no test has"',
    '`test/api/tenancy.test.ts` "makers above"',
  ])("would be found out by %s", (cell) => {
    expect(missingTests(cell)).toHaveLength(1);
  });

  it("leads from the document of reports, and back", () => {
    const reports = readFileSync(join(PROJECT_FOLDER, "SECURITY.md"), "utf8");
    expect(reports).toContain("docs/threat-model.md");
    expect(model).toContain("SECURITY.md");
  });
});
