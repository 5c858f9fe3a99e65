// Guides: the Markdown files of docs/guides, in the order of their numbers.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_FOLDER } from "../project-folder.ts";

const GUIDES_FOLDER = join(PROJECT_FOLDER, "docs/guides");
/** A document beside the guides that they link to. It is no guide: it is too long for one. */
const WRONG_REQUESTS = "wrong-requests";
const FILE_NAME = /^\d{2}-([a-z-]+)\.md$/;

export interface Guide {
  readonly file: string;
  /** The page's name: the file's, without its number. */
  readonly slug: string;
  readonly title: string;
  /** The first paragraph, as one line: the guide's purpose. */
  readonly summary: string;
  readonly markdown: string;
}

export async function readGuides(): Promise<readonly Guide[]> {
  const files = (await readdir(GUIDES_FOLDER)).filter((file) => file.endsWith(".md")).sort();
  return Promise.all(files.map(async (file) => guideOf(file, await readFile(join(GUIDES_FOLDER, file), "utf8"))));
}

/** The page of wrong requests, which npm run wrong-requests writes. */
export async function readWrongRequests(): Promise<Guide> {
  const file = `${WRONG_REQUESTS}.md`;
  return read(file, WRONG_REQUESTS, await readFile(join(PROJECT_FOLDER, "docs", file), "utf8"));
}

/** @throws Error if the file's name, title or first paragraph does not fit the pages */
function guideOf(file: string, markdown: string): Guide {
  const [, slug] = FILE_NAME.exec(file) ?? [];
  if (slug === undefined) throw new Error(`docs/guides/${file}: a guide's name is two digits, words and .md`);
  return read(file, slug, markdown);
}

function read(file: string, slug: string, markdown: string): Guide {
  const [, title, summary] = /^# (.+)\n\n((?:.+\n)+)/.exec(markdown) ?? [];
  if (title === undefined || summary === undefined) {
    throw new Error(`${file}: a document begins with its title and a paragraph`);
  }
  return { file, slug, title, summary: summary.trim().replaceAll("\n", " "), markdown };
}
