// Decimals as people write them: the accepted and the ambiguous ones.

import { describe, expect, it } from "vitest";
import { Faults, Invalid } from "../../../src/domain/errors.ts";
import { amountField, decimalField, wholeNumberField } from "../../../src/http/request/decimal-fields.ts";
import { addZodFaults } from "../../../src/http/request/validation.ts";

const millimetres = decimalField({ scale: 3, min: 1, max: 2000 });

function faultOf(field: typeof amountField, text: string): string | undefined {
  const parsed = field.safeParse(text);
  if (parsed.success) return undefined;
  const faults = new Faults();
  addZodFaults(faults, parsed.error);
  try {
    faults.throwIfAny();
  } catch (error) {
    if (error instanceof Invalid) return error.faults?.body?.map(({ en }) => en).join(" ");
  }
  return undefined;
}

describe("an amount", () => {
  it.each([
    ["12", 1200],
    ["12.5", 1250],
    ["12,50", 1250],
    ["1 234,56", 123_456],
    ["1\u00a0234.56", 123_456],
    ["0", 0],
  ])("takes %j", (text, minorUnits) => {
    expect(amountField.parse(text)).toBe(minorUnits);
  });

  it.each(["1,000", "1.000", "1 200,500", "12,345"])(
    "asks for the meaning of %j, rather than take a thousandth",
    (text) => {
      expect(faultOf(amountField, text)).toMatch(/could be \d+ or [\d.]+: write it without a separator/);
    },
  );

  it.each(["", "1e3", "0x10", "٣", "1,2,3", "--1", "NaN", "1.000,00"])("refuses %j", (text) => {
    expect(faultOf(amountField, text)).toBe("must be a decimal number, such as 12.50");
  });
});

describe("a number of thousandths", () => {
  it("takes three digits after the point, since it has them", () => {
    expect(millimetres.parse("0,125")).toBe(125);
  });
});

describe("a whole number", () => {
  it("asks for the meaning of 1,000", () => {
    expect(faultOf(wholeNumberField({ min: 0, max: 10_000 }), "1,000")).toMatch(/could be 1000 or 1\.00/);
  });
});
