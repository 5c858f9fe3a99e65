// The published contract: made from the same schemas that validate the requests and type the answers.

import type { OpenAPIHono } from "@hono/zod-openapi";
import { BASE_PATH } from "./base.path.ts";
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
  const documentFor = (context: ApiContext) =>
    api.getOpenAPI31Document({
      openapi: "3.1.0",
      info: {
        title: "Studio Integration API",
        version: "1",
        description:
          "Connects a 3D-printing studio's site, ERP and scripts to its catalog, prices, orders and printers.",
        license: { name: "MIT" },
      },
      servers: [{ url: new URL(BASE_PATH, context.req.url).href }],
      security: [{ apiKey: [] }],
    });
  api.get("/openapi.json", (context) => context.json(documentFor(context)));
  api.get("/docs", (context) => {
    // The parts of OpenAPI 3.1 that the page reads; the library's own types leave schemas too open to walk.
    const document = documentFor(context) as ReferenceDocument;
    return context.html(referencePage(document));
  });
}
