// The published contract: made from the same schemas that validate the requests and type the answers.

import type { OpenAPIHono } from "@hono/zod-openapi";
import { BASE_PATH } from "./base.path.ts";
import type { ApiEnv } from "./context.ts";

/** Serves the OpenAPI 3.1 document of all operations of `app` at `path`, without a key. */
export function describeApi(app: OpenAPIHono<ApiEnv>, path: string): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "apiKey", {
    type: "http",
    scheme: "bearer",
    bearerFormat: "pk_live_…",
    description: "An API key of the studio, made in its panel",
  });
  app.doc31(path, (context) => ({
    openapi: "3.1.0",
    info: {
      title: "Studio Integration API",
      version: "1",
      description: "Connects a 3D-printing studio's site, ERP and scripts to its catalog, prices, orders and printers.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: new URL(BASE_PATH, context.req.url).href }],
    security: [{ apiKey: [] }],
  }));
}
