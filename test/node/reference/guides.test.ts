// Guides: the table of codes is complete, links between files hold, every page is short enough to be read.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readOpenApiDocument } from "../../../scripts/contract/open-api-document.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { readGuides } from "../../../scripts/reference/guides.ts";
import { referenceOperations } from "../../../scripts/reference/operations.ts";
import { ERROR_CODES } from "../../../src/http/errors.ts";

const guides = await readGuides();

describe("the table of error codes", () => {
  const { markdown = "" } = guides.find(({ slug }) => slug === "errors") ?? {};
  const rows = [...markdown.matchAll(/^\| (\d{3}) `(errors\.\w+)` \| (.+) \| (.+) \|$/gm)].map(
    ([, status, code, happened, todo]) => ({ status: Number(status), code, happened, todo }),
  );

  it("has each code under its status, and no other", () => {
    const answered = Object.entries(ERROR_CODES).flatMap(([status, codes]) => codes.map((code) => `${status} ${code}`));
    expect(rows.map(({ status, code }) => `${status} ${code}`).sort()).toEqual(answered.sort());
  });

  it("has every code that the contract publishes", async () => {
    const published = referenceOperations(await readOpenApiDocument()).flatMap(({ answers }) =>
      answers.flatMap(({ status, errorCodes }) => errorCodes.map((code) => `${status} ${code}`)),
    );
    expect(new Set(published).size).toBeGreaterThan(8);
    const told = rows.map(({ status, code }) => `${status} ${code}`);
    expect([...new Set(published)].filter((code) => !told.includes(code))).toEqual([]);
  });

  it("explains each, and advises on it", () => {
    for (const { code, happened = "", todo = "" } of rows) {
      expect(happened.length, code).toBeGreaterThan(10);
      expect(todo.length, code).toBeGreaterThan(10);
    }
  });
});

describe("a guide", () => {
  it.each(guides)("is one or two screens long: $file", ({ markdown }) => {
    // Readers with another language skip the programs.
    const prose = markdown.replaceAll(/^```(?:js|python|php)[\s\S]*?^```$/gm, "");
    expect(prose.split(/\s+/).length).toBeLessThan(900);
  });

  it.each(guides)("links to guides and headings that exist: $file", ({ markdown }) => {
    // The one document beside the guides that is served.
    const files = [...readdirSync(join(PROJECT_FOLDER, "docs/guides")), "../wrong-requests.md"];
    const links = [...markdown.matchAll(/\]\(([^)\s#]+)(#[^)]*)?\)/g)].map(([, href = ""]) => href);
    expect(links.filter((href) => !files.includes(href))).toEqual([]);
  });
});
