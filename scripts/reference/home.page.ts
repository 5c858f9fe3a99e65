// Home page: the root of the host, with the service's purpose and the way to each of its doors.

import { html } from "hono/html";
import { LANGUAGES, type Language } from "../../src/domain/person.ts";
import { OWN_LANGUAGE_NAMES } from "../../src/pages/words.ts";
import { EXAMPLE_ORIGIN } from "../../src/reference/own-origin.ts";
import { DOCS, DOCS_ASSETS } from "./addresses.ts";
import { homeWords } from "./home.words.ts";

/** @param assetsVersion names the version of its style */
export function homePage(language: Language, assetsVersion: string): string {
  const words = homeWords(language);
  return String(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${words.purpose}">
<title>${words.title}</title>
<link rel="icon" href="${DOCS_ASSETS}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${DOCS_ASSETS}/home.css?${assetsVersion}">
</head>
<body>
<main>
<h1>${words.title}</h1>
<p class="purpose">${words.purpose}</p>
<section class="card">
<h2>${words.customers}</h2>
<p>${words.customersText} <code>${EXAMPLE_ORIGIN}/<wbr><i>${words.studioInAddress}</i></code>. ${words.customersHint}</p>
</section>
<section class="card">
<h2>${words.people}</h2>
<p>${words.peopleText}</p>
<p><a class="button primary" href="/panel">${words.openPanel}</a></p>
</section>
<section class="card">
<h2>${words.developers}</h2>
<p>${words.developersText}</p>
<p class="row"><a class="button" href="${DOCS}">${words.openDocuments}</a> <a href="${DOCS}/first-call">${words.firstCall}</a></p>
</section>
<nav aria-label="${words.languages}">
${LANGUAGES.map((other) =>
  other === language
    ? html`<span aria-current="true">${OWN_LANGUAGE_NAMES[other]}</span> `
    : html`<a href="/?lang=${other}" lang="${other}" hreflang="${other}">${OWN_LANGUAGE_NAMES[other]}</a> `,
)}
</nav>
</main>
</body>
</html>
`);
}
