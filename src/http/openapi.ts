// OpenAPI document and reference page, made from the schemas that validate requests and type responses.

import type { OpenAPIHono } from "@hono/zod-openapi";
import { toBase64 } from "../platform/base64url.ts";
import { BASE_PATH } from "./base-path.ts";
import type { ApiEnv } from "./context.ts";
import { REFERENCE_STYLE, type ReferenceDocument, referencePage } from "./reference.page.ts";

/** Serves the OpenAPI 3.1 document of all operations of `api`, and the reference page made from it, without a key. */
export function describeApi(api: OpenAPIHono<ApiEnv>): void {
  api.openAPIRegistry.registerComponent("securitySchemes", "apiKey", {
    type: "http",
    scheme: "bearer",
    bearerFormat: "pk_live_…",
    description: "An API key of the studio, made in its panel",
  });
  const makeDocument = () =>
    api.getOpenAPI31Document({
      openapi: "3.1.0",
      info: {
        title: "Studio Integration API",
        version: "1",
        description:
          "Connects a 3D-printing studio's site, ERP and scripts to its catalog, prices, orders and printers.",
        license: { name: "MIT" },
      },
      // Relative to where the document was read (OpenAPI 3.1, Server Object): one document for every `Host` that is sent.
      servers: [{ url: BASE_PATH }],
      security: [{ apiKey: [] }],
    });
  // Open to everyone, so they are made once and not once per request.
  const json = once(() => JSON.stringify(makeDocument()));
  // The cast names the parts of OpenAPI 3.1 that the page reads; the library's types leave schemas too open to walk.
  const page = once(() => String(referencePage(makeDocument() as ReferenceDocument)));
  // The value and not its promise: one that a cancelled request began might never settle for the others.
  let policy: string | undefined;
  api.get("/openapi.json", (context) => context.body(json(), 200, { "Content-Type": "application/json", ...KEPT }));
  api.get("/docs", async (context) => {
    policy ??= await contentSecurityPolicy();
    return context.html(page(), 200, { ...KEPT, "Content-Security-Policy": policy });
  });
}

const KEPT = { "Cache-Control": "public, max-age=300" };

/** The page has its own style and nothing else: no script, no picture, no frame around it. */
async function contentSecurityPolicy(): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(REFERENCE_STYLE));
  const style = `'sha256-${toBase64(new Uint8Array(hash))}'`;
  return `default-src 'none'; style-src ${style}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
