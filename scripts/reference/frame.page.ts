// The frame around every page of the documents: head, search, menu, content.

import { html, raw } from "hono/html";
import type { Language } from "../../src/domain/person.ts";
import { GUIDE_FOLDERS } from "../../src/http/guide-address.ts";
import { OWN_LANGUAGE_NAMES } from "../../src/pages/words.ts";
import { DOCS, DOCS_ASSETS, DOWNLOADS_PAGE, REFERENCE } from "./addresses.ts";
import type { Guide } from "./guides.ts";
import { PLACE_OF_KEY } from "./highlight.ts";
import { type ReferenceOperation, tagsOf } from "./operations.ts";
import { referenceWords } from "./reference.words.ts";

/** The search index of each language's pages. */
export const SEARCH_FILES = { en: "search.json", uk: "search.uk.json" } as const satisfies Record<Language, string>;

export type Html = ReturnType<typeof html>;

/** The parts that every page shows about the others. */
export interface Site {
  readonly title: string;
  readonly language: Language;
  readonly guides: readonly Guide[];
  /** English guides that have no translation into the site's language. */
  readonly untranslated: readonly Guide[];
  /** Listed in the menu: none on pages for owners, who call no operation. */
  readonly operations: readonly ReferenceOperation[];
  /** Names the version of script and style, so that a kept page never meets those of another. */
  readonly assetsVersion: string;
}

/** A page in one of the languages that it has. */
export interface PageVersion {
  readonly language: Language;
  readonly slug: string;
}

export interface Framed {
  readonly title: string;
  readonly description: string;
  /** The page's, below the documents' address; "" is the overview. */
  readonly slug: string;
  readonly hasMarkdown: boolean;
  readonly layout: "text" | "reference";
  /** The page in every language, itself included; left out if it has one language. */
  readonly versions?: readonly PageVersion[];
  readonly content: Html | string;
}

/** The reader's key, for the pages that have samples with it. */
function keyPanel({ key }: ReturnType<typeof referenceWords>): Html {
  return html`<form id="key" class="key-panel" data-fault="${key.fault}" popover>
<label for="key-field">${key.label}</label>
<input id="key-field" type="password" placeholder="pk_live_…" autocomplete="off" spellcheck="false">
<p class="fault" role="status"></p>
<p class="hint">${key.hint}</p>
<div class="row"><button type="submit" class="primary">${key.done}</button><button type="button" class="key-forget">${key.forget}</button></div>
</form>`;
}

export function framed(site: Site, framedPage: Framed): string {
  const { title, description, slug, hasMarkdown, layout, content, versions = [] } = framedPage;
  const { operations } = site;
  const words = referenceWords(site.language);
  const takesKey = operations.length > 0 || String(content).includes(PLACE_OF_KEY);
  const twin = `${DOCS}/${slug === "" ? "index" : slug}.md`;
  return String(html`<!doctype html>
<html lang="${site.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title === site.title ? title : `${title} · ${site.title}`}</title>
<link rel="icon" href="${DOCS_ASSETS}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${DOCS_ASSETS}/reference.css?${site.assetsVersion}">
<script type="module" src="${DOCS_ASSETS}/reference.js?${site.assetsVersion}"></script>
${hasMarkdown ? html`<link rel="alternate" type="text/markdown" href="${twin}">` : ""}
${versions.map((version) => html`<link rel="alternate" hreflang="${version.language}" href="${addressOf(version.slug)}">\n`)}
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
<header class="top">
<button type="button" class="menu-button" popovertarget="menu">${words.menu}</button>
<a class="brand" href="${addressOf(firstPageOf(site.language))}">${site.title}</a>
<search class="search" data-index="${DOCS_ASSETS}/${SEARCH_FILES[site.language]}?${site.assetsVersion}">
<label for="search-field">${words.search}</label>
<input id="search-field" type="search" placeholder="${words.searchHint}" autocomplete="off" spellcheck="false">
<div id="search-results" class="results" hidden></div>
<p class="visually-hidden" role="status" id="search-status"></p>
</search>
${takesKey ? html`<button type="button" class="key-button" popovertarget="key" hidden>${words.key.button}<span class="key-beginning"></span></button>` : ""}
${versions
  .filter(({ language }) => language !== site.language)
  .map(
    ({ language, slug: other }) =>
      html`<a class="version" href="${addressOf(other)}" hreflang="${language}" lang="${language}">${OWN_LANGUAGE_NAMES[language]}</a>`,
  )}
</header>
${takesKey ? keyPanel(words) : ""}
<nav id="menu" class="menu" aria-label="${words.documents}" popover>
${menu(site, slug)}
</nav>
<main id="content" class="${layout}" tabindex="-1">
${typeof content === "string" ? raw(content) : content}
<footer>
${hasMarkdown ? html`<a href="${twin}">${words.asMarkdown}</a> · ` : ""}<a href="${DOCS}/llms.txt">llms.txt</a>
</footer>
</main>
</body>
</html>
`);
}

function menu({ language, guides, untranslated, operations }: Site, current: string): Html {
  const words = referenceWords(language);
  const link = (slug: string, text: string) =>
    html`<a href="${addressOf(slug)}"${slug === current ? raw(' aria-current="page"') : ""}>${text}</a>`;
  return html`<ul>
<li>${link(firstPageOf(language), words.overview)}</li>
</ul>
<h2>${words.guides}</h2>
<ul>
${guides.map(({ slug, title }) => html`<li>${link(slug, title)}</li>`)}
${operations.length > 0 ? html`<li>${link(DOWNLOADS_PAGE.slice(DOCS.length + 1), "Downloads")}</li>` : ""}
</ul>
${
  untranslated.length === 0
    ? ""
    : html`<h2>${words.otherGuides}</h2>
<ul lang="en">
${untranslated.map(({ slug, title }) => html`<li>${link(slug, title)}</li>`)}
</ul>`
}
<h2>${link("reference", words.reference)}</h2>
${tagsOf(operations).map(
  (tag) => html`<h3>${tag}</h3>
<ul>
${operations
  .filter((operation) => operation.tag === tag)
  .map(
    ({ id, method, path }) =>
      html`<li><a class="operation-link" href="${REFERENCE}#${id}"><span class="method ${method}">${method.toUpperCase()}</span> <span>${breakable(path)}</span></a></li>`,
  )}
</ul>`,
)}
${operations.length === 0 ? "" : html`<ul>\n<li><a href="${REFERENCE}#records">${words.records}</a></li>\n</ul>`}`;
}

/** The overview of a language's pages. */
export function firstPageOf(language: Language): string {
  return GUIDE_FOLDERS[language].replace(/\/$/, "");
}

function addressOf(slug: string): string {
  return slug === "" ? DOCS : `${DOCS}/${slug}`;
}

/** A path may break before its slashes, never inside a word. */
export function breakable(path: string): Html {
  return html`${raw(path.replaceAll(/(?!^)\//g, "<wbr>/"))}`;
}
