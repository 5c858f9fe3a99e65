// The documents: their links, paths and citations lead somewhere, and README stays short.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";

const PROJECT = join(import.meta.dirname, "../..");
const README_WORDS = 1200;
const PICTURES_MEBIBYTES = 3;

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
  cwd: PROJECT,
  encoding: "utf8",
})
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(PROJECT, path)));
const documents = tracked.filter((path) => path.endsWith(".md"));

/** Documents of the present: CHANGELOG.md names files of their time. */
const current = documents.filter((path) => path !== "CHANGELOG.md");

function textOf(path: string): string {
  return readFileSync(join(PROJECT, path), "utf8");
}

/** Without fenced blocks, which are commands and programs. */
function proseOf(text: string): string {
  return text.replace(/^(```|~~~)[\s\S]*?^\1$/gm, "");
}

/** The anchor that a heading gets on the hosts of code. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}

function anchorsOf(text: string): string[] {
  return [...proseOf(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));
}

/** Links of a document that lead to no file, folder or heading of the project, each as "document: link". */
function brokenLinks(path: string, text: string): string[] {
  return [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : posix.join(posix.dirname(path), file);
      if (!existsSync(join(PROJECT, target))) return true;
      return anchor !== undefined && !anchorsOf(target === path ? text : textOf(target)).includes(anchor);
    })
    .map((link) => `${path}: ${link}`);
}

/** Paths of sources in a document's text that are not there; `<feature>` and `*` stand for any name. */
function missingPaths(path: string, text: string): string[] {
  return [...proseOf(text).matchAll(/`((?:src|test|scripts|harness|bench|proof|client|docs|migrations)\/[^`\s]*)`/g)]
    .map(([, named = ""]) => named)
    .filter((named) => {
      const pattern = named
        .replace(/\/$/, "")
        .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
        .replace(/<[^>]+>|\*+/g, "[^/]+");
      const isNamed = new RegExp(`^(slicer-service/)?${pattern}(/|$|\\.)`);
      return !tracked.some((file) => isNamed.test(file));
    })
    .map((named) => `${path}: ${named}`);
}

describe("the documents", () => {
  it("link to files and headings of the project", () => {
    expect(current.flatMap((path) => brokenLinks(path, textOf(path)))).toEqual([]);
  });

  it("name sources that are there", () => {
    expect(current.flatMap((path) => missingPaths(path, textOf(path)))).toEqual([]);
  });

  it("would be found out by a wrong link, heading or path", () => {
    expect(brokenLinks("README.md", "[a](docs/none.md) [b](CONTRIBUTING.md#none) [c](#none)\n# Some")).toHaveLength(3);
    expect(brokenLinks("README.md", "[c](#one-heading) [d](docs/guides)\n# One heading")).toEqual([]);
    expect(missingPaths("README.md", "`src/none.ts` `src/app.ts` `src/<feature>/*.schema.ts` `src/none/*.ts`")).toEqual(
      ["README.md: src/none.ts", "README.md: src/none/*.ts"],
    );
  });

  it(`begin with a README of at most ${README_WORDS} words`, () => {
    expect(textOf("README.md").trim().split(/\s+/).length).toBeLessThanOrEqual(README_WORDS);
  });

  it(`show pictures of at most ${PICTURES_MEBIBYTES} MiB in all, each of them in a document`, () => {
    const pictures = tracked.filter((path) => /^docs\/.*\.(webp|png|jpe?g)$/.test(path));
    const bytes = pictures.map((path) => statSync(join(PROJECT, path)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(PICTURES_MEBIBYTES * 2 ** 20);
    const shown = current.map(textOf).join("\n");
    expect(pictures.filter((path) => !shown.includes(posix.basename(path)))).toEqual([]);
  });
});

describe("the specification", () => {
  const rules = [...textOf("docs/specification.md").matchAll(/^(?:## |\*\*)(\d+(?:\.\d+)?) /gm)].map(
    ([, rule]) => rule,
  );

  it("numbers its rules one after the other", () => {
    const inOrder: string[] = [];
    for (const rule of rules) {
      const [section, last] = (inOrder.at(-1) ?? "0").split(".").map(Number);
      inOrder.push(rule?.includes(".") ? `${section}.${(last ?? 0) + 1}` : `${(section ?? 0) + 1}`);
    }
    expect(rules).toEqual(inOrder);
    expect(rules.length).toBeGreaterThan(50);
  });

  it("has every rule that the sources cite", () => {
    const sources = tracked.filter((path) => /^(src|slicer-service|scripts|harness|test)\/.*\.tsx?$/.test(path));
    const cited = sources.flatMap((path) =>
      [...textOf(path).matchAll(/\bspecification (\d[\d., ]*\d|\d)/g)].flatMap(([, numbers = ""]) =>
        numbers.split(/, ?/).map((rule) => ({ path, rule })),
      ),
    );
    expect(cited.length).toBeGreaterThan(5);
    expect(cited.filter(({ rule }) => !rules.includes(rule))).toEqual([]);
  });
});
