import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inlineParameters, sqlLiteral } from "../../../scripts/operator/sql-literal.ts";

describe("an SQL literal", () => {
  it.each([
    [null, "NULL"],
    [true, "1"],
    [false, "0"],
    [0, "0"],
    [-12.5, "-12.5"],
    [Number.MAX_SAFE_INTEGER, "9007199254740991"],
    ["", "''"],
    ["О'Бласть", "'О''Бласть'"],
    ["''", "''''''"],
    [`"double" \\ -- ; /* */ ?`, `'"double" \\ -- ; /* */ ?'`],
    ["рядок\nінший 🏭", "'рядок\nінший 🏭'"],
  ])("of %j is %s", (value, literal) => {
    expect(sqlLiteral(value)).toBe(literal);
  });

  it("of a text holds no quotation mark that is not doubled, so nothing can follow it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        fc.pre(!text.includes("\0"));
        const inside = sqlLiteral(text).slice(1, -1);
        expect(inside.replaceAll("''", "")).not.toContain("'");
        expect(inside.replaceAll("''", "'")).toBe(text);
      }),
    );
  });

  it.each([["a\0b"], [Number.NaN], [Number.POSITIVE_INFINITY], [undefined], [{}], [10n]])(
    "is refused for %s, which SQLite has none for",
    (value) => {
      expect(() => sqlLiteral(value)).toThrow(TypeError);
    },
  );
});

describe("parameters", () => {
  it("take the places of the question marks, in order, and a question mark in a value is no place", () => {
    expect(inlineParameters("a = ? AND b = ?", ["what? it's", 2])).toBe("a = 'what? it''s' AND b = 2");
  });

  it("must be as many as the question marks", () => {
    expect(() => inlineParameters("a = ?", [])).toThrow("1 question marks for 0 values");
    expect(() => inlineParameters("a = ?", [1, 2])).toThrow("1 question marks for 2 values");
  });
});
