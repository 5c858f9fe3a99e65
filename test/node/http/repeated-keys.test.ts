// Repeated keys of a JSON text: found at any depth, however written, and nothing else is taken for one.

import { describe, expect, it } from "vitest";
import { repeatedKeys } from "../../../src/http/request/repeated-keys.ts";

describe("a key that an object has twice", () => {
  it.each([
    ['{"a":1,"a":2}', ["a"]],
    ['{"a":1,"\\u0061":2}', ["a"]],
    ['[{"b":1},{"a":[1,{"b":1,"b":1}],"a":0}]', ["1.a.1.b", "1.a"]],
    ['{"a":{"a":1},"b":["a","a"],"c":"a","d":"{\\"a\\":1,\\"a\\":2}"}', []],
    ['{"a":"\\\\","b":"\\"","c":"a:","d":" } , ]"}', []],
    ['{"__proto__":1,"__proto__":2,"toString":1}', ["__proto__"]],
    ['"a"', []],
    ["[]", []],
  ])("is named by its path: %s", (json, paths) => {
    expect(repeatedKeys(json, JSON.parse(json))).toEqual(paths);
  });

  it("is named as often as a person reads, in a text of any depth", () => {
    const many = `{${Array.from({ length: 100 }, (_, index) => `"k${index}":0,"k${index}":0`).join(",")}}`;
    expect(repeatedKeys(many, JSON.parse(many))).toHaveLength(20);
    const deep = 3000;
    const nested = `${'{"a":'.repeat(deep)}{"b":1,"b":2}${"}".repeat(deep)}`;
    expect(repeatedKeys(nested, JSON.parse(nested))[0]?.endsWith("a.b")).toBe(true);
  });
});
