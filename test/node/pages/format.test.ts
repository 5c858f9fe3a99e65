// Names, languages, amounts and moments as people read them, in every language.

import { describe, expect, it } from "vitest";
import { dateAndTime, decimalAmount, languageName } from "../../../src/pages/format.ts";
import { quoted } from "../../../src/pages/words.ts";

describe("a name in Ukrainian quotation marks", () => {
  it("has the inner ones for its own", () => {
    expect(quoted("Ваза «Хвиля»")).toBe("«Ваза „Хвиля“»");
  });
});

describe("an amount", () => {
  it("below zero has the sign of a minus, as a discount has beside its percentage", () => {
    expect(decimalAmount("uk", "-85.65", "UAH")).toMatch(/^−85,65\s₴$/);
    expect(decimalAmount("en", "-1234.50", "USD")).toBe("−$1,234.50");
  });
});

describe("a language", () => {
  it.each([
    ["en", "uk", "Ukrainian"],
    ["uk", "pl", "польська"],
    ["en", "crh", "Crimean Tatar"],
    ["uk", "crh", "кримськотатарська"],
  ] as const)("has in %s for the code %s the name %s", (language, locale, name) => {
    expect(languageName(language, locale)).toBe(name);
  });

  it("that is none is shown as it is kept", () => {
    expect(languageName("en", "!!")).toBe("!!");
  });
});

describe("a moment", () => {
  it.each(["en", "uk"] as const)("has the hour of 24 in %s", (language) => {
    expect(dateAndTime(language, Date.UTC(2026, 10, 23, 19, 5))).toMatch(/21:05$/);
    expect(dateAndTime(language, Date.UTC(2026, 10, 23, 22, 5))).toMatch(/00:05$/);
  });
});
