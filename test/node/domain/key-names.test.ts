// The name of a key's replacement: the next free number after the old key's own.

import { describe, expect, it } from "vitest";
import { doesKeyEndSoon, isKeyEnded, MAX_KEY_NAME_CHARACTERS, nextKeyName } from "../../../src/domain/api-key.ts";

describe("the name of a replacement", () => {
  it.each([
    ["Сайт", [], "Сайт 2"],
    ["Сайт 2", ["Сайт 2"], "Сайт 3"],
    ["Сайт", ["Сайт", "Сайт 2", "Сайт 3"], "Сайт 4"],
    ["2027", [], "2027 2"],
    ["Site v1", [], "Site v1 2"],
    ["к".repeat(100), [], `${"к".repeat(98)} 2`],
    ["🖨".repeat(50), [], `${"🖨".repeat(49)} 2`],
    [`к${"🖨".repeat(49)}`, [], `к${"🖨".repeat(48)} 2`],
  ])("of %j beside %j is %j", (name, taken, expected) => {
    expect(nextKeyName(name, taken)).toBe(expected);
    expect(expected.length).toBeLessThanOrEqual(MAX_KEY_NAME_CHARACTERS);
  });
});

describe("the end of a key", () => {
  const DAY = 86_400_000;

  it("has come at its moment, and is near from 14 days before until then", () => {
    expect([isKeyEnded(null, 5), isKeyEnded(6, 5), isKeyEnded(5, 5)]).toEqual([false, false, true]);
    const end = 100 * DAY;
    const nearAt = [86 * DAY - 1, 86 * DAY, end - 1, end].map((now) => doesKeyEndSoon(end, now));
    expect(nearAt).toEqual([false, true, true, false]);
    expect(doesKeyEndSoon(null, 0)).toBe(false);
  });
});
