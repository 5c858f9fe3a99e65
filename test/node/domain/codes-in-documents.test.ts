// Codes of failures and warnings: the guide explains every one, and each has words for people in both languages.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import {
  type ItemWarning,
  WARNING_CODE_NAMES,
  WARNING_NAMES,
  warningSentence,
} from "../../../src/domain/item-warning.ts";
import { FAILURE_CODES } from "../../../src/domain/print/slicing.ts";

const guide = await readFile(join(PROJECT_FOLDER, "docs/guides/12-models-and-warnings.md"), "utf8");

describe("the guide to errors", () => {
  it.each([...FAILURE_CODES, ...WARNING_CODE_NAMES])("explains %s, and advises on it", (code) => {
    expect(guide).toMatch(new RegExp(`^\\| \`${code}\` \\| \\S.* \\| \\S.* \\|$`, "m"));
  });
});

const ALL: readonly ItemWarning[] = [
  { code: "needs_supports", overhangSquareMm: 1234 },
  { code: "will_not_stand", footprintSquareMm: 40 },
  { code: "will_not_stand", footprintSquareMm: 40, heightMm: 120 },
  { code: "lowered", byMm: 0.15 },
  { code: "walls_lost", lostPercent: 3 },
  { code: "holes_closed", holes: 2, largestErrorPercent: 1.2 },
  { code: "surface_mended" },
  { code: "scaled", unit: "inch", factor: 25.4 },
  { code: "scaled", unit: "furlong", factor: 201_168 },
  { code: "modifiers_ignored", count: 1 },
  { code: "negative_parts_cut", count: 1 },
  { code: "objects_left_out", count: 1 },
  { code: "several_colours", count: 3 },
  { code: "surfaces_left_out", count: 1 },
  { code: "settings_not_followed", numbers: ["skinPattern"] },
  { code: "fits_no_printer", volumeOf: "printers", volumeMm: null },
  { code: "fits_no_printer", volumeOf: "parameters", volumeMm: { x: 220, y: 220 } },
  { code: "fits_no_printer", volumeOf: "default_machine", volumeMm: { x: 127, y: 80, z: 150 } },
];

describe("a warning in words", () => {
  it("is there for every code", () => {
    expect([...new Set(ALL.map(({ code }) => code))].sort()).toEqual([...WARNING_CODE_NAMES].sort());
  });

  it.each(ALL)("is sentences in both languages, without an unfilled number: $code", (warning) => {
    const { en, uk } = warningSentence(warning);
    for (const sentence of [en, uk]) expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
    for (const sentence of [en, uk]) expect(sentence).not.toMatch(/undefined|NaN|null/);
    // The name of an unknown unit stays as the file has it, and a profile's number is called as in the catalog file.
    expect(uk.replace(/furlong|skinPattern/, "")).not.toMatch(/[a-z]{4,}/);
    expect(en).not.toMatch(/\p{Script=Cyrillic}/u);
    expect(WARNING_NAMES[warning.code].uk).not.toBe(WARNING_NAMES[warning.code].en);
  });
});
