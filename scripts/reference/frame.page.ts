// The frame around every page of the documents: head, search, menu, content.

import { html, raw } from "hono/html";
import { DOCS, DOCS_ASSETS, DOWNLOADS_PAGE, REFERENCE } from "./addresses.ts";
import type { Guide } from "./guides.ts";
import { type ReferenceOperation, tagsOf } from "./operations.ts";

export type Html = ReturnType<typeof html>;

/** The parts that every page shows about the others. */
export interface Site {
  readonly title: string;
  readonly guides: readonly Guide[];
  readonly operations: readonly ReferenceOperation[];
  /** Names the version of script and style, so that a kept page never meets those of another. */
  readonly assetsVersion: string;
}

export interface Framed {
  readonly title: string;
  readonly description: string;
  /** The page's, below the documents' address; "" is the overview. */
  readonly slug: string;
  readonly hasMarkdown: boolean;
  readonly layout: "text" | "reference";
  readonly content: Html | string;
}

export function framed(site: Site, { title, description, slug, hasMarkdown, layout, content }: Framed): string {
  const twin = `${DOCS}/${slug === "" ? "index" : slug}.md`;
  return String(html`<!doctype html>
<html lang="en">
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
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<button type="button" class="menu-button" popovertarget="menu">Menu</button>
<a class="brand" href="${DOCS}">${site.title}</a>
<search class="search" data-index="${DOCS_ASSETS}/search.json?${site.assetsVersion}">
<label for="search-field">Search</label>
<input id="search-field" type="search" placeholder="Search, or press /" autocomplete="off" spellcheck="false">
<div id="search-results" class="results" hidden></div>
<p class="visually-hidden" role="status" id="search-status"></p>
</search>
<button type="button" class="key-button" popovertarget="key" hidden>API key<span class="key-end"></span></button>
</header>
<div id="key" class="key-panel" popover>
<label for="key-field">Your API key</label>
<input id="key-field" type="password" placeholder="pk_live_…" autocomplete="off" spellcheck="false">
<p class="fault" role="status"></p>
<p class="hint">It fills every sample and is sent by “Try it”, to this service alone. It is kept in this tab only, until the tab is closed. A page of your site must never hold it.</p>
<div class="row"><button type="button" class="key-forget">Forget it</button><button type="button" popovertarget="key" popovertargetaction="hide">Done</button></div>
</div>
<nav id="menu" class="menu" aria-label="Documents" popover>
${menu(site, slug)}
</nav>
<main id="content" class="${layout}" tabindex="-1">
${typeof content === "string" ? raw(content) : content}
<footer>
${hasMarkdown ? html`<a href="${twin}">This page as Markdown</a> · ` : ""}<a href="${DOCS}/llms.txt">llms.txt</a>
</footer>
</main>
</body>
</html>
`);
}

function menu({ guides, operations }: Site, current: string): Html {
  const link = (slug: string, text: string) =>
    html`<a href="${slug === "" ? DOCS : `${DOCS}/${slug}`}"${slug === current ? raw(' aria-current="page"') : ""}>${text}</a>`;
  return html`<ul>
<li>${link("", "Overview")}</li>
</ul>
<h2>Guides</h2>
<ul>
${guides.map(({ slug, title }) => html`<li>${link(slug, title)}</li>`)}
<li>${link(DOWNLOADS_PAGE.slice(DOCS.length + 1), "Downloads")}</li>
</ul>
<h2>${link("reference", "Reference")}</h2>
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
<ul>
<li><a href="${REFERENCE}#records">Records</a></li>
</ul>`;
}

/** A path may break before its slashes, never inside a word. */
export function breakable(path: string): Html {
  return html`${raw(path.replaceAll(/(?!^)\//g, "<wbr>/"))}`;
}
