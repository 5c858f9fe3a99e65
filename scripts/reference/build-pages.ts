// Builds the documents' pages into public/docs: guides and reference as HTML and Markdown, the search index, llms.txt.

import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { html, raw } from "hono/html";
import { readOpenApiDocument } from "../contract/open-api-document.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { DOCS } from "./addresses.ts";
import { framed, type Site } from "./frame.page.ts";
import { type Guide, readGuides, readWrongRequests } from "./guides.ts";
import { MarkdownPages, servedMarkdown } from "./markdown.ts";
import { referenceOperations } from "./operations.ts";
import { overviewPage } from "./overview.page.ts";
import { referencePage } from "./reference.page.ts";
import { overviewMarkdown, referenceMarkdown, writeLlmsText } from "./reference-markdown.ts";
import { Schemas } from "./schemas.ts";
import { searchIndex } from "./search-index.ts";

const PAGES = "public/docs/pages";
const SEARCH_INDEX = "public/docs/assets/search.json";

/** @param assetsVersion changes with the page's script and style */
export async function buildPages(assetsVersion: string): Promise<void> {
  const files = await makePages(assetsVersion);
  for (const folder of [PAGES, "public/docs/assets"]) await mkdir(join(PROJECT_FOLDER, folder), { recursive: true });
  await Promise.all(Object.entries(files).map(([path, text]) => writeFile(join(PROJECT_FOLDER, path), text)));
  await removeOthers(files);
}

/** Removes pages of earlier builds alone: a service that starts at this moment lists the folder and then reads its files. */
async function removeOthers(files: Readonly<Record<string, string>>): Promise<void> {
  const names = await readdir(join(PROJECT_FOLDER, PAGES));
  const others = names.map((name) => `${PAGES}/${name}`).filter((path) => files[path] === undefined);
  await Promise.all(others.map((path) => rm(join(PROJECT_FOLDER, path), { force: true })));
}

/** Every file by its path in the project. */
async function makePages(assetsVersion: string): Promise<Readonly<Record<string, string>>> {
  const document = await readOpenApiDocument();
  const schemas = new Schemas(document);
  const operations = referenceOperations(document);
  const guides = await readGuides();
  const wrongRequests = await readWrongRequests();
  const markdown = new MarkdownPages(operations);
  const { title } = document.info;
  const [description = "", ...introduction] = (document.info.description ?? "").split("\n\n");
  const tagDescriptions = new Map((document.tags ?? []).map((tag) => [tag.name, tag.description ?? ""]));
  const base = document.servers?.[0]?.url ?? "";
  const site: Site = { title, guides, operations, assetsVersion };

  const pages = {
    index: framed(site, {
      title,
      description,
      slug: "",
      hasMarkdown: true,
      layout: "text",
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
        base,
      }),
    }),
    "not-found": framed(site, {
      title: "There is no such page",
      description: "An unknown address",
      slug: "not-found",
      hasMarkdown: false,
      layout: "text",
      content: notFoundPage(guides),
    }),
    ...Object.fromEntries(guides.map((guide) => [guide.slug, guidePage(site, guide, markdown)])),
    [wrongRequests.slug]: guidePage(site, wrongRequests, markdown),
  };
  const twins = {
    "index.md": overviewMarkdown(title, description, guides, operations),
    "reference.md": referenceMarkdown(operations, schemas, base),
    "llms.txt": writeLlmsText(title, description, guides),
    ...Object.fromEntries(
      [...guides, wrongRequests].map((guide) => [`${guide.slug}.md`, servedMarkdown(guide.markdown)]),
    ),
  };
  return {
    ...Object.fromEntries(Object.entries(pages).map(([name, text]) => [`${PAGES}/${name}.html`, text])),
    ...Object.fromEntries(Object.entries(twins).map(([name, text]) => [`${PAGES}/${name}`, text])),
    [SEARCH_INDEX]: JSON.stringify(searchIndex(guides, operations, schemas)),
  };
}

function guidePage(site: Site, guide: Guide, pages: MarkdownPages): string {
  const { slug, title, summary, markdown } = guide;
  const headings = pages.headings(markdown);
  // The list of headings stands behind title and first paragraph, with which every guide begins.
  const [beginning = "", ...rest] = pages.page(markdown).split(/(?<=<\/p>\n)/);
  return framed(site, {
    title,
    description: summary.replaceAll(/[`*]/g, ""),
    slug,
    hasMarkdown: true,
    layout: "text",
    content: html`${raw(beginning)}
${
  headings.length < 3
    ? ""
    : html`<nav class="contents" aria-label="On this page"><ul>${headings.map(({ id, text }) => html`<li><a href="#${id}">${text.replaceAll("`", "")}</a></li>`)}</ul></nav>`
}
${raw(rest.join(""))}
${site.guides.includes(guide) ? neighboursOf(guide, site.guides) : ""}`,
  });
}

function neighboursOf(guide: Guide, guides: readonly Guide[]) {
  const index = guides.indexOf(guide);
  const before = guides[index - 1];
  const after = guides[index + 1];
  return html`<nav class="neighbours" aria-label="Next guide">
${before === undefined ? html`<span></span>` : html`<a href="${DOCS}/${before.slug}" rel="prev">← ${before.title}</a>`}
${after === undefined ? html`<a href="${DOCS}/reference" rel="next">Reference →</a>` : html`<a href="${DOCS}/${after.slug}" rel="next">${after.title} →</a>`}
</nav>`;
}

function notFoundPage(guides: readonly Guide[]) {
  return html`<h1>There is no such page</h1>
<p>The address is misspelt, or the page has moved. These are all the pages; the search above looks into each.</p>
<ul class="plain">
<li><a href="${DOCS}">Overview</a></li>
${guides.map(({ slug, title }) => html`<li><a href="${DOCS}/${slug}">${title}</a></li>`)}
<li><a href="${DOCS}/reference">Reference</a></li>
</ul>`;
}
