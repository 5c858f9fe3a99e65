// Bruno collection: one request for each operation in the order of the tour, written from the OpenAPI document.

import { requestOf } from "../reference/code-samples.ts";
import { type ReferenceOperation, referenceOperations } from "../reference/operations.ts";
import { Schemas } from "../reference/schemas.ts";
import type { ContractFile } from "./contract-file.ts";
import type { OpenApiDocument } from "./open-api-document.ts";
import { inOrderOfTour, madeBy, variableOf } from "./tour-requests.ts";

export const BRUNO_FOLDER = "docs/bruno";

/** Bruno's own variable: a new one for each request that is sent. */
const NEW_UUID = "{{$guid}}";

/** The service and the models of a collection. */
export interface BrunoSetting {
  readonly environment: string;
  readonly origin: string;
  /** The models' folder, from the collection's. */
  readonly models: string;
}

/** In the repository: the service on this machine, and the models two folders above the collection's. */
const IN_REPOSITORY: BrunoSetting = {
  environment: "local",
  origin: "http://127.0.0.1:8787",
  models: "../../examples",
};

/** The collection of the repository. */
export function brunoFiles(api: OpenApiDocument): readonly ContractFile[] {
  return brunoCollection(api, IN_REPOSITORY).map(({ path, text }) => ({ path: `${BRUNO_FOLDER}/${path}`, text }));
}

/** The files of a collection, by their paths in it. */
export function brunoCollection(api: OpenApiDocument, setting: BrunoSetting): readonly ContractFile[] {
  const schemas = new Schemas(api);
  const operations = inOrderOfTour(referenceOperations(api));
  const requests = operations.map((operation, index) => ({
    path: `${String(index + 1).padStart(2, "0")} ${operation.id}.bru`,
    text: requestText(operation, index + 1, operations, schemas, setting.models),
  }));
  const settings = [
    {
      path: "bruno.json",
      text: `${JSON.stringify({ version: "1", name: api.info.title, type: "collection", ignore: [] }, null, 2)}\n`,
    },
    {
      path: "collection.bru",
      text: blocks([block("auth", ["mode: bearer"]), block("auth:bearer", ["token: {{apiKey}}"])]),
    },
    {
      path: `environments/${setting.environment}.bru`,
      text: blocks([
        block("vars", [`baseUrl: ${setting.origin}${api.servers?.[0]?.url ?? ""}`]),
        // Bruno keeps a secret on the machine, outside of the folder.
        "vars:secret [\n  apiKey\n]",
      ]),
    },
  ];
  return [...settings, ...requests];
}

function requestText(
  operation: ReferenceOperation,
  position: number,
  all: readonly ReferenceOperation[],
  schemas: Schemas,
  models: string,
): string {
  const { id, method, path, parameters, summary, description, body } = operation;
  const { headers, parts, json } = requestOf(operation, schemas);
  const inPath = parameters.filter(({ in: place }) => place === "path");
  const inQuery = parameters.filter(({ in: place, required }) => place === "query" && required === true);
  const exampleOf = (name: string) => {
    const parameter = parameters.find((candidate) => candidate.name === name);
    return String(parameter?.example ?? schemas.valueOf(parameter?.schema ?? {}));
  };
  const address = path.replaceAll(/\{(\w+)\}/g, ":$1");
  const query = inQuery.map(({ name }) => `${name}=${exampleOf(name)}`).join("&");
  const made = madeBy(operation, all);
  return blocks([
    block("meta", [`name: ${id}`, "type: http", `seq: ${position}`]),
    block(method, [
      `url: {{baseUrl}}${address}${query === "" ? "" : `?${query}`}`,
      `body: ${body === undefined ? "none" : body.kind === "json" ? "json" : "multipartForm"}`,
      "auth: inherit",
    ]),
    ...(inQuery.length === 0
      ? []
      : [
          block(
            "params:query",
            inQuery.map(({ name }) => `${name}: ${exampleOf(name)}`),
          ),
        ]),
    ...(inPath.length === 0
      ? []
      : [
          block(
            "params:path",
            inPath.map(({ name }) => `${name}: {{${variableOf(path, name)}}}`),
          ),
        ]),
    ...(headers.length === 0
      ? []
      : [
          block(
            "headers",
            headers.map(([name, value]) => `${name}: ${name === "Idempotency-Key" ? NEW_UUID : value}`),
          ),
        ]),
    ...(parts === undefined
      ? []
      : [
          block(
            "body:multipart-form",
            parts.map(({ name, value, isFile }) => `${name}: ${isFile ? `@file(${models}/${value})` : value}`),
          ),
        ]),
    ...(json === undefined ? [] : [block("body:json", JSON.stringify(json, null, 2).split("\n"))]),
    ...(made === undefined ? [] : [block("vars:post-response", [`${made.variable}: res.body.${made.value}`])]),
    block("docs", [summary, ...(description === "" ? [] : ["", ...description.split("\n")])]),
  ]);
}

function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => (line === "" ? "" : `  ${line}`)).join("\n")}\n}`;
}

function blocks(all: readonly string[]): string {
  return `${all.join("\n\n")}\n`;
}
