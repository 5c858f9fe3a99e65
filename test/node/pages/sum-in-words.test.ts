// Sums in words: hryvnias in Ukrainian, in Cyrillic letters only.

import { describe, expect, it } from "vitest";
import { CURRENCIES, currencyOfCode } from "../../../src/domain/currency.ts";
import { minorUnits } from "../../../src/domain/money.ts";
import { sumInWords } from "../../../src/pages/sum-in-words.ts";

const UAH = currencyOfCode("UAH");

describe("a sum in words", () => {
  it.each([
    [0, "Нуль гривень"],
    [5, "П’ять копійок"],
    [100, "Одна гривня"],
    [202, "Дві гривні дві копійки"],
    [1_100, "Одинадцять гривень"],
    [2_101, "Двадцять одна гривня одна копійка"],
    [11_100, "Сто одинадцять гривень"],
    [100_000, "Одна тисяча гривень"],
    [123_456, "Одна тисяча двісті тридцять чотири гривні п’ятдесят шість копійок"],
    [2_200_000, "Двадцять дві тисячі гривень"],
    [100_000_000, "Один мільйон гривень"],
  ])("of %i kopiykas is “%s”", (minor, words) => {
    expect(sumInWords("uk", minorUnits(minor), UAH)).toBe(words);
  });

  it("has no letter of another alphabet, which a search would not find", () => {
    for (let minor = 1; minor < 1e13; minor = Math.round(minor * 1.37) + 1) {
      expect(sumInWords("uk", minorUnits(minor), UAH)).toMatch(/^[\p{Script=Cyrillic}’ ]+$/u);
    }
  });

  it("is left out in English, and of other currencies", () => {
    expect(sumInWords("en", minorUnits(100), UAH)).toBeUndefined();
    for (const currency of CURRENCIES.filter(({ code }) => code !== "UAH")) {
      expect(sumInWords("uk", minorUnits(100), currency)).toBeUndefined();
    }
  });
});
