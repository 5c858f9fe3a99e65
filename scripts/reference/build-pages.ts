// Builds the documents into public/docs: guides and reference as HTML and Markdown, downloads, the home page, search index, llms.txt.

import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { html, raw } from "hono/html";
import { LANGUAGES } from "../../src/domain/person.ts";
import { DOWNLOADS } from "../../src/reference/downloads.ts";
import { readOpenApiDocument } from "../contract/open-api-document.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { DOCS, DOWNLOADS_PAGE } from "./addresses.ts";
import { type Download, downloadsMarkdown, makeDownloads } from "./downloads.ts";
import { firstPageOf, framed, type PageVersion, SEARCH_FILES, type Site } from "./frame.page.ts";
import { type Guide, readGuides, readTranslations, readWrongRequests, type Translation } from "./guides.ts";
import { homePage } from "./home.page.ts";
import { MarkdownPages, servedMarkdown } from "./markdown.ts";
import { referenceOperations } from "./operations.ts";
import { overviewPage, translatedOverviewPage } from "./overview.page.ts";
import { referencePage } from "./reference.page.ts";
import { referenceWords } from "./reference.words.ts";
import {
  overviewMarkdown,
  referenceMarkdown,
  translatedOverviewMarkdown,
  writeLlmsText,
} from "./reference-markdown.ts";
import { Schemas } from "./schemas.ts";
import { searchIndex } from "./search-index.ts";

const PAGES = "public/docs/pages";
const HOME = "public/docs/home";
const DOWNLOADS_FOLDER = `public/docs/${DOWNLOADS}`;
const ASSETS = "public/docs/assets";
/** On the disk of the others, so that a file is moved there in one step. */
const UNFINISHED = ".cache/unfinished-pages";

/** @param assetsVersion changes with the page's script and style */
export async function buildPages(assetsVersion: string): Promise<void> {
  const files = await makePages(assetsVersion);
  for (const folder of new Set([UNFINISHED, ...Object.keys(files).map((path) => dirname(path))])) {
    await mkdir(join(PROJECT_FOLDER, folder), { recursive: true });
  }
  await Promise.all(Object.entries(files).map(([path, content]) => writeWhole(join(PROJECT_FOLDER, path), content)));
  for (const folder of [PAGES, DOWNLOADS_FOLDER]) await removeOthers(folder, files);
}

type Files = Readonly<Record<string, string | Uint8Array>>;

/** A service that reads meanwhile meets the file of before, never a half-written one. Another build removes files beside it. */
async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const unfinished = join(PROJECT_FOLDER, UNFINISHED, crypto.randomUUID());
  await writeFile(unfinished, content);
  await rename(unfinished, path);
}

/** Removes files of earlier builds alone: a service that starts at this moment lists the folder and then reads its files. */
async function removeOthers(folder: string, files: Files): Promise<void> {
  const entries = await readdir(join(PROJECT_FOLDER, folder), { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(join(PROJECT_FOLDER, folder), join(parentPath, name)));
  const others = names.map((name) => `${folder}/${name}`).filter((path) => files[path] === undefined);
  await Promise.all(others.map((path) => rm(join(PROJECT_FOLDER, path), { force: true })));
}

/** Every file by its path in the project. */
async function makePages(assetsVersion: string): Promise<Files> {
  const document = await readOpenApiDocument();
  const schemas = new Schemas(document);
  const operations = referenceOperations(document);
  const guides = await readGuides();
  const wrongRequests = await readWrongRequests();
  const downloads = await makeDownloads(document, join(PROJECT_FOLDER, DOWNLOADS_FOLDER));
  const translations = await readTranslations();
  const translatedGuides = translations.flatMap((translation) => translation.guides);
  const markdown = new MarkdownPages(operations);
  const { title } = document.info;
  const [description = "", ...introduction] = (document.info.description ?? "").split("\n\n");
  const tagDescriptions = new Map((document.tags ?? []).map((tag) => [tag.name, tag.description ?? ""]));
  const site: Site = { title, language: "en", guides, untranslated: [], operations, assetsVersion };
  const versions = versionsOf([...guides, ...translatedGuides]);

  const pages = {
    index: framed(site, {
      title,
      description,
      slug: "",
      hasMarkdown: true,
      layout: "text",
      versions: versions.ofOverview,
      content: overviewPage(site, description),
    }),
    reference: framed(site, {
      title: "Reference",
      description: "Every operation with its fields, samples, answers and errors",
      slug: "reference",
      hasMarkdown: true,
      layout: "reference",
      content: referencePage({
        operations,
        schemas,
        markdown,
        introduction: introduction.join("\n\n"),
        tagDescriptions,
      }),
    }),
    [DOWNLOADS]: downloadsPage(site, downloads, markdown),
    "not-found": framed(site, {
      title: "There is no such page",
      description: "An unknown address",
      slug: "not-found",
      hasMarkdown: false,
      layout: "text",
      content: notFoundPage([...guides, ...translatedGuides]),
    }),
    ...Object.fromEntries(
      guides.map((guide) => [guide.slug, guidePage(site, guide, versions.ofGuide(guide), markdown)]),
    ),
    [wrongRequests.slug]: guidePage(site, wrongRequests, [], markdown),
  };
  const twins = {
    "index.md": overviewMarkdown(title, description, guides, translatedGuides, operations),
    "reference.md": referenceMarkdown(operations, schemas),
    [`${DOWNLOADS}.md`]: downloadsMarkdown(downloads),
    "llms.txt": writeLlmsText(title, description, guides, translatedGuides),
    ...Object.fromEntries(
      [...guides, wrongRequests].map((guide) => [`${guide.slug}.md`, servedMarkdown(guide.markdown)]),
    ),
  };
  return {
    ...Object.fromEntries(Object.entries(pages).map(([name, text]) => [`${PAGES}/${name}.html`, text])),
    ...Object.fromEntries(Object.entries(twins).map(([name, text]) => [`${PAGES}/${name}`, text])),
    ...Object.fromEntries(LANGUAGES.map((language) => [`${HOME}/${language}.html`, homePage(language, assetsVersion)])),
    ...Object.fromEntries(downloads.map(({ name, content }) => [`${DOWNLOADS_FOLDER}/${name}`, content])),
    [`${ASSETS}/${SEARCH_FILES[site.language]}`]: JSON.stringify(
      searchIndex([...guides, downloadsGuide(downloads)], operations, schemas),
    ),
    ...Object.assign({}, ...translations.map((translation) => translatedFiles(site, translation, versions, schemas))),
  };
}

/** The pages of one language beside English, each with its Markdown, and their search index. */
function translatedFiles(
  original: Site,
  { language, guides }: Translation,
  versions: Versions,
  schemas: Schemas,
): Readonly<Record<string, string>> {
  const translated = new Set(guides.map(({ file }) => file));
  const untranslated = original.guides.filter(({ file }) => !translated.has(file));
  const site: Site = { ...original, language, guides, untranslated, operations: [] };
  const words = referenceWords(language);
  const markdown = new MarkdownPages(original.operations, language);
  const overview = firstPageOf(language);
  return {
    [`${PAGES}/${overview}.html`]: framed(site, {
      title: words.ownersGuides,
      description: words.ownersGuidesAbout,
      slug: overview,
      hasMarkdown: true,
      layout: "text",
      versions: versions.ofOverview,
      content: translatedOverviewPage(site),
    }),
    [`${PAGES}/${overview}.md`]: translatedOverviewMarkdown(site),
    ...Object.fromEntries(
      guides.flatMap((guide) => [
        [`${PAGES}/${guide.slug}.html`, guidePage(site, guide, versions.ofGuide(guide), markdown)],
        [`${PAGES}/${guide.slug}.md`, servedMarkdown(guide.markdown, language)],
      ]),
    ),
    [`${ASSETS}/${SEARCH_FILES[language]}`]: JSON.stringify(
      searchIndex([...guides, ...untranslated], original.operations, schemas, language),
    ),
  };
}

interface Versions {
  readonly ofOverview: readonly PageVersion[];
  readonly ofGuide: (guide: Guide) => readonly PageVersion[];
}

/** The languages of each page: a guide's are those of its file's name. */
function versionsOf(guides: readonly Guide[]): Versions {
  const ofFile = Map.groupBy(guides, ({ file }) => file);
  const several = (versions: readonly PageVersion[]) => (versions.length > 1 ? versions : []);
  const languages = [...new Set(guides.map(({ language }) => language))];
  return {
    ofOverview: several(languages.map((language) => ({ language, slug: firstPageOf(language) }))),
    ofGuide: ({ file }) => several(ofFile.get(file) ?? []),
  };
}

function guidePage(site: Site, guide: Guide, versions: readonly PageVersion[], pages: MarkdownPages): string {
  const { slug, title, summary, markdown } = guide;
  const words = referenceWords(site.language);
  const headings = pages.headings(markdown);
  // The list of headings stands behind title and first paragraph, with which every guide begins.
  const [beginning = "", ...rest] = pages.page(markdown).split(/(?<=<\/p>\n)/);
  return framed(site, {
    title,
    description: summary.replaceAll(/[`*]/g, ""),
    slug,
    hasMarkdown: true,
    layout: "text",
    versions,
    content: html`${raw(beginning)}
${
  headings.length < 3
    ? ""
    : html`<nav class="contents" aria-label="${words.onThisPage}"><ul>${headings.map(({ id, text }) => html`<li><a href="#${id}">${text.replaceAll("`", "")}</a></li>`)}</ul></nav>`
}
${raw(rest.join(""))}
${site.guides.includes(guide) ? neighboursOf(guide, site) : ""}`,
  });
}

function neighboursOf(guide: Guide, { guides, language }: Site) {
  const words = referenceWords(language);
  const index = guides.indexOf(guide);
  const before = guides[index - 1];
  const after = guides[index + 1];
  return html`<nav class="neighbours" aria-label="${words.nextGuide}">
${before === undefined ? html`<span></span>` : html`<a href="${DOCS}/${before.slug}" rel="prev">← ${before.title}</a>`}
${after === undefined ? html`<a href="${DOCS}/reference" rel="next">${words.reference} →</a>` : html`<a href="${DOCS}/${after.slug}" rel="next">${after.title} →</a>`}
</nav>`;
}

/** Found by the search as guides are. */
function downloadsGuide(downloads: readonly Download[]): Guide {
  const summary = "Clients, collections, the contract and sample models, from this service itself";
  const markdown = downloadsMarkdown(downloads);
  return { file: "", language: "en", slug: DOWNLOADS, title: "Downloads", summary, markdown };
}

function downloadsPage(site: Site, downloads: readonly Download[], pages: MarkdownPages): string {
  const { title, summary, slug, markdown } = downloadsGuide(downloads);
  const content = pages.page(markdown);
  return framed(site, { title, description: summary, slug, hasMarkdown: true, layout: "text", content });
}

function notFoundPage(guides: readonly Guide[]) {
  return html`<h1>There is no such page</h1>
<p>The address is misspelt, or the page has moved. These are all the pages; the search above looks into each.</p>
<ul class="plain">
<li><a href="${DOCS}">Overview</a></li>
${guides.map(({ slug, title, language }) => html`<li><a href="${DOCS}/${slug}" lang="${language}">${title}</a></li>`)}
<li><a href="${DOWNLOADS_PAGE}">Downloads</a></li>
<li><a href="${DOCS}/reference">Reference</a></li>
</ul>`;
}
