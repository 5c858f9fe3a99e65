// OpenAPI document as the running code serves it, asked for without a server.

import { BASE_PATH } from "../../src/http/base-path.ts";

/** The parts of OpenAPI 3.1 and JSON Schema 2020-12 that types are made from. */
export interface OpenApiDocument {
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> };
  readonly paths: Readonly<Record<string, PathItem>>;
}

export const METHODS = ["get", "post", "put", "patch", "delete"] as const;
export type PathItem = Readonly<Partial<Record<(typeof METHODS)[number], Operation>>>;

export interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Content } | Reference;
  readonly responses: Readonly<Record<string, { readonly content?: Content } | Reference>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: JsonSchema;
}

export interface Reference {
  readonly $ref: string;
}

export type Content = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema | boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
}

/** @throws Error where the document is not served */
export async function servedDocument(): Promise<OpenApiDocument> {
  return JSON.parse(await servedText()) as OpenApiDocument;
}

/**
 * The document as it is sent.
 *
 * @throws Error where it is not served
 */
export async function servedText(): Promise<string> {
  // By address: the compiler would check the API's sources against Node's types instead of the Workers'.
  const { createApp }: AppModule = await import(new URL("../../src/app.ts", import.meta.url).href);
  const response = await createApp().request(`${BASE_PATH}/openapi.json`, {}, UNUSED_BINDINGS);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`openapi.json: ${response.status} ${text}`);
  return text;
}

interface AppModule {
  createApp(): { request(path: string, init: RequestInit, env: object): Promise<Response> };
}

/** The request log wraps them; the document needs none of them. */
const UNUSED_BINDINGS = {
  DB: {},
  MODELS: {},
  SLICE_RESULTS: {},
  SLICER: {},
  STUDIO_GATE: {},
  GUESSED_KEYS: {},
  LOG_SAMPLE_PERCENT: 0,
};
