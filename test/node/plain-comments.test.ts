// Plain comments: each names its people, and begins with its subject.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT_FOLDER } from "../../scripts/project-folder.ts";

/** Written by `npm run contract` from the contract's own sentences. */
const GENERATED = ["client/src/types.ts"];

/** Pronouns without a person. A comment names the caller, the visitor, the owner, the operator instead. */
const FACELESS = /\b(?:nobody|somebody|someone|anybody|anyone|whoever|no one)\b/i;
/** Beginnings in place of a subject. */
const WITHOUT_SUBJECT = /^(?:Of|Where|When|What|Which|Who|Whose|Whom|Whoever|Whatever|How|Why) /;
/** A clause in place of a noun. "who" after a noun is none ("a visitor who pays"), nor is any "whose". */
const CLAUSE_FOR_NOUN =
  /\b(?:what|whatever)\b|(?:[.:;?(]|\b(?:and|or|but|that|if|than|as|of|for|by|with|from)) who\b|^@(?:param \w+|returns) (?:how|when|where|which|why)\b|\b(?:and|by|of|says|states|tells|with) how\b/i;
/** Text of other mouths: a question of the page, a name of the code. */
const QUOTED = /"[^"]*"|`[^`]*`|“[^”]*”/g;

/** The comments of a source as they read: lines joined, each tag of a docstring by itself. Trailing comments are left out. */
function commentsIn(text: string): string[] {
  const blocks = text.match(/^[ \t]*\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+/gm) ?? [];
  return blocks.flatMap((block) =>
    block
      .replaceAll(/^[ \t]*(?:\/\*\*?|\*\/|\*|\/\/)[ \t]?|[ \t]*\*\/$/gm, "")
      .split(/\n[ \t]*\n|\n?(?=@(?:param|returns|throws|see) )/)
      .map((paragraph) => paragraph.replaceAll(/\s+/g, " ").trim()),
  );
}

function riddlesIn(text: string): string[] {
  return commentsIn(text).filter((comment) => {
    const own = comment.replaceAll(QUOTED, "“”");
    return FACELESS.test(comment) || WITHOUT_SUBJECT.test(comment) || CLAUSE_FOR_NOUN.test(own);
  });
}

const paths = execFileSync("git", ["ls-files", "--", "*.ts", "*.tsx", "*.js", "*.css"], {
  cwd: PROJECT_FOLDER,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && !GENERATED.includes(path));
const read = (path: string) => readFileSync(join(PROJECT_FOLDER, path), "utf8");

describe("a comment", () => {
  it("names its subject, has no clause in place of a noun, and no nobody, somebody or whoever", () => {
    const found = paths.flatMap((path) => riddlesIn(read(path)).map((riddle) => `${path}: ${riddle}`));
    expect(found).toEqual([]);
  });

  it.each([
    "// Refused where nobody is signed in.",
    "/** For whom a form was refused because somebody else was first. */",
    "/** Of a studio's own widget. */",
    "  // Where the models lie.",
    "/**\n * Adds a key.\n *\n * Whoever calls it tells the gate.\n */",
    "// The gate of a studio.\n//\n// What it was not told, D1 repairs.",
    "/** Finds the entry that a file names, or what it means. */",
    "// Prints what a Worker logs as an error.",
    "/** Charged once per item, whatever its quantity. */",
    "// A form carries no photos, and who is not signed in sends none.",
    "/** @throws UserError with one line that says what is wrong */",
    "/** How many copies wait. */",
    "/**\n * Waits for a job.\n *\n * @param pause how long it waits\n */",
    "// Requests of one status, and how many there are.",
  ])("would be found out: %j", (comment) => {
    expect(riddlesIn(`${comment}\nconst x = 1;\n`)).toHaveLength(1);
  });

  it("may hold such words within a sentence with a subject, and code may", () => {
    const text = `
/** The studio that sent it: undefined where there is none. */
const Of = "Whoever";
/** A visitor who pays, people for whom a studio prints, a slice whose turn it is. */
const what = "what";
// The question "what does it cost?" of the page, asked by \`whatItCosts\`.
`;
    expect(riddlesIn(text)).toEqual([]);
  });
});
