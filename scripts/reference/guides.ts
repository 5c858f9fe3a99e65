// Guides: the Markdown files of docs/guides and its languages' folders, in the order of their numbers.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { LANGUAGES, type Language } from "../../src/domain/person.ts";
import { GUIDE_FOLDERS } from "../../src/http/guide-address.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";

const GUIDES_FOLDER = join(PROJECT_FOLDER, "docs/guides");
/** A document beside the guides that they link to. It is no guide: it is too long for one. */
const WRONG_REQUESTS = "wrong-requests";
const FILE_NAME = /^\d{2}-([a-z-]+)\.md$/;

export interface Guide {
  /** The same in every language. */
  readonly file: string;
  readonly language: Language;
  /** The page's name: the file's, without its number, behind the folder of its language. */
  readonly slug: string;
  readonly title: string;
  /** The first paragraph, as one line: the guide's purpose. */
  readonly summary: string;
  readonly markdown: string;
}

/** All guides in English, or those that are translated into another language. */
export async function readGuides(language: Language = "en"): Promise<readonly Guide[]> {
  const folder = join(GUIDES_FOLDER, GUIDE_FOLDERS[language]);
  const files = (await readdir(folder)).filter((file) => file.endsWith(".md")).sort();
  return Promise.all(files.map(async (file) => guideOf(file, language, await readFile(join(folder, file), "utf8"))));
}

/** The languages beside English, in which every guide is written first. */
const TRANSLATION_LANGUAGES = LANGUAGES.filter((language) => GUIDE_FOLDERS[language] !== "");

export interface Translation {
  readonly language: Language;
  readonly guides: readonly Guide[];
}

export function readTranslations(): Promise<readonly Translation[]> {
  return Promise.all(TRANSLATION_LANGUAGES.map(async (language) => ({ language, guides: await readGuides(language) })));
}

/** The page of wrong requests, which npm run wrong-requests writes. */
export async function readWrongRequests(): Promise<Guide> {
  const file = `${WRONG_REQUESTS}.md`;
  const markdown = await readFile(join(PROJECT_FOLDER, "docs", file), "utf8");
  return { file, language: "en", slug: WRONG_REQUESTS, ...beginningOf(`docs/${file}`, markdown), markdown };
}

/** @throws Error if the file's name, title or first paragraph does not fit the pages */
function guideOf(file: string, language: Language, markdown: string): Guide {
  const [, name] = FILE_NAME.exec(file) ?? [];
  const path = `docs/guides/${GUIDE_FOLDERS[language]}${file}`;
  if (name === undefined) throw new Error(`${path}: a guide's name is two digits, words and .md`);
  const slug = `${GUIDE_FOLDERS[language]}${name}`;
  return { file, language, slug, ...beginningOf(path, markdown), markdown };
}

function beginningOf(path: string, markdown: string): Pick<Guide, "title" | "summary"> {
  const [, title, summary] = /^# (.+)\n\n((?:.+\n)+)/.exec(markdown) ?? [];
  if (title === undefined || summary === undefined) {
    throw new Error(`${path}: a document begins with its title and a paragraph`);
  }
  return { title, summary: summary.trim().replaceAll("\n", " ") };
}
