// OpenAPI document: the parts of it that pages, samples, the collection and the client's types are made from.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_FOLDER } from "../project-folder.ts";

export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly description?: string };
  readonly servers?: readonly { readonly url: string }[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths?: Readonly<Record<string, PathItem>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export type PathItem = Partial<Record<(typeof METHODS)[number], OperationObject>>;

export interface OperationObject {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses?: Readonly<Record<string, Answer>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
}

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>;
  readonly content?: Content;
}

export type Content = Readonly<Record<string, MediaType>>;

export interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value?: unknown }>>;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly items?: Schema;
  readonly contentMediaType?: string;
  /** For a string that holds JSON. */
  readonly contentSchema?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The beginning of a reference to a record. */
export const SCHEMA_REFERENCE = "#/components/schemas/";

export const METHODS = ["get", "post", "patch", "delete"] as const;

/** The document that `npm run contract` wrote; a test holds it equal to the service's own. */
export async function readOpenApiDocument(): Promise<OpenApiDocument> {
  return openApiDocument(JSON.parse(await readFile(join(PROJECT_FOLDER, "docs/openapi.json"), "utf8")));
}

/** @param document OpenAPI 3.1. References are replaced by their targets, but for schemas: these are records. */
export function openApiDocument(document: unknown): OpenApiDocument {
  return inlined(document, document) as OpenApiDocument;
}

function inlined(part: unknown, document: unknown): unknown {
  if (Array.isArray(part)) return part.map((entry) => inlined(entry, document));
  if (!isRecord(part)) return part;
  const { $ref: reference } = part;
  if (typeof reference === "string" && !reference.startsWith(SCHEMA_REFERENCE)) {
    return inlined(reference.slice(2).split("/").reduce(fieldOf, document), document);
  }
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, inlined(value, document)]));
}

function fieldOf(part: unknown, name: string): unknown {
  return isRecord(part) ? part[name.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
