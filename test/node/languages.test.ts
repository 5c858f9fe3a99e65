// The languages test: no source chooses by the name of a language, so that another one is forgotten nowhere.

import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../src/domain/person.ts";
import { sourcesIn } from "./tree.ts";

const NAME = `["'\`](?:${LANGUAGES.join("|")})["'\`]`;
/** A condition that asks for one language. A table by language does not compile with one missing. */
const COMPARISON = new RegExp(`[!=]==?\\s*${NAME}|${NAME}\\s*[!=]==?|\\bcase\\s+${NAME}|\\.startsWith\\(${NAME}\\)`);

describe("the sources", () => {
  it("compare with no language, but have a table for all of them", () => {
    const sources = sourcesIn(["src", "scripts", "client/src"]);
    const comparing = sources.filter(({ text }) => COMPARISON.test(text)).map(({ path }) => path.split("/").at(-1));
    expect(comparing).toEqual([]);
  });

  it.each(['language === "uk" ? a : b', 'if ("en" !== language)', 'case "uk":', 'locale.startsWith("uk")'])(
    "would be found out by %s",
    (text) => expect(text).toMatch(COMPARISON),
  );

  it.each(['counted("uk", count, word)', 'languageAsked(context, "en")', "{ en: 1, uk: 2 }"])("may say %s", (text) => {
    expect(text).not.toMatch(COMPARISON);
  });
});
