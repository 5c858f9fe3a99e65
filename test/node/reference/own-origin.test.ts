// The origin that documents show, and the tags of pages with it.

import { describe, expect, it } from "vitest";
import { atOrigin, builtTags, EXAMPLE_ORIGIN, shownOrigin, tagAt } from "../../../src/reference/own-origin.ts";

describe("the shown origin", () => {
  it.each([
    "https://api.studio.ua",
    "http://127.0.0.1:8930",
    "http://[::1]:8787",
    "http://localhost:8787",
    "https://xn--80ak6aa92e.com",
  ])("is the request's: %s", (origin) => {
    expect(shownOrigin(`${origin}/api/v1/docs?a=b`)).toBe(origin);
  });

  it.each([
    "a$(id).example",
    "a'b.example",
    "a`id`.example",
    "a&b.example",
    'a"b.example',
    "a;b.example",
    "a_b.example",
    "-a.example",
  ])("is the example's for a name that a shell or HTML might read: %s", (host) => {
    expect(shownOrigin(`http://${host}/api/v1/docs`)).toBe(EXAMPLE_ORIGIN);
  });

  it("stands in place of each example's", () => {
    expect(atOrigin(`${EXAMPLE_ORIGIN}/a ${EXAMPLE_ORIGIN}`, "https://x.org")).toBe("https://x.org/a https://x.org");
  });
});

describe("a page's tag", () => {
  const origin = "https://x.org";

  it.each([
    ['"abc"', '"abc-https://x.org"'],
    ['W/"abc"', 'W/"abc-https://x.org"'],
  ])("names its origin, and leads back to the built file's: %s", (built, tag) => {
    expect(tagAt(built, origin)).toBe(tag);
    expect(builtTags(tag, origin)).toBe(built);
  });

  it.each([
    ["", ""],
    ["*", "*"],
    ['"abc"', ""],
    ['"abc-https://y.org"', ""],
    ['"abc-https://y.org", "abc-https://x.org" , W/"d-https://x.org"', '"abc", W/"d"'],
  ])("of another origin is not asked for: %s", (known, built) => {
    expect(builtTags(known, origin)).toBe(built);
  });
});
