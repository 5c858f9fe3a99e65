// Documents for developers of sites: guides and reference, ready pages that scripts/reference wrote.

import { LANGUAGES } from "../domain/person.ts";
import { BASE_PATH } from "../http/base-path.ts";
import type { ApiContext } from "../http/context.ts";
import { apiRouter } from "../http/router.ts";

/** Folder of the pages in public/. */
const PAGES = "/docs/pages";
const DOCS = `${BASE_PATH}/docs`;
const NOT_FOUND = "not-found.html";

/** Media types by a file's extension. */
const CONTENT_TYPES = {
  ".html": "text/html; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
} as const;

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

/** A page's name, in the folder of its language if it is a translation. */
const PAGE = new RegExp(`^((?:(?:${LANGUAGES.join("|")})/)?[a-z-]+)(\\.md|\\.txt)?/?$`);

/** Mounted below the API's base path, before its gate: a reader has no key yet. */
export const referenceRoutes = apiRouter();
referenceRoutes.get("/docs", (context) => answerWith(context, "index.html"));
referenceRoutes.get("/docs/*", (context) => answerWith(context, fileOf(context.req.path)));

/** Addresses that people try first. */
export const toDocuments = (context: ApiContext) => context.redirect(DOCS);

/** Mounted at the root, as llmstxt.org demands. */
export const answerLlmsText = (context: ApiContext) => answerWith(context, "llms.txt");

/** A page's name has no dot; its Markdown twin ends in `.md`. */
function fileOf(path: string): string {
  const name = path.slice(`${DOCS}/`.length);
  if (name === "") return "index.html";
  // A link that ends in a slash still means the page.
  const [, page, extension = ".html"] = PAGE.exec(name) ?? [];
  return page === undefined ? NOT_FOUND : `${page}${extension}`;
}

async function answerWith(context: ApiContext, file: string): Promise<Response> {
  const found = await readPage(context, file);
  const isKnown = found.status !== 404 && file !== NOT_FOUND;
  const page = isKnown ? found : await readPage(context, NOT_FOUND);
  const headers = headersOf(isKnown ? file : NOT_FOUND);
  if (!isKnown) return context.newResponse(page.body, 404, headers);
  const tag = page.headers.get("ETag");
  const tagged = tag === null ? headers : { ...headers, ETag: tag };
  return context.newResponse(page.body, page.status === 304 ? 304 : 200, tagged);
}

/** The platform answers 304 itself if the reader has the page already. */
function readPage(context: ApiContext, file: string): Promise<Response> {
  const known = file === NOT_FOUND ? undefined : context.req.header("If-None-Match");
  const headers: Record<string, string> = known === undefined ? {} : { "If-None-Match": known };
  return context.env.ASSETS.fetch(new URL(`${PAGES}/${file}`, context.req.url), { headers });
}

function headersOf(file: string): Record<string, string> {
  const extension = extensionOf(file);
  const headers = {
    "Content-Type": CONTENT_TYPES[extension],
    "Cache-Control": file === NOT_FOUND ? "no-store" : "public, max-age=300",
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
  };
  if (extension !== ".html" || file === NOT_FOUND) return headers;
  const twin = `${DOCS}/${file.replace(/html$/, "md")}`;
  return { ...headers, Link: `<${twin}>; rel="alternate"; type="text/markdown"` };
}

function extensionOf(file: string): keyof typeof CONTENT_TYPES {
  if (file.endsWith(".md")) return ".md";
  return file.endsWith(".txt") ? ".txt" : ".html";
}
