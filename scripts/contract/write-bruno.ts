// Bruno collection: one request for each operation in the order of the tour, written from the OpenAPI document.

import { requestOf } from "../reference/code-samples.ts";
import { type ReferenceOperation, referenceOperations } from "../reference/operations.ts";
import { Schemas } from "../reference/schemas.ts";
import type { ContractFile } from "./contract-file.ts";
import type { OpenApiDocument } from "./open-api-document.ts";

export const BRUNO_FOLDER = "docs/bruno";

/** The requests of a first day with the API, in order. Operations not named here come after them. */
const TOUR: readonly string[] = [
  "getMe",
  "listTechnologies",
  "listMaterials",
  "getMaterial",
  "listPrintingQualities",
  "getPrintingQuality",
  "listFinishings",
  "getFinishing",
  "listProducts",
  "getProduct",
  "getDeliverySettings",
  "createModel",
  "getModelPrices",
  "createSlicingJob",
  "getSlicingJob",
  "createQuote",
  "createOrder",
  "getOrder",
  "listPrinters",
  "createPrinter",
  "getPrinter",
  "updatePrinter",
  "deletePrinter",
];

/** Bruno's own variable: a new one for each request that is sent. */
const NEW_UUID = "{{$guid}}";

/** The folder of the collection lies two below the project's, whose models it sends. */
const PROJECT_FROM_COLLECTION = "../..";

export function brunoFiles(api: OpenApiDocument): readonly ContractFile[] {
  const schemas = new Schemas(api);
  const operations = inOrderOfTour(referenceOperations(api));
  const requests = operations.map((operation, index) => ({
    path: `${String(index + 1).padStart(2, "0")} ${operation.id}.bru`,
    text: requestText(operation, index + 1, operations, schemas),
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
      path: "environments/local.bru",
      text: blocks([
        block("vars", [`baseUrl: http://127.0.0.1:8787${api.servers?.[0]?.url ?? ""}`]),
        // Bruno keeps a secret on the machine, outside of the folder.
        "vars:secret [\n  apiKey\n]",
      ]),
    },
  ];
  return [...settings, ...requests].map(({ path, text }) => ({ path: `${BRUNO_FOLDER}/${path}`, text }));
}

function inOrderOfTour(operations: readonly ReferenceOperation[]): readonly ReferenceOperation[] {
  const place = ({ id }: ReferenceOperation) => (TOUR.includes(id) ? TOUR.indexOf(id) : TOUR.length);
  return [...operations].sort((a, b) => place(a) - place(b));
}

function requestText(
  operation: ReferenceOperation,
  position: number,
  all: readonly ReferenceOperation[],
  schemas: Schemas,
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
            parts.map(
              ({ name, value, isFile }) => `${name}: ${isFile ? `@file(${PROJECT_FROM_COLLECTION}/${value})` : value}`,
            ),
          ),
        ]),
    ...(json === undefined ? [] : [block("body:json", JSON.stringify(json, null, 2).split("\n"))]),
    ...(made === undefined ? [] : [block("vars:post-response", [made])]),
    block("docs", [summary, ...(description === "" ? [] : ["", ...description.split("\n")])]),
  ]);
}

/** `id` of /printers/{id} is `printerId`; a parameter with a name of its own keeps it. */
function variableOf(path: string, parameter: string): string {
  if (parameter !== "id") return parameter;
  const [, collection = ""] = path.split("/");
  const singular = collection.replace(/ies$/, "y").replace(/s$/, "");
  return `${singular.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`;
}

/**
 * The value that an answer gives to later requests: the id of a new record, or the first of a list that cannot be added to. Never
 * the first of other lists: the last request of the tour deletes a printer, which must be its own.
 */
function madeBy({ method, path }: ReferenceOperation, all: readonly ReferenceOperation[]): string | undefined {
  const single = all.find((other) => other.path.startsWith(`${path}/{`) && other.method === "get");
  const [, parameter] = /\{(\w+)\}/.exec(single?.path ?? "") ?? [];
  if (single === undefined || parameter === undefined) return undefined;
  const canBeAdded = all.some((other) => other.path === path && other.method === "post");
  const variable = variableOf(single.path, parameter);
  if (method === "post") return `${variable}: res.body.data.${parameter}`;
  return method === "get" && !canBeAdded ? `${variable}: res.body.data[0].${parameter}` : undefined;
}

function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => (line === "" ? "" : `  ${line}`)).join("\n")}\n}`;
}

function blocks(all: readonly string[]): string {
  return `${all.join("\n\n")}\n`;
}
