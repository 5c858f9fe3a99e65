// OpenAPI document, made from the schemas that validate requests and type responses.

import type { OpenAPIHono } from "@hono/zod-openapi";
import { apiDocument, describeComponents } from "./api-document.ts";
import type { ApiEnv } from "./context.ts";

/** Serves the OpenAPI 3.1 document of all operations of `api`, without a key. */
export function describeApi(api: OpenAPIHono<ApiEnv>): void {
  describeComponents(api);
  // Open to everyone, so it is made once and not once per request.
  // The value and not its promise: one that a cancelled request began might never settle for the others.
  let json: string | undefined;
  api.get("/openapi.json", async (context) => {
    json ??= JSON.stringify(await apiDocument(api));
    return context.body(json, 200, { "Content-Type": "application/json", ...KEPT });
  });
}

const KEPT = { "Cache-Control": "public, max-age=300" };
