// OpenAPI document: made from the schemas that validate requests and type responses, with examples taken from a run.

import type { OpenAPIHono } from "@hono/zod-openapi";
import { BASE_PATH } from "../base-path.ts";
import type { ApiEnv } from "../context.ts";
import { registerSharedComponents } from "./contract.ts";
import { withExamples } from "./document-examples.ts";
import { withPermissions } from "./document-permissions.ts";
import { withoutNullInEnums } from "./nullable-enums.ts";

const TAGS = [
  {
    name: "Catalog",
    description: "What the studio prints with and sells. Read only: the studio keeps it in its panel.",
  },
  { name: "Studio", description: "Whose key it is, its prices and what is left of its hour." },
  { name: "Models", description: "Models that are sent once and then named by their id." },
  { name: "Slicing", description: "How long a print takes and what it needs. Slicing a model may take minutes." },
  { name: "Quotes and orders", description: "What a print costs, and ordering it." },
  { name: "Printers", description: "The studio's printers and what is printing on them." },
];

/** By its SPDX identifier, which the library's type of OpenAPI 3.1 lacks. */
const LICENSE = { name: "MIT", identifier: "MIT" };

const DESCRIPTION = `Connects a 3D-printing studio's site, ERP and scripts to its catalog, prices, orders and printers.

Every answer but 204, 304 and 429 is an envelope: \`data\` holds what was asked for, or \`errors\` and \`errorCode\` say what was
wrong. A request to a path that does not exist is answered 404 \`errors.pathUnknown\`, and one with a method that its path does
not take 405 \`errors.methodNotAllowed\` with \`Allow\`; both only with a valid key. \`X-Nearest-Path\` names the path that an
unknown one nearly is. Amounts are decimal strings with two fraction digits, lengths are millimetres, weights grams. The sentences of
\`errors\` are English, or Ukrainian with \`Accept-Language: uk\`; fields and codes are the same in every language. Fields and error
codes may be added within this version: ignore what you do not know.

A key has a permission: \`all\` opens every operation, \`quotes\` those of prices (no orders, no printers), \`read\` those that change
nothing. An operation that the key's permission does not open is answered 403 \`errors.keyRestricted\`. A key may have an end: from then
on it is answered 401 \`errors.unauthorized\`.`;

/** Serves the OpenAPI 3.1 document of all operations of `api`, without a key. */
export function describeApi(api: OpenAPIHono<ApiEnv>): void {
  registerComponents(api);
  // Open to everyone, so it is made once and not once per request.
  // The value and not its promise: one that a cancelled request began might never settle for the others.
  let json: string | undefined;
  api.get("/openapi.json", async (context) => {
    json ??= JSON.stringify(await apiDocument(api));
    return context.body(json, 200, { "Content-Type": "application/json", "Cache-Control": "public, max-age=300" });
  });
}

/** Registers the document's parts beside its operations. Once for an API. */
function registerComponents(api: OpenAPIHono<ApiEnv>): void {
  api.openAPIRegistry.registerComponent("securitySchemes", "apiKey", {
    type: "http",
    scheme: "bearer",
    bearerFormat: "pk_live_…",
    description: "An API key of the studio, made in its panel. Keep it on a server, out of pages",
  });
  registerSharedComponents(api.openAPIRegistry);
}

type ApiDocument = Omit<ReturnType<OpenAPIHono<ApiEnv>["getOpenAPI31Document"]>, "webhooks">;

/** The document of all operations of `api`. The examples are loaded only here: no request of a site waits for them. */
async function apiDocument(api: OpenAPIHono<ApiEnv>): Promise<ApiDocument> {
  const { default: recorded } = await import("./recorded-examples.json", { with: { type: "json" } });
  // There are no webhooks (specification 12.2); the library writes an empty list of them.
  const { webhooks: _, ...document } = api.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Studio Integration API",
      version: "1",
      description: DESCRIPTION,
      contact: { name: "The studio that gave you the key" },
      license: LICENSE,
    },
    // Relative to the document's own address (OpenAPI 3.1, Server Object): one document for every `Host`.
    servers: [{ url: BASE_PATH, description: "The host that this document was read from" }],
    security: [{ apiKey: [] }],
    tags: TAGS,
  });
  return withoutNullInEnums(withExamples(withPermissions(document), recorded));
}
