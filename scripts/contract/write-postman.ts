// Postman collection (format 2.1): one request for each operation in the order of the tour, written from the OpenAPI document.

import { headerName, requestOf } from "../reference/code-samples.ts";
import { type ReferenceOperation, referenceOperations } from "../reference/operations.ts";
import { Schemas } from "../reference/schemas.ts";
import type { OpenApiDocument } from "./open-api-document.ts";
import { inOrderOfTour, madeBy, variableOf } from "./tour-requests.ts";

const FORMAT = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** Postman's own variable: a new one for each request that is sent. */
const NEW_UUID = "{{$guid}}";

/** @param baseUrl the API's address on the service */
export function postmanCollection(api: OpenApiDocument, baseUrl: string): object {
  const schemas = new Schemas(api);
  const operations = inOrderOfTour(referenceOperations(api));
  return {
    info: { name: api.info.title, description: api.info.description ?? "", schema: FORMAT },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{apiKey}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: baseUrl },
      { key: "apiKey", value: "", type: "secret" },
    ],
    item: operations.map((operation) => itemOf(operation, operations, schemas)),
  };
}

function itemOf(operation: ReferenceOperation, all: readonly ReferenceOperation[], schemas: Schemas): object {
  const { id, method, path, parameters, summary, description } = operation;
  const { headers, json, parts } = requestOf(operation, schemas);
  const query = parameters
    .filter(({ in: place, required }) => place === "query" && required === true)
    .map(({ name, example, schema }) => ({ key: name, value: String(example ?? schemas.valueOf(schema ?? {})) }));
  const segments = path
    .slice(1)
    .split("/")
    .map((segment) => segment.replace(/^\{(\w+)\}$/, (_, name: string) => `{{${variableOf(path, name)}}}`));
  const asked = query.map(({ key, value }) => `${key}=${value}`).join("&");
  const made = madeBy(operation, all);
  return {
    name: id,
    request: {
      method: method.toUpperCase(),
      header: [
        ...headers.map(([name, value]) => ({
          key: headerName(name),
          value: headerName(name) === "Idempotency-Key" ? NEW_UUID : value,
        })),
        ...(json === undefined ? [] : [{ key: "Content-Type", value: "application/json" }]),
      ],
      url: {
        raw: `{{baseUrl}}/${segments.join("/")}${asked === "" ? "" : `?${asked}`}`,
        host: ["{{baseUrl}}"],
        path: segments,
        query,
      },
      ...(json === undefined ? {} : { body: { mode: "raw", raw: JSON.stringify(json, null, 2) } }),
      ...(parts === undefined
        ? {}
        : {
            body: {
              mode: "formdata",
              formdata: parts.map(({ name, value, isFile }) =>
                isFile ? { key: name, type: "file", src: value } : { key: name, type: "text", value },
              ),
            },
          }),
      description: description === "" ? summary : `${summary}\n\n${description}`,
    },
    ...(made === undefined
      ? {}
      : {
          event: [
            {
              listen: "test",
              script: {
                type: "text/javascript",
                exec: [`pm.collectionVariables.set("${made.variable}", pm.response.json().${made.value});`],
              },
            },
          ],
        }),
  };
}
