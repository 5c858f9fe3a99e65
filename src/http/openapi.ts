// OpenAPI document and reference page, made from the schemas that validate requests and type responses.

import type { OpenAPIHono } from "@hono/zod-openapi";
import { BASE_PATH } from "./base-path.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { type ReferenceDocument, referencePage } from "./reference.page.ts";

/** Serves the OpenAPI 3.1 document of all operations of `api`, and the reference page made from it, without a key. */
export function describeApi(api: OpenAPIHono<ApiEnv>): void {
  api.openAPIRegistry.registerComponent("securitySchemes", "apiKey", {
    type: "http",
    scheme: "bearer",
    bearerFormat: "pk_live_…",
    description: "An API key of the studio, made in its panel",
  });
  const documentAt = (server: string) =>
    api.getOpenAPI31Document({
      openapi: "3.1.0",
      info: {
        title: "Studio Integration API",
        version: "1",
        description:
          "Connects a 3D-printing studio's site, ERP and scripts to its catalog, prices, orders and printers.",
        license: { name: "MIT" },
      },
      servers: [{ url: server }],
      security: [{ apiKey: [] }],
    });
  // Open to everyone, so they are made once per server and not once per request.
  const json = oncePerServer((server) => JSON.stringify(documentAt(server)));
  // The cast names the parts of OpenAPI 3.1 that the page reads; the library's types leave schemas too open to walk.
  const page = oncePerServer((server) => String(referencePage(documentAt(server) as ReferenceDocument)));
  api.get("/openapi.json", (context) =>
    context.body(json(context), 200, { "Content-Type": "application/json", ...KEPT }),
  );
  api.get("/docs", (context) => context.html(page(context), 200, KEPT));
}

const KEPT = { "Cache-Control": "public, max-age=300" };

/** A Worker has few host names of its own; a caller may send any other in `Host`. */
const MAX_SERVERS = 10;

function oncePerServer(make: (server: string) => string): (context: ApiContext) => string {
  const made = new Map<string, string>();
  return (context) => {
    const server = new URL(BASE_PATH, context.req.url).href;
    const known = made.get(server);
    if (known !== undefined) return known;
    if (made.size >= MAX_SERVERS) made.clear();
    const text = make(server);
    made.set(server, text);
    return text;
  };
}
