// Documents for developers of sites: guides and reference, ready pages that scripts/reference wrote, and downloads.

import { LANGUAGES } from "../domain/person.ts";
import { BASE_PATH } from "../http/base-path.ts";
import type { ApiContext } from "../http/context.ts";
import { PERMISSIONS_POLICY } from "../http/denied-features.ts";
import { languageAsked, languageOf } from "../http/language.ts";
import { apiRouter } from "../http/router.ts";
import { DOWNLOADS, downloadType } from "./downloads.ts";
import { atOrigin, builtTags, shownOrigin, tagAt } from "./own-origin.ts";

/** Folders of the built files in public/. */
const PAGES = "/docs/pages";
const HOME = "/docs/home";
const DOWNLOADED = `/docs/${DOWNLOADS}`;
const DOCS = `${BASE_PATH}/docs`;
const NOT_FOUND = "not-found.html";

/** Media types by a file's extension. */
const CONTENT_TYPES = {
  ".html": "text/html; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
} as const;

const KEPT = "public, max-age=300";

/** Allows the pages' own script and style, requests to this service alone ("try it"), and no frame around them. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const PAGE_HEADERS = {
  "Cache-Control": KEPT,
  "Content-Security-Policy": POLICY,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": PERMISSIONS_POLICY,
  "Referrer-Policy": "no-referrer",
  // For browsers that do not know frame-ancestors.
  "X-Frame-Options": "DENY",
};
/** A page's name, in the folder of its language if it is a translation. */
const PAGE = new RegExp(`^((?:(?:${LANGUAGES.join("|")})/)?[a-z-]+)(\\.md|\\.txt)?/?$`);

/** Mounted below the API's base path, before its gate: a reader has no key yet. */
export const referenceRoutes = apiRouter();
referenceRoutes.get("/docs", (context) => answerWith(context, "index.html"));
referenceRoutes.get(`/docs/${DOWNLOADS}/:name`, (context) => answerDownload(context, context.req.param("name")));
referenceRoutes.get("/docs/*", (context) => answerWith(context, fileOf(context.req.path)));

/** Addresses that people try first. */
export const toDocuments = (context: ApiContext) => context.redirect(DOCS);

/** Mounted at the root, as llmstxt.org demands. */
export const answerLlmsText = (context: ApiContext) => answerWith(context, "llms.txt");

/** The root of the host: a small page that leads to every door. */
export const answerHome = async (context: ApiContext) => {
  const language = languageOf(context.req.query("lang") ?? "") ?? languageAsked(context, "en");
  const origin = shownOrigin(context.req.url);
  const found = await readBuilt(context, `${HOME}/${language}.html`, origin);
  const headers = { ...PAGE_HEADERS, "Content-Type": CONTENT_TYPES[".html"], Vary: "Accept-Language" };
  return answerText(context, found, origin, headers);
};

/** A page's name has no dot; its Markdown twin ends in `.md`. */
function fileOf(path: string): string {
  const name = path.slice(`${DOCS}/`.length);
  if (name === "") return "index.html";
  // A link that ends in a slash still means the page.
  const [, page, extension = ".html"] = PAGE.exec(name) ?? [];
  return page === undefined ? NOT_FOUND : `${page}${extension}`;
}

async function answerWith(context: ApiContext, file: string): Promise<Response> {
  const origin = shownOrigin(context.req.url);
  const found = await readBuilt(context, `${PAGES}/${file}`, origin);
  if (found.status === 404 || file === NOT_FOUND) return answerNotFound(context);
  return answerText(context, found, origin, headersOf(file));
}

/** @param found the built file, or the platform's 304 */
async function answerText(
  context: ApiContext,
  found: Response,
  origin: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const tagged = { ...headers, ...tagOf(found, origin) };
  if (found.status === 304) return context.newResponse(null, 304, tagged);
  return context.newResponse(atOrigin(await found.text(), origin), 200, tagged);
}

async function answerDownload(context: ApiContext, name: string): Promise<Response> {
  const type = downloadType(name);
  if (type === undefined) return answerNotFound(context);
  const origin = shownOrigin(context.req.url);
  const found = await readBuilt(context, `${DOWNLOADED}/${name}`, origin);
  if (found.status === 404) return answerNotFound(context);
  const headers = {
    "Content-Type": type.mediaType,
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": KEPT,
    "Content-Security-Policy": "default-src 'none'",
  };
  if (type.isText || found.status === 304) return answerText(context, found, origin, headers);
  const tagged = { ...headers, ...tagOf(found, origin) };
  if (type.mediaType !== "application/zip") return context.newResponse(found.body, 200, tagged);
  const { archiveAtOrigin } = await import("./archive-at-origin.ts");
  return context.newResponse(archiveAtOrigin(await found.bytes(), origin), 200, tagged);
}

async function answerNotFound(context: ApiContext): Promise<Response> {
  const origin = shownOrigin(context.req.url);
  const page = await context.env.ASSETS.fetch(new URL(`${PAGES}/${NOT_FOUND}`, origin));
  return context.newResponse(atOrigin(await page.text(), origin), 404, headersOf(NOT_FOUND));
}

/** The platform answers 304 itself if the reader has the file already, with this origin in it. */
async function readBuilt(context: ApiContext, path: string, origin: string): Promise<Response> {
  const known = builtTags(context.req.header("If-None-Match") ?? "", origin);
  const headers: Record<string, string> = known === "" ? {} : { "If-None-Match": known };
  const found = await context.env.ASSETS.fetch(new URL(path, origin), { headers });
  if (known !== "*" || !found.ok) return found;
  // The platform knows no `*`, which names any tag (RFC 9110, 13.1.2).
  await found.body?.cancel();
  return new Response(null, { status: 304, headers: found.headers });
}

function tagOf(built: Response, origin: string): { readonly ETag?: string } {
  const tag = built.headers.get("ETag");
  return tag === null ? {} : { ETag: tagAt(tag, origin) };
}

function headersOf(file: string): Record<string, string> {
  const extension = extensionOf(file);
  const headers = { ...PAGE_HEADERS, "Content-Type": CONTENT_TYPES[extension] };
  if (file === NOT_FOUND) return { ...headers, "Cache-Control": "no-store" };
  if (extension !== ".html") return headers;
  const twin = `${DOCS}/${file.replace(/html$/, "md")}`;
  return { ...headers, Link: `<${twin}>; rel="alternate"; type="text/markdown"` };
}

function extensionOf(file: string): keyof typeof CONTENT_TYPES {
  if (file.endsWith(".md")) return ".md";
  return file.endsWith(".txt") ? ".txt" : ".html";
}
