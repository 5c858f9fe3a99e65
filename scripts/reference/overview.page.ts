// Overview: the documents' first page, with the way to a first call, the guides and every operation on one screen.

import { html, raw } from "hono/html";
import { API_ADDRESS, DOCS, DOWNLOADS_PAGE, OPENAPI, REFERENCE, YOUR_KEY } from "./addresses.ts";
import { breakable, type Html, type Site } from "./frame.page.ts";
import type { Guide } from "./guides.ts";
import { samples } from "./markdown.ts";
import { tagsOf } from "./operations.ts";
import { referenceWords } from "./reference.words.ts";

const FIRST_CALL = `curl --fail-with-body -H "Authorization: Bearer ${YOUR_KEY}" ${API_ADDRESS}/me`;

export function overviewPage({ title, guides, operations }: Site, description: string): Html {
  return html`<h1>${title}</h1>
<p class="lead">${description}</p>
${raw(samples([{ language: "sh", text: FIRST_CALL }]))}
<p>A studio's owner makes a key in the panel, under <a href="/panel">API keys</a>. <a href="${DOCS}/first-call">First call</a> takes five minutes from there to a price.</p>
<h2 id="guides"><a href="#guides">Guides</a></h2>
${cards(guides)}
<h2 id="operations"><a href="#operations">Operations</a></h2>
${tagsOf(operations).map(
  (tag) => html`<h3>${tag}</h3>
<ul class="operations">
${operations
  .filter((operation) => operation.tag === tag)
  .map(
    ({ id, method, path, summary }) =>
      html`<li><a href="${REFERENCE}#${id}"><span class="method ${method}">${method.toUpperCase()}</span> <code>${breakable(path)}</code></a> <span>${summary}</span></li>`,
  )}
</ul>`,
)}
<h2 id="for-programs"><a href="#for-programs">For programs</a></h2>
<ul class="plain">
<li><a href="${OPENAPI}">openapi.json</a>: the contract in OpenAPI 3.1, from which clients can be generated</li>
<li><a href="${DOCS}/llms.txt">llms.txt</a>: every page as Markdown, one line each</li>
<li><a href="${DOWNLOADS_PAGE}">Downloads</a>: typed clients, collections for Bruno and Postman, sample models</li>
</ul>`;
}

/** The first page of a translation: its guides, then those that are in English only. */
export function translatedOverviewPage({ language, guides, untranslated }: Site): Html {
  const words = referenceWords(language);
  return html`<h1>${words.ownersGuides}</h1>
<p class="lead">${words.ownersGuidesAbout}</p>
${cards(guides)}
<h2 id="in-english"><a href="#in-english">${words.otherGuides}</a></h2>
<p>${words.otherGuidesAbout}</p>
<ul class="plain" lang="en">
${untranslated.map(({ slug, title }) => html`<li><a href="${DOCS}/${slug}" hreflang="en">${title}</a></li>`)}
</ul>`;
}

function cards(guides: readonly Guide[]): Html {
  return html`<ul class="cards">
${guides.map(({ slug, title, summary }) => html`<li class="card"><a href="${DOCS}/${slug}">${title}</a><p>${raw(plain(summary))}</p></li>`)}
</ul>`;
}

/** A summary is one line of Markdown; on a card its code and emphasis are plain words. */
function plain(summary: string): string {
  return summary
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
}
