// SQL literals: the escaping that keeps the operator's input from becoming SQL.

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

  it("of any string contains only doubled quotes, so that the string cannot end early", () => {
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
    "does not exist for %s: it throws a TypeError",
    (value) => {
      expect(() => sqlLiteral(value)).toThrow(TypeError);
    },
  );
});

describe("parameters", () => {
  it("replace the question marks in order, and a question mark inside a value stays", () => {
    expect(inlineParameters("a = ? AND b = ?", ["what? it's", 2])).toBe("a = 'what? it''s' AND b = 2");
  });

  it("must match the question marks in number", () => {
    expect(() => inlineParameters("a = ?", [])).toThrow("1 question marks for 0 values");
    expect(() => inlineParameters("a = ?", [1, 2])).toThrow("1 question marks for 2 values");
  });
});
