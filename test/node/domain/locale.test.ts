// Tags that can be a studio's locale.

import { describe, expect, it } from "vitest";
import { localeOf } from "../../../src/domain/customer.ts";

describe("a locale", () => {
  it.each([
    ["uk", "uk"],
    ["UK-ua", "uk-UA"],
    ["en-GB", "en-GB"],
    ["sr-latn-rs", "sr-Latn-RS"],
    ["es-419", "es-419"],
  ])("is %s, written %s", (tag, proper) => {
    expect(localeOf(tag)).toBe(proper);
  });

  it.each(["", "u", "uk_UA", "uk-x-priv", "en-u-ca-buddhist", "i-klingon", "де", "en-GB-oxendict"])(
    "is not %s",
    (tag) => {
      expect(localeOf(tag)).toBeUndefined();
    },
  );
});
