// OpenAPI document and reference page, made from the schemas that validate requests and type responses.

import type { OpenAPIHono } from "@hono/zod-openapi";
import { toBase64 } from "../platform/base64url.ts";
import { apiDocument, describeComponents } from "./api-document.ts";
import type { ApiEnv } from "./context.ts";
import { REFERENCE_STYLE, type ReferenceDocument, referencePage } from "./reference.page.ts";

/** Serves the OpenAPI 3.1 document of all operations of `api`, and the reference page made from it, without a key. */
export function describeApi(api: OpenAPIHono<ApiEnv>): void {
  describeComponents(api);
  // Open to everyone, so they are made once and not once per request.
  // The values and not their promises: one that a cancelled request began might never settle for the others.
  let json: string | undefined;
  let page: string | undefined;
  let policy: string | undefined;
  api.get("/openapi.json", async (context) => {
    json ??= JSON.stringify(await apiDocument(api));
    return context.body(json, 200, { "Content-Type": "application/json", ...KEPT });
  });
  api.get("/docs", async (context) => {
    // The cast names the parts of OpenAPI 3.1 that the page reads; the library's types leave schemas too open to walk.
    page ??= String(referencePage((await apiDocument(api)) as ReferenceDocument));
    policy ??= await contentSecurityPolicy();
    return context.html(page, 200, { ...KEPT, "Content-Security-Policy": policy });
  });
}

const KEPT = { "Cache-Control": "public, max-age=300" };

/** The page has its own style and nothing else: no script, no picture, no frame around it. */
async function contentSecurityPolicy(): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(REFERENCE_STYLE));
  const style = `'sha256-${toBase64(new Uint8Array(hash))}'`;
  return `default-src 'none'; style-src ${style}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}
