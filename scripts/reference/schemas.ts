// Schemas of the OpenAPI document: references followed, types in words, example values.

import { type MediaType, type OpenApiDocument, SCHEMA_REFERENCE, type Schema } from "../contract/open-api-document.ts";

export interface SchemaField {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

export class Schemas {
  readonly #named: Readonly<Record<string, Schema>>;

  constructor({ components }: OpenApiDocument) {
    this.#named = components?.schemas ?? {};
  }

  names(): readonly string[] {
    return Object.keys(this.#named);
  }

  /** @throws Error for a name that the document lacks */
  named(name: string): Schema {
    const schema = this.#named[name];
    if (schema === undefined) throw new Error(`The document has no schema ${name}`);
    return schema;
  }

  /** The schema that a reference names; every other schema is itself. */
  follow(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : this.named(componentName(schema.$ref));
  }

  /** The record that a schema is, or holds in a list or beside null. */
  recordOf(schema: Schema): string | undefined {
    if (schema.$ref !== undefined) return componentName(schema.$ref);
    if (schema.contentSchema !== undefined) return this.recordOf(schema.contentSchema);
    const inner = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    return inner.flatMap((part) => (part === undefined ? [] : (this.recordOf(part) ?? [])))[0];
  }

  /** An object's fields, those of its parts included. */
  fieldsOf(schema: Schema): readonly SchemaField[] {
    const { properties = {}, required = [], allOf = [], oneOf = [], anyOf = [] } = this.follow(schema);
    const own = Object.entries(properties).map(([name, property]) => ({
      name,
      schema: property,
      isRequired: required.includes(name),
    }));
    const all = [...own, ...[...allOf, ...oneOf, ...anyOf].flatMap((part) => this.fieldsOf(part))];
    return [...new Map(all.reverse().map((field) => [field.name, field])).values()].reverse();
  }

  isFile(schema: Schema): boolean {
    const { format, items } = this.follow(schema);
    return format === "binary" || (items !== undefined && this.isFile(items));
  }

  isList(schema: Schema): boolean {
    return typesOf(this.follow(schema)).includes("array");
  }

  /** The type in words: `string or null`, `Money`, `list of Order`. */
  typeInWords(schema: Schema): string {
    if (schema.$ref !== undefined) return componentName(schema.$ref);
    if (schema.contentSchema !== undefined) return `JSON: ${this.typeInWords(schema.contentSchema)}`;
    if (this.isFile(schema)) return this.isList(schema) ? "files" : "file";
    if (schema.allOf !== undefined || schema.anyOf !== undefined || schema.oneOf !== undefined) {
      const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
      const words = parts.map((part) => this.typeInWords(part));
      const named = words.filter((word) => !["object or null", "object", "null", ""].includes(word));
      const orNull = words.some((word) => word.endsWith("null"));
      return [...new Set([...named, ...(orNull ? ["null"] : [])])].join(" or ");
    }
    if (schema.items !== undefined) {
      const orNull = typesOf(schema).includes("null") ? " or null" : "";
      return `list of ${this.typeInWords(schema.items)}${orNull}`;
    }
    const types = typesOf(schema);
    return types
      .map((type) => (type === "string" ? (WORDS_OF_FORMAT[schema.format ?? ""] ?? type) : type))
      .join(" or ");
  }

  /** An example of the whole body: the document's own, or one made from the fields' examples and types. */
  exampleOf(media: MediaType): StatedExample | undefined {
    const [stated] = statedExamples(media);
    if (stated !== undefined || media.schema === undefined) return stated;
    return { summary: "", value: this.valueOf(media.schema) };
  }

  /** A value that fits the schema: its required fields, and those with an example. */
  valueOf(schema: Schema, depth = 0): unknown {
    const followed = this.follow(schema);
    const stated = statedValue(schema) ?? statedValue(followed);
    if (stated !== undefined) return stated;
    if (followed.contentSchema !== undefined) return JSON.stringify(this.valueOf(followed.contentSchema, depth + 1));
    if (this.isFile(followed)) return this.isList(followed) ? ["part.stl"] : "part.stl";
    const fields = this.fieldsOf(followed);
    if (fields.length > 0) {
      if (depth > MAX_DEPTH) return {};
      const shown = fields.filter((field) => field.isRequired || exampleIn(field.schema) !== undefined);
      return Object.fromEntries(shown.map((field) => [field.name, this.valueOf(field.schema, depth + 1)]));
    }
    const [part] = [...(followed.oneOf ?? []), ...(followed.anyOf ?? []), ...(followed.allOf ?? [])];
    if (part !== undefined) return this.valueOf(part, depth + 1);
    if (followed.items !== undefined) return [this.valueOf(followed.items, depth + 1)];
    return VALUE_OF_TYPE[typesOf(followed)[0] ?? "null"] ?? null;
  }
}

export interface StatedExample {
  /** Its subject, in words; "" if the document states none. */
  readonly summary: string;
  readonly value: unknown;
}

/** The document's own examples of a body. */
export function statedExamples({ example, examples = {} }: MediaType): readonly StatedExample[] {
  if (example !== undefined) return [{ summary: "", value: example }];
  return Object.values(examples).map(({ summary = "", value }) => ({ summary, value }));
}

const MAX_DEPTH = 6;

const WORDS_OF_FORMAT: Readonly<Record<string, string>> = {
  "date-time": "date and time",
  date: "date",
  uri: "address",
  uuid: "UUID",
  email: "e-mail address",
};

const VALUE_OF_TYPE: Readonly<Record<string, unknown>> = { string: "1", integer: 1, number: 1, boolean: true };

function statedValue(schema: Schema): unknown {
  return exampleIn(schema) ?? schema.const ?? schema.enum?.[0];
}

function exampleIn({ example, examples }: Schema): unknown {
  return example ?? examples?.[0];
}

function typesOf({ type = [] }: Schema): readonly string[] {
  return typeof type === "string" ? [type] : type;
}

export function componentName(reference: string): string {
  return reference.slice(SCHEMA_REFERENCE.length);
}

/** Limits and values, as short sentences. */
export function rulesOf(schema: Schema): readonly string[] {
  const { default: fallback, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const between = (low: number | undefined, high: number | undefined, unit: string) => {
    const lowest = low === undefined || low <= -Number.MAX_SAFE_INTEGER ? undefined : low;
    const highest = high === undefined || high >= Number.MAX_SAFE_INTEGER ? undefined : high;
    if (lowest !== undefined && highest !== undefined) return [`${lowest} to ${highest}${unit}`];
    // The least value of an id or a count, 1, needs no mention.
    if (lowest !== undefined && lowest > 1) return [`at least ${lowest}${unit}`];
    return highest === undefined ? [] : [`at most ${highest}${unit}`];
  };
  // An enum that may be null is an alternative to null.
  const values = schema.enum ?? (schema.anyOf ?? []).flatMap((part) => part.enum ?? []);
  return [
    ...(values.length === 0 ? [] : [`One of ${values.map((value) => `\`${value}\``).join(", ")}`]),
    ...between(minimum, maximum, ""),
    ...between(minLength, maxLength, " characters"),
    ...between(minItems, maxItems, " entries"),
    ...(fallback === undefined ? [] : [`\`${JSON.stringify(fallback)}\` if not sent`]),
  ];
}
