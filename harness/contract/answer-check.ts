// Holds answers and requests against the contract: JSON Schema 2020-12, closed to undescribed fields.

import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { ContractDocument, JsonSchema, OperationWithDescription } from "./contract-document.ts";
import type { OperationRequest, ReceivedAnswer } from "./contract-world.ts";

/** Headers of HTTP itself, of browsers' rules and of the transport: no part of the contract. */
const OF_THE_TRANSPORT = [
  "access-control-allow-origin",
  "access-control-expose-headers",
  "content-length",
  "content-type",
  "content-encoding",
  "strict-transport-security",
  "transfer-encoding",
  "vary",
  "x-content-type-options",
];
/** The caching header of answers without a promise about caching in the contract. */
const NOT_KEPT = "no-store";

export class AnswerCheck {
  readonly #contract: ContractDocument;
  readonly #answers: Ajv2020;
  readonly #requests: Ajv2020;

  constructor(contract: ContractDocument) {
    this.#contract = contract;
    this.#answers = validator(closed(contract.parts));
    this.#requests = validator(contract.parts);
  }

  /** Violations of the contract by an answer, as sentences; none if it conforms. */
  faultsOfAnswer(operationId: string, { status, headers, body }: ReceivedAnswer): string[] {
    const response = this.#contract.response(operationId, status);
    if (response === undefined) return [`it has no response ${status}`];
    const isJson = headers.get("Content-Type")?.startsWith("application/json") ?? body === null;
    return [
      ...this.#faultsOfHeaders(response, headers),
      ...(isJson ? [] : [`the answer is ${headers.get("Content-Type")}`]),
      ...this.faultsOfBody(operationId, status, body),
    ];
  }

  /** As `faultsOfAnswer`, for a body alone; null is none. */
  faultsOfBody(operationId: string, status: number, body: unknown): string[] {
    const response = this.#contract.response(operationId, status);
    if (response?.content !== undefined) {
      return faultsOf(this.#answers, `${response.pointer}/content/application~1json/schema`, body);
    }
    return body === null ? [] : ["it describes no body"];
  }

  #faultsOfHeaders(response: Parameters<ContractDocument["headers"]>[0], headers: Headers): string[] {
    const described = this.#contract.headers(response);
    const names = [...described.keys()].map((name) => name.toLowerCase());
    const missing = [...described].filter(([name, { required }]) => required && !headers.has(name));
    const surplus = [...headers].filter(
      ([name, value]) =>
        !names.includes(name) && !OF_THE_TRANSPORT.includes(name) && !(name === "cache-control" && value === NOT_KEPT),
    );
    const wrong = [...described].filter(([name, { schema }]) => {
      const value = headers.get(name);
      return value !== null && !this.#answers.validate(schema, textAs(schema, value));
    });
    return [
      ...missing.map(([name]) => `the header ${name} is missing`),
      ...surplus.map(([name, value]) => `the header ${name}: ${value} is not described`),
      ...wrong.map(([name]) => `the header ${name} is ${headers.get(name)}`),
    ];
  }

  /** Violations of the contract by a request. */
  faultsOfRequest(operation: OperationWithDescription, ask: OperationRequest): string[] {
    const [body] = Object.entries(operation.described.requestBody?.content ?? {});
    if (body === undefined) return [];
    const [type, { schema }] = body;
    if (ask.text !== undefined || (ask.form === undefined) === (type === "multipart/form-data")) {
      return [`the body must be ${type}`];
    }
    const value = ask.form === undefined ? ask.json : formAsObject(schema, ask.form);
    const pointer = `${operation.pointer}/requestBody/content/${type.replace("/", "~1")}/schema`;
    return [...faultsOf(this.#requests, pointer, value), ...this.#faultsOfContents(schema, value)];
  }

  /** Violations by the JSON in a form's texts: a validator treats `contentSchema` as a comment. */
  #faultsOfContents(schema: JsonSchema, form: unknown): string[] {
    return Object.entries(schema.properties ?? {}).flatMap(([name, { contentSchema }]) => {
      const text = contentSchema !== undefined && isRecord(form) ? form[name] : undefined;
      if (contentSchema === undefined || typeof text !== "string") return [];
      const validate = this.#requests.compile(rooted(contentSchema));
      return validate(parsed(text)) ? [] : [`${name} holds ${this.#requests.errorsText(validate.errors)}`];
    });
  }
}

const ROOT = "contract:document";

function validator(document: object): Ajv2020 {
  // `oneOf` and `not` state which fields go together: they require fields that are described above them.
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true });
  // The document's parts beside schemas, so that references to all of them resolve.
  ajv.addVocabulary(["openapi", "info", "servers", "security", "tags", "paths", "components"]);
  // A CommonJS module's default export, by its types.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(document, ROOT);
  return ajv;
}

const compiled = new WeakMap<Ajv2020, Map<string, ValidateFunction>>();

function faultsOf(ajv: Ajv2020, pointer: string, value: unknown): string[] {
  const known = compiled.get(ajv) ?? new Map<string, ValidateFunction>();
  compiled.set(ajv, known);
  const validate = known.get(pointer) ?? ajv.compile({ $ref: ROOT + pointer });
  known.set(pointer, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || "/"} ${message} ${JSON.stringify(params)}`,
  );
}

/** The document with its objects closed to other fields: an undescribed field must not go unnoticed. */
function closed<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(closed) as Part;
  if (!isRecord(part)) return part;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      name === "examples" || name === "example" ? value : closed(value),
    ]),
  );
  if (copy.type === "object" && isRecord(copy.properties)) copy.unevaluatedProperties = false;
  return copy as Part;
}

/** The schema, with its references leading into the document. */
function rooted(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${ROOT}#/`));
}

/** A form as the object of its schema: texts of numbers are numbers, parts of a list are a list, a file is its name. */
function formAsObject(schema: JsonSchema, form: NonNullable<OperationRequest["form"]>): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, value] of form) {
    const described = schema.properties?.[name] ?? {};
    const one = typeof value === "object" ? value.name : textAs(described.items ?? described, String(value));
    const before = object[name];
    object[name] = described.type === "array" ? [...(Array.isArray(before) ? before : []), one] : one;
  }
  return object;
}

/** The integer in a text that is described as one. */
function textAs({ type }: JsonSchema, text: string): string | number {
  return type === "integer" && /^\d+$/.test(text) ? Number(text) : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
