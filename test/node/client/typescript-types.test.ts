// Types of an OpenAPI document: every shape of schema that the contract may come to use.

import { describe, expect, it } from "vitest";
import { type OpenApiDocument, openApiDocument, type Schema } from "../../../scripts/contract/open-api-document.ts";
import { typescriptTypes } from "../../../scripts/contract/typescript-types.ts";

const components = { Money: { type: "object", properties: { amount: { type: "string" } }, required: ["amount"] } };

/** A document of one operation, which answers the component `Tried`. */
function documentWith(schema: Schema): OpenApiDocument {
  const data = { $ref: "#/components/schemas/Tried" };
  const content = { "application/json": { schema: { type: "object", properties: { data } } } };
  return openApiDocument({
    components: { schemas: { ...components, Tried: schema, Refused: { type: "string" } } },
    paths: { "/tried": { get: { responses: { "200": { content }, "400": { content: refused } } } } },
  });
}

const refused = { "application/json": { schema: { $ref: "#/components/schemas/Refused" } } };

/** The type that a component of this schema gets, on one line. */
function typeMadeOf(schema: Schema): string {
  const document = documentWith(schema);
  const [, type = ""] =
    /export (?:type|interface) Tried(.*?)(?=\n\n|\n\/\*\* What each)/s.exec(typescriptTypes(document)) ?? [];
  return type.replace(/\s+/g, " ").trim();
}

const money = { $ref: "#/components/schemas/Money" };

describe("the type of a schema", () => {
  it.each<[string, Schema, string]>([
    ["a nullable reference", { anyOf: [money, { type: "null" }] }, "= Money | null;"],
    ["a nullable reference by oneOf", { oneOf: [money, { type: "null" }] }, "= Money | null;"],
    ["several types", { type: ["integer", "null"] }, "= number | null;"],
    ["an enum with null", { type: ["string", "null"], enum: ["a", "b", null] }, '= "a" | "b" | null;'],
    ["a nullable enum that forgot null", { type: ["string", "null"], enum: ["a"] }, '= "a" | null;'],
    ["a constant", { const: "cm3" }, '= "cm3";'],
    ["a reference that is described", { allOf: [money, { description: "What it costs" }] }, "= Money;"],
    ["a reference beside its description", { ...money, description: "What it costs" }, "= Money;"],
    [
      "parts that are put together",
      { allOf: [money, { type: "object", properties: { id: { type: "integer" } }, required: ["id"] }] },
      "= Money & { readonly id: number; };",
    ],
    ["a list of alternatives", { type: "array", items: { type: ["string", "null"] } }, "= readonly (string | null)[];"],
    ["a list of lists", { type: "array", items: { type: "array", items: money } }, "= readonly (readonly Money[])[];"],
    ["a record", { type: "object", additionalProperties: money }, "= { readonly [name: string]: Money; };"],
    [
      "a nullable object",
      { type: ["object", "null"], properties: { x: { type: "number" } }, required: ["x"] },
      "= { readonly x: number; } | null;",
    ],
    ["a file", { type: "string", format: "binary" }, "= Blob;"],
    ["a file of OpenAPI 3.1", { type: "string", contentMediaType: "application/octet-stream" }, "= Blob;"],
    ["JSON inside a string", { type: "string", contentMediaType: "application/json" }, "= string;"],
    ["anything", {}, "= unknown;"],
    [
      "fields of which one of two must be there",
      {
        type: "object",
        properties: { "models[]": { type: "string" }, item_0: { type: "string" } },
        anyOf: [{ required: ["models[]"] }, { required: ["item_0"] }],
      },
      '{ readonly "models[]"?: string | undefined; readonly item_0?: string | undefined; }',
    ],
  ])("is right for %s", (_, schema, type) => {
    expect(typeMadeOf(schema)).toBe(type);
  });

  it("carries the descriptions as comments, which nothing in them can end", () => {
    const types = typescriptTypes(documentWith({ type: "string", description: "ends */ here" }));
    expect(types).toContain("/** ends *\u200b/ here */\nexport type Tried = string;");
  });

  it("is left out if only an error refers to it", () => {
    const types = typescriptTypes(documentWith({ type: "string" }));
    expect(types).toContain('"GET /tried"');
    expect(types).not.toContain("Refused");
  });

  it("is refused if there is none, with the place", () => {
    const document = documentWith({ type: "object", properties: { b: { type: "date" } } });
    expect(() => typescriptTypes(document)).toThrow("Tried.b is of the type date");
  });
});

describe("the types of an operation", () => {
  it("are those of its query, its body and the data of each successful answer", () => {
    const parameter = { name: "quantity", in: "query", description: "Copies", schema: { type: "string" } };
    const operation = {
      summary: "Tries something",
      parameters: [parameter, { $ref: "#/components/parameters/Prefer" }],
      requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Tried" } } } },
      responses: {
        "201": { content: { "application/json": { schema: { $ref: "#/components/schemas/Envelope" } } } },
        "204": {},
        "400": { content: refused },
      },
    };
    const data = { type: "array", items: money };
    const schemas = { ...components, Tried: { type: "string" }, Envelope: { properties: { data } } };
    const prefer = { name: "Prefer", in: "header" };
    const document = openApiDocument({
      components: { schemas, parameters: { Prefer: prefer } },
      paths: { "/tried": { post: operation } },
    });
    const [, types = ""] = typescriptTypes(document).split("export interface Operations ");
    expect(types.replace(/\s+/g, " ")).toBe(
      '{ /** Tries something */ "POST /tried": { readonly query: { /** Copies */ readonly quantity?: string | undefined; }; ' +
        "readonly body: Tried; readonly answers: { readonly 201: readonly Money[]; readonly 204: undefined; }; }; } ",
    );
  });
});
