// Types of an OpenAPI document: every shape of schema that the contract may come to use.

import { describe, expect, it } from "vitest";
import type { JsonSchema, OpenApiDocument } from "../../../scripts/contract/served-document.ts";
import { typescriptTypes } from "../../../scripts/contract/typescript-types.ts";

const components = { Money: { type: "object", properties: { amount: { type: "string" } }, required: ["amount"] } };

/** The type that a component of this schema gets, on one line. */
function typeMadeOf(schema: JsonSchema): string {
  const document: OpenApiDocument = { components: { schemas: { ...components, Tried: schema } }, paths: {} };
  const [, type = ""] =
    /export (?:type|interface) Tried(.*?)(?=\n\n|\n\/\*\* What each)/s.exec(typescriptTypes(document)) ?? [];
  return type.replace(/\s+/g, " ").trim();
}

const money = { $ref: "#/components/schemas/Money" };

describe("the type of a schema", () => {
  it.each<[string, JsonSchema, string]>([
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
    const document = { components: { schemas: { A: { type: "string", description: "ends */ here" } } }, paths: {} };
    expect(typescriptTypes(document)).toContain("/** ends *\u200b/ here */\nexport type A = string;");
  });

  it("is refused where there is none, with the place", () => {
    const document = {
      components: { schemas: { A: { type: "object", properties: { b: { type: "date" } } } } },
      paths: {},
    };
    expect(() => typescriptTypes(document)).toThrow("A.b is of the type date");
  });
});
