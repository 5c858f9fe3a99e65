// TypeScript types of an OpenAPI document: its components by name, and every operation's requests and answers.

import {
  METHODS,
  type OpenApiDocument,
  type OperationObject,
  SCHEMA_REFERENCE,
  type Schema,
} from "./open-api-document.ts";

/** The client reads answers of these statuses as data. All others are errors of one shape. */
const SUCCESS = /^2\d\d$/;

/**
 * Components that only errors refer to are left out: the client throws classes of its own.
 *
 * @throws Error for a schema without a type here, naming its place
 */
export function typescriptTypes(document: OpenApiDocument): string {
  const used = usedComponents(document);
  const components = Object.entries(document.components?.schemas ?? {})
    .filter(([name]) => used.has(name))
    .sort(byName);
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [operationType(`${method.toUpperCase()} ${path}`, operation, document)];
    }),
  );
  return [
    "// Types of the contract, written by `npm run contract` from the OpenAPI document: change its schemas, not this file.\n",
    ...components.map(([name, schema]) => componentType(name, schema)),
    "/** What each operation takes and answers, by its method and path. */",
    `export interface Operations {\n${operations.join("\n")}\n}\n`,
  ].join("\n");
}

/** The components that requests and successful answers refer to, directly or through others. */
function usedComponents({ components, paths }: OpenApiDocument): ReadonlySet<string> {
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    for (const value of Object.values(part)) visit(value);
    if (!("$ref" in part) || typeof part.$ref !== "string" || !part.$ref.startsWith(SCHEMA_REFERENCE)) return;
    const name = componentName(part.$ref);
    if (used.has(name)) return;
    used.add(name);
    visit(components?.schemas?.[name]);
  };
  for (const item of Object.values(paths ?? {})) {
    for (const method of METHODS) {
      const { parameters, requestBody, responses = {} } = item[method] ?? {};
      visit([parameters, requestBody]);
      for (const [status, response] of Object.entries(responses)) if (SUCCESS.test(status)) visit(response);
    }
  }
  return used;
}

function componentType(name: string, schema: Schema): string {
  if (!/^[A-Za-z_]\w*$/.test(name)) throw new Error(`the component ${name} cannot be the name of a type`);
  const type = typeOf(schema, name);
  const isInterface = schema.type === "object" && type.startsWith("{") && schema.properties !== undefined;
  return `${comment(schema)}export ${isInterface ? `interface ${name} ${type}` : `type ${name} = ${type};`}\n`;
}

function operationType(key: string, operation: OperationObject, document: OpenApiDocument): string {
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
  const lines: string[] = [];
  if (query.length > 0) {
    const schema: Schema = {
      type: "object",
      properties: Object.fromEntries(
        query.map(({ name, schema, description = "" }) => [name, { description, ...schema }]),
      ),
      required: query.filter(({ required }) => required).map(({ name }) => name),
    };
    lines.push(`readonly query: ${typeOf(schema, `${key} query`)};`);
  }
  const { content = {} } = operation.requestBody ?? {};
  for (const [mediaType, name] of Object.entries({ "application/json": "body", "multipart/form-data": "form" })) {
    const schema = content[mediaType]?.schema;
    if (schema !== undefined) lines.push(`readonly ${name}: ${typeOf(schema, `${key} ${name}`)};`);
  }
  const answers = Object.entries(operation.responses ?? {})
    .filter(([status]) => SUCCESS.test(status))
    .map(([status, { content }]) => {
      const schema = content?.["application/json"]?.schema;
      return `readonly ${status}: ${schema === undefined ? "undefined" : dataType(schema, `${key} ${status}`, document)};`;
    });
  lines.push(`readonly answers: { ${answers.join(" ")} };`);
  const description = operation.summary ?? operation.description;
  return `${comment(description === undefined ? {} : { description })}${JSON.stringify(key)}: {\n${lines.join("\n")}\n};`;
}

/** The type of `data` in the envelope that a response's schema describes. */
function dataType(schema: Schema, where: string, document: OpenApiDocument): string {
  const { $ref } = schema;
  if ($ref !== undefined) {
    // An envelope that is a component has the data's type by that component.
    const component = document.components?.schemas?.[componentName($ref)];
    if (component === undefined) throw new Error(`${where}: there is no ${$ref}`);
    return dataType(component, where, document);
  }
  const envelope = [schema, ...(schema.allOf ?? [])].find(({ properties }) => properties?.data !== undefined);
  if (envelope?.properties?.data === undefined) throw new Error(`${where} has no envelope`);
  return typeOf(envelope.properties.data, where);
}

function typeOf(schema: Schema, where: string): string {
  const parts = [ownType(schema, where)];
  const alternatives = schema.anyOf ?? schema.oneOf;
  // Alternatives that only state which fields go together (`required`) leave the types unchanged.
  if (alternatives?.every(saysType)) parts.push(union(alternatives.map((each) => typeOf(each, where))));
  for (const each of schema.allOf ?? []) if (saysType(each)) parts.push(typeOf(each, where));
  const said = [...new Set(parts.filter((part) => part !== undefined))];
  if (said.length === 0) return "unknown";
  return said.length === 1 ? said.join("") : said.map(grouped).join(" & ");
}

/** The schema's own type, without its alternatives; undefined if it has none. */
function ownType(schema: Schema, where: string): string | undefined {
  if (schema.$ref !== undefined) return componentName(schema.$ref);
  if (schema.const !== undefined) return literal(schema.const);
  const types = schema.type === undefined ? undefined : [schema.type].flat();
  if (schema.enum !== undefined) {
    const values = schema.enum.map(literal);
    return union(types?.includes("null") ? [...values, "null"] : values);
  }
  if (types !== undefined) return union(types.map((type) => plainType(type, schema, where)));
  return schema.properties === undefined ? undefined : objectType(schema, where);
}

function plainType(type: string, schema: Schema, where: string): string {
  switch (type) {
    case "null":
      return "null";
    case "string":
      return isFile(schema) ? "Blob" : "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "array":
      return `readonly ${grouped(typeOf(schema.items ?? {}, `${where}[]`))}[]`;
    case "object":
      return objectType(schema, where);
    default:
      throw new Error(`${where} is of the type ${type}, which no type is made of`);
  }
}

function objectType({ properties, required = [], additionalProperties }: Schema, where: string): string {
  const fields = Object.entries(properties ?? {}).map(([name, schema]) => {
    const type = typeOf(schema, `${where}.${name}`);
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    // `undefined` too, so that a caller can pass on an optional value without leaving the field out.
    const field = required.includes(name) ? `${key}: ${type}` : `${key}?: ${union([type, "undefined"])}`;
    return `${comment(schema)}readonly ${field};\n`;
  });
  const others = additionalProperties ?? properties === undefined;
  if (others !== false && fields.length === 0) {
    const type = others === true ? "unknown" : typeOf(others, `${where}.*`);
    fields.push(`readonly [name: string]: ${type};\n`);
  }
  return `{\n${fields.join("")}}`;
}

/** Bytes, in the form of OpenAPI 3.0 or 3.1; JSON inside a string is none. */
function isFile({ format, contentMediaType = "text/plain" }: Schema): boolean {
  return format === "binary" || !/^text\/|json$/.test(contentMediaType);
}

/** Whether a schema states the type of a value, beside its required fields. */
function saysType(schema: Schema): boolean {
  const { $ref, const: constant, enum: values, properties, anyOf, oneOf, allOf, additionalProperties } = schema;
  if ([$ref, constant, values, properties, anyOf, oneOf, allOf].some((part) => part !== undefined)) return true;
  if (typeof additionalProperties === "object") return true;
  const types = [schema.type ?? []].flat();
  return types.length > 0 && !types.includes("object");
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types.flatMap((type) => (type.includes("{") ? [type] : type.split(" | "))))];
  return distinct.includes("unknown") ? "unknown" : distinct.join(" | ");
}

function grouped(type: string): string {
  return /[|&]|^readonly /.test(type.replace(/\{.*\}/s, "{}")) ? `(${type})` : type;
}

function literal(value: unknown): string {
  return JSON.stringify(value);
}

function componentName($ref: string): string {
  if (!$ref.startsWith(SCHEMA_REFERENCE)) throw new Error(`${$ref} is no component's schema`);
  return $ref.slice(SCHEMA_REFERENCE.length);
}

function comment({ description, deprecated }: Pick<Schema, "description" | "deprecated">): string {
  const lines = [description?.replaceAll("*/", "*\u200b/"), deprecated ? "@deprecated" : undefined].filter(
    (line) => line !== undefined && line !== "",
  );
  if (lines.length === 0) return "";
  const text = lines.join("\n").split("\n");
  return text.length === 1 ? `/** ${text.join("")} */\n` : `/**\n${text.map((line) => ` * ${line}`).join("\n")}\n */\n`;
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
