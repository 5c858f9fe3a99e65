// Parameters of an operation's path, query and headers, for documentation only.
//
// Each operation reads them by itself. The router's own reading would answer 400 to an id that names nothing, in its own words, and
// collect every header of a request.

interface ParameterSchema {
  readonly type: "string" | "integer" | "array";
  readonly description: string;
}

export function pathParameter<Schema extends ParameterSchema>(name: string, schema: Schema) {
  return { ...described(schema, true), name, in: "path" as const };
}

export function headerParameter<Schema extends ParameterSchema>(name: string, schema: Schema) {
  return { ...described(schema, false), name, in: "header" as const };
}

export function queryParameter<Schema extends ParameterSchema>(name: string, schema: Schema) {
  return { ...described(schema, false), name, in: "query" as const };
}

/** A list in the query: a client joins its entries by commas. */
export function listParameter<Schema extends ParameterSchema>(name: string, required: boolean, schema: Schema) {
  return { ...described(schema, required), name, in: "query" as const, style: "form" as const, explode: false };
}

function described<Schema extends ParameterSchema>(schema: Schema, required: boolean) {
  return { schema, required, description: schema.description };
}
