// OpenAPI document, made from the schemas that validate requests and type responses.

import type { OpenAPIHono } from "@hono/zod-openapi";
import { BASE_PATH } from "./base-path.ts";
import type { ApiEnv } from "./context.ts";

/** Serves the OpenAPI 3.1 document of all operations of `api`, without a key. */
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
  // Open to everyone, so it is made once and not once per request.
  const json = once(() => JSON.stringify(makeDocument()));
  api.get("/openapi.json", (context) => context.body(json(), 200, { "Content-Type": "application/json", ...KEPT }));
}

const KEPT = { "Cache-Control": "public, max-age=300" };

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
