// The served contract, for checks of answers against it: its operations, and the targets of references.

import { BASE_PATH } from "../../src/http/base-path.ts";
import type { ContractOperation } from "./contract-world.ts";

/** A schema of JSON Schema 2020-12. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly contentSchema?: JsonSchema;
  readonly examples?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

export interface DescribedHeader {
  readonly required?: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface DescribedContent {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
}

export interface DescribedResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, DescribedHeader | Reference>>;
  readonly content?: Readonly<Record<string, DescribedContent>>;
}

export interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

interface Reference {
  readonly $ref: string;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly DescribedParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, DescribedContent>> };
  readonly responses: Readonly<Record<string, DescribedResponse | Reference>>;
}

interface DocumentParts {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>> & {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

export interface OperationWithDescription extends ContractOperation {
  readonly described: DescribedOperation;
  readonly parameters: readonly DescribedParameter[];
  /** Its place in the document, as a JSON pointer. */
  readonly pointer: string;
}

export class ContractDocument {
  readonly text: string;
  readonly parts: DocumentParts;
  readonly operations: ReadonlyMap<string, OperationWithDescription>;

  constructor(text: string) {
    this.text = text;
    // An OpenAPI 3.1 document of ours: a test holds it to the format with two linters.
    this.parts = JSON.parse(text) as DocumentParts;
    this.operations = new Map(
      Object.entries(this.parts.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, described]) => {
          const { operationId, parameters = [] } = described;
          const pointer = `#/paths/${escaped(path)}/${method}`;
          return [operationId, { operationId, method: method.toUpperCase(), path, parameters, described, pointer }];
        }),
      ),
    );
  }

  static async of(service: URL): Promise<ContractDocument> {
    const answer = await fetch(new URL(`${BASE_PATH}/openapi.json`, service));
    if (answer.status !== 200) throw new Error(`openapi.json: ${answer.status} ${await answer.text()}`);
    return new ContractDocument(await answer.text());
  }

  operation(operationId: string): OperationWithDescription {
    const operation = this.operations.get(operationId);
    if (operation === undefined) throw new Error(`the contract has no operation ${operationId}`);
    return operation;
  }

  /** The response of a status, and its place; undefined if the operation has none. */
  response(operationId: string, status: number): (DescribedResponse & { readonly pointer: string }) | undefined {
    const { described, pointer } = this.operation(operationId);
    const response = described.responses[status];
    if (response === undefined) return undefined;
    if ("$ref" in response) return { ...this.meant<DescribedResponse>(response), pointer: response.$ref };
    return { ...response, pointer: `${pointer}/responses/${status}` };
  }

  headers(response: DescribedResponse): ReadonlyMap<string, DescribedHeader> {
    const entries = Object.entries(response.headers ?? {});
    return new Map(entries.map(([name, header]) => [name, this.meant<DescribedHeader>(header)]));
  }

  /** The errorCodes that a response may carry; none if it is no failure in the envelope. */
  errorCodes(response: DescribedResponse): readonly unknown[] {
    const schema = response.content?.["application/json"]?.schema;
    return (schema && this.meant<JsonSchema>(schema).properties?.errorCode?.enum) ?? [];
  }

  meant<Part extends object>(part: Part | Reference): Part {
    if (!("$ref" in part) || typeof part.$ref !== "string") return part as Part;
    let found: unknown = this.parts;
    for (const step of part.$ref.split("/").slice(1)) {
      found = typeof found === "object" && found !== null ? Reflect.get(found, step) : undefined;
    }
    if (found === undefined) throw new Error(`the contract has no ${part.$ref}`);
    // A reference stands for a part of the same kind (OpenAPI 3.1, Reference Object).
    return found as Part;
  }
}

/** A name as a step of a JSON pointer within a URI. */
function escaped(step: string): string {
  return encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"));
}
