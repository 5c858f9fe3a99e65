// Examples of the OpenAPI document: recorded requests and answers, put beside their descriptions.

/** A request of a run and its answer. Values that differ from run to run were made the same. */
export interface RecordedExchange {
  readonly operationId: string;
  /** Names the example within its operation. */
  readonly name: string;
  readonly summary: string;
  /** Path, query and header parameters that were sent. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** null: none was sent. A form is its fields, a file its name. */
  readonly body: unknown;
  readonly status: number;
  /** The headers that the contract describes. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** null: the answer has no body. */
  readonly answer: unknown;
}

/** The parts of an OpenAPI 3.1 document that get examples. */
interface Described {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly Example[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}

interface Example {
  readonly name?: string;
  example?: unknown;
}

type Content = Readonly<Record<string, MediaType>>;

interface MediaType {
  readonly schema?: Schema;
  examples?: Record<string, { readonly summary: string; readonly value: unknown }>;
}

interface Response {
  readonly headers?: Readonly<Record<string, Example>>;
  readonly content?: Content;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly contentSchema?: Schema;
  examples?: unknown[];
}

/** The document with the examples: on parameters, bodies, answers, headers, and on every field of a schema. */
export function withExamples<Document extends object>(
  document: Document,
  recorded: readonly RecordedExchange[],
): Document {
  // A copy in which no two places share an object: each has examples of its own.
  const copy = JSON.parse(JSON.stringify(document));
  const examples = new DocumentExamples(copy);
  for (const exchange of recorded) examples.add(exchange);
  examples.completeHeaders();
  return copy;
}

class DocumentExamples {
  readonly #document: Described;
  readonly #operations: ReadonlyMap<string | undefined, Operation>;
  readonly #headers = new Map<string, unknown>();

  /** @param document as the library made it: its own types leave too much open to walk through */
  constructor(document: Described) {
    this.#document = document;
    const operations = Object.values(document.paths ?? {}).flatMap((methods) => Object.values(methods));
    this.#operations = new Map(operations.map((operation) => [operation.operationId, operation]));
  }

  add({ operationId, parameters, body, status, headers, answer, ...example }: RecordedExchange): void {
    const operation = this.#operations.get(operationId);
    const response = this.#meant(operation?.responses[status]);
    if (operation === undefined || response === undefined) return;
    // A refused request is no example to follow, and neither is one with a field beside the operation's own.
    if (status < 400 && headers["X-Ignored-Fields"] === undefined) {
      for (const parameter of operation.parameters ?? []) keepFirst(parameter, parameters[parameter.name ?? ""]);
      for (const content of Object.values(operation.requestBody?.content ?? {})) this.#addTo(content, example, body);
    }
    for (const [name, value] of Object.entries(headers)) {
      this.#headers.set(name, this.#headers.get(name) ?? value);
      keepFirst(this.#meant(response.headers?.[name]), value);
    }
    for (const content of Object.values(response.content ?? {})) this.#addTo(content, example, answer);
  }

  /** A header that only some answers carry may have come with another one. */
  completeHeaders(): void {
    for (const { responses } of this.#operations.values()) {
      for (const response of Object.values(responses)) {
        const { headers = {} } = this.#meant(response) ?? {};
        for (const [name, header] of Object.entries(headers)) keepFirst(this.#meant(header), this.#headers.get(name));
      }
    }
  }

  #addTo(content: MediaType, { name, summary }: Pick<RecordedExchange, "name" | "summary">, value: unknown): void {
    if (value === null) return;
    content.examples = { ...content.examples, [name]: { summary, value } };
    this.#exemplify(content.schema, value);
  }

  /** Gives the value's parts to the schemas of its fields. */
  #exemplify(described: Schema | undefined, value: unknown): void {
    const schema = this.#meant(described);
    if (schema === undefined) return;
    const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    for (const option of options) this.#exemplify(option, value);
    if (schema.contentSchema !== undefined && typeof value === "string") {
      this.#exemplify(schema.contentSchema, JSON.parse(value));
    }
    if (schema.properties !== undefined && isRecord(value)) {
      for (const [name, property] of Object.entries(schema.properties)) this.#exemplify(property, value[name]);
    } else if (schema.items !== undefined && Array.isArray(value) && value.some(isRecord)) {
      for (const item of value) this.#exemplify(schema.items, item);
    } else if (schema.properties === undefined && options.length === 0 && isOfValues(schema)) {
      if (value !== undefined && weight(value) > weight(schema.examples?.[0])) schema.examples = [value];
    }
  }

  /** The target of a reference within the document, or the part itself. */
  #meant<Part extends object>(part: Part | undefined): Part | undefined {
    if (part === undefined || !("$ref" in part)) return part;
    let meant: unknown = this.#document;
    for (const name of String(part.$ref).split("/").slice(1)) meant = isRecord(meant) ? meant[name] : undefined;
    // A reference stands for a part of the same kind.
    return meant as Part | undefined;
  }
}

/** Whether a schema describes values, and not only which fields go together, or that there is nothing. */
function isOfValues({ type }: Schema): boolean {
  return type !== undefined && type !== "null";
}

/** The weight of an example: null and an empty list tell less than any value. */
function weight(value: unknown): number {
  if (value === undefined) return 0;
  if (value === null) return 1;
  return Array.isArray(value) && value.length === 0 ? 2 : 3;
}

function keepFirst(part: Example | undefined, value: unknown): void {
  if (part !== undefined && part.example === undefined && value !== undefined) part.example = value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
