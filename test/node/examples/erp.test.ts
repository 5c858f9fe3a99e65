// The ERP example's files: CSV that no customer can make compute, and names that every file system takes.

import { describe, expect, it } from "vitest";
import { toCsv } from "../../../examples/erp/csv.ts";
import { fileNameOf } from "../../../examples/erp/file-names.ts";

describe("a CSV file", () => {
  it("begins with the mark by which spreadsheets know UTF-8", () => {
    expect(toCsv([["імʼя"], ["Леся"]])).toBe("\uFEFFімʼя\r\nЛеся\r\n");
  });

  it.each([
    ["part;=1+1", "part;'=1+1"],
    ["part;@SUM(A1)", "part;'@SUM(A1)"],
    ["part;+1+1;-1", "part;'+1+1;'-1"],
    ["part; =1+1", "part; '=1+1"],
    ["part\n=1+1", `"part\n'=1+1"`],
    ["=1+1", "'=1+1"],
    ["+380501234567", "+380501234567"],
    ["a-b;c", "a-b;c"],
  ])("holds no formula, not after a semicolon either: %j", (value, cell) => {
    expect(toCsv([[value]])).toBe(`\uFEFF${cell}\r\n`);
  });
});

describe("a downloaded model's name", () => {
  it.each(["私", "й", "a", "𐐷"])("fits a file system for a long name of %s, and keeps its extension", (letter) => {
    const name = fileNameOf({ id: 1_234_567, originalFileName: `${letter.repeat(251)}.stl` });
    expect(Buffer.byteLength(`${name}.part`)).toBeLessThanOrEqual(255);
    expect(name).toMatch(new RegExp(`^1234567-${letter}+\\.stl$`, "u"));
  });

  it("is no path", () => {
    expect(fileNameOf({ id: 7, originalFileName: "..\\..\\etc/part:1.stl" })).toBe("7-part_1.stl");
    expect(fileNameOf({ id: 7, originalFileName: null })).toBe("7-model");
  });
});
