// Operations of the document in one list, each with its anchor, and the errors that all of them share.

import {
  type Answer,
  type Content,
  isRecord,
  METHODS,
  type OpenApiDocument,
  type Parameter,
  type Schema,
} from "../contract/open-api-document.ts";
import { type SchemaField, Schemas, type StatedExample, statedExamples } from "./schemas.ts";

export interface ReferenceOperation {
  /** The operationId, which is also the anchor on the page. */
  readonly id: string;
  readonly method: (typeof METHODS)[number];
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly answers: readonly OperationAnswer[];
}

export interface RequestBody {
  readonly kind: "json" | "multipart";
  readonly fields: readonly SchemaField[];
  readonly example: Readonly<Record<string, unknown>>;
}

export interface OperationAnswer {
  readonly status: number;
  readonly description: string;
  readonly headers: readonly { readonly name: string; readonly description: string }[];
  /** The schema of `data` in the envelope; undefined if there is no body. */
  readonly data: Schema | undefined;
  readonly example: StatedExample | undefined;
  /** All that the document states, the shown one among them. */
  readonly examples: readonly StatedExample[];
  /** The values of `errorCode`, if the document states them. */
  readonly errorCodes: readonly string[];
}

/** Headers of every answer, described once. */
const HEADERS_OF_ALL = ["RateLimit", "RateLimit-Policy", "X-Request-Id"];

/** The operations in the order of the document. */
export function referenceOperations(document: OpenApiDocument): readonly ReferenceOperation[] {
  const schemas = new Schemas(document);
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      if (operation === undefined) return [];
      const { operationId, tags, summary, description, parameters, requestBody, responses } = operation;
      return [
        {
          id: operationId,
          method,
          path,
          tag: tags?.[0] ?? "Other",
          summary: summary ?? `${method.toUpperCase()} ${path}`,
          description: description ?? "",
          parameters: parameters ?? [],
          body: requestBody === undefined ? undefined : bodyOf(requestBody.content, schemas),
          answers: Object.entries(responses ?? {}).map(([status, answer]) => answerOf(Number(status), answer, schemas)),
        },
      ];
    }),
  );
}

function bodyOf(content: Content, schemas: Schemas): RequestBody | undefined {
  const [entry] = Object.entries(content);
  if (entry === undefined) return undefined;
  const [type, media] = entry;
  const example = schemas.exampleOf(media)?.value;
  return {
    kind: type === "multipart/form-data" ? "multipart" : "json",
    fields: media.schema === undefined ? [] : schemas.fieldsOf(media.schema),
    example: isRecord(example) ? example : {},
  };
}

function answerOf(status: number, answer: Answer, schemas: Schemas): OperationAnswer {
  const media = answer.content?.["application/json"];
  const envelope = media?.schema === undefined ? [] : schemas.fieldsOf(media.schema);
  const field = (name: string) => envelope.find((candidate) => candidate.name === name)?.schema;
  const code = field("errorCode");
  const examples = media === undefined ? [] : statedExamples(media);
  return {
    status,
    description: answer.description,
    headers: Object.entries(answer.headers ?? {})
      .filter(([name]) => !HEADERS_OF_ALL.includes(name))
      .map(([name, { description }]) => ({ name, description: description ?? "" })),
    data: status < 300 ? field("data") : undefined,
    // Only a real error shows its content.
    example: media !== undefined && status < 400 ? schemas.exampleOf(media) : examples[0],
    examples,
    errorCodes: code === undefined ? [] : codesOf(schemas.follow(code), schemas),
  };
}

function codesOf({ enum: values, const: constant, anyOf = [], oneOf = [] }: Schema, schemas: Schemas): string[] {
  const own = [...(values ?? []), constant].filter((value) => typeof value === "string");
  return [...own, ...[...anyOf, ...oneOf].flatMap((part) => codesOf(schemas.follow(part), schemas))];
}

export interface CommonError {
  readonly status: number;
  readonly description: string;
  readonly errorCodes: readonly string[];
}

/** The errors that every operation may answer with, with the codes that all have there. */
export function commonErrors(operations: readonly ReferenceOperation[]): readonly CommonError[] {
  const [first, ...others] = operations;
  return (first?.answers ?? [])
    .filter(({ status }) => status >= 400)
    .flatMap(({ status, description, errorCodes }) => {
      const same = others.map((operation) => operation.answers.find((answer) => answer.status === status));
      if (same.includes(undefined)) return [];
      const codes = errorCodes.filter((code) => same.every((answer) => answer?.errorCodes.includes(code)));
      return [{ status, description, errorCodes: codes }];
    });
}

/** The errors particular to an operation: other statuses, or other codes. */
export function ownErrors(operation: ReferenceOperation, common: readonly CommonError[]): readonly OperationAnswer[] {
  return operation.answers
    .filter(({ status }) => status >= 400)
    .flatMap((answer) => {
      const shared = common.find(({ status }) => status === answer.status);
      if (shared === undefined) return [answer];
      const codes = answer.errorCodes.filter((code) => !shared.errorCodes.includes(code));
      if (codes.length === 0) return [];
      const example = answer.examples.find(({ value }) => isRecord(value) && codes.includes(String(value.errorCode)));
      return [{ ...answer, errorCodes: codes, example }];
    });
}

/** Tags in the order in which the operations come. */
export function tagsOf(operations: readonly ReferenceOperation[]): readonly string[] {
  return [...new Set(operations.map(({ tag }) => tag))];
}
