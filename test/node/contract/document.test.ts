// The published document by itself: linters, its descriptions, and an example at every place.

import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectralCore from "@stoplight/spectral-core";
import spectralParsers from "@stoplight/spectral-parsers";
import spectralRulesets from "@stoplight/spectral-rulesets";
import { beforeAll, describe, expect, it } from "vitest";
import { AnswerCheck } from "../../../harness/contract/answer-check.ts";
import {
  ContractDocument,
  type JsonSchema,
  type OperationWithDescription,
} from "../../../harness/contract/contract-document.ts";
import { servedText } from "../../../scripts/contract/served-document.ts";
import recorded from "../../../src/http/contract/recorded-examples.json" with { type: "json" };

let contract: ContractDocument;

beforeAll(async () => {
  contract = new ContractDocument(await servedText());
});

/** The findings of `spectral:oas` in a document. */
function spectralProblems(text: string) {
  const spectral = new spectralCore.Spectral();
  // Its types ask of every ruleset for `extends` or `rules` of one kind; this one is of another package's version of them.
  spectral.setRuleset(spectralRulesets.oas as unknown as Parameters<typeof spectral.setRuleset>[0]);
  return spectral.run(new spectralCore.Document(text, spectralParsers.Json, "openapi.json"));
}

const operations = (): readonly OperationWithDescription[] => [...contract.operations.values()];

describe("the published contract", () => {
  it("has nothing that Redocly's strictest rules would warn of", async () => {
    const config = await createConfig({ extends: ["recommended-strict"] });
    const problems = await lintFromString({ source: contract.text, absoluteRef: "openapi.json", config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual(
      [],
    );
  });

  it("has nothing that Spectral's rules for OpenAPI would warn of", async () => {
    const problems = await spectralProblems(contract.text);
    expect(problems.map(({ code, message, path }) => `${code}: ${message} ${path.join("/")}`)).toEqual([]);
  });

  it("would be found out by both if it were wrong", async () => {
    // Two paths suffice: Spectral takes seconds for all.
    const both = Object.entries(contract.parts.paths).filter(([, path]) =>
      /"operationId":"(getMe|getMaterial)"/.test(JSON.stringify(path)),
    );
    const two = JSON.stringify({ ...contract.parts, paths: Object.fromEntries(both) });
    const wrong = two.replace('"operationId":"getMe"', '"operationId":"getMaterial"');
    const config = await createConfig({ extends: ["recommended-strict"] });
    const ofRedocly = await lintFromString({ source: wrong, absoluteRef: "openapi.json", config });
    expect(ofRedocly.map(({ ruleId }) => ruleId)).toContain("operation-operationId-unique");
    const ofSpectral = await spectralProblems(wrong);
    expect(ofSpectral.map(({ code }) => code)).toContain("operation-operationId-unique");
  });

  it("has a summary, a description and a tag for every operation", () => {
    const lacking = operations().filter(
      ({ described: { summary, description, tags } }) => !summary || !description || tags?.length !== 1,
    );
    expect(lacking.map(({ operationId }) => operationId)).toEqual([]);
  });

  it("calls no component nullable: the place that takes null says so", () => {
    const nullable = Object.entries(contract.parts.components.schemas).filter(([, schema]) =>
      [schema, ...alternativesOf(schema)].some(({ type }) => [type].flat().includes("null")),
    );
    expect(nullable.map(([name]) => name)).toEqual([]);
    // The library's output for a component called nullable: a reference, and null beside it.
    expect(contract.text).not.toMatch(/"allOf":\[\{"\$ref":"[^"]+"\},\{"type":\[[^\]]*"null"/);
    expect(contract.text).not.toContain('"oneOf":[{"$ref"');
  });

  it("writes null beside an enum, as an alternative: of a null among texts, generators make no type that compiles", () => {
    const wrong = schemasIn(contract.parts).filter(
      ({ type, enum: values, const: constant }) =>
        values?.includes(null) || ([type].flat().includes("null") && (values !== undefined || constant !== undefined)),
    );
    expect(wrong).toEqual([]);
    const { infillPattern } = contract.parts.components.schemas.PrintingQuality?.properties ?? {};
    expect(infillPattern?.anyOf).toEqual([
      { type: "string", enum: expect.arrayContaining(["gyroid"]) },
      { type: "null" },
    ]);
  });

  it("names every header as people write it", () => {
    const names = operations().flatMap(({ parameters }) => parameters.filter(({ in: place }) => place === "header"));
    expect([...new Set(names.map(({ name }) => name))].sort()).toEqual(["Idempotency-Key", "If-None-Match", "Prefer"]);
  });
});

describe("the examples of the contract", () => {
  it("stand at every answer and every body", () => {
    const lacking = operations().flatMap(({ operationId, described }) => [
      ...Object.entries(described.requestBody?.content ?? {})
        .filter(([, { examples }]) => examples === undefined)
        .map(([type]) => `${operationId} ${type}`),
      ...Object.keys(described.responses).flatMap((status) => {
        const content = Object.values(contract.response(operationId, Number(status))?.content ?? {});
        return content.filter(({ examples }) => examples === undefined).map(() => `${operationId} ${status}`);
      }),
    ]);
    expect(lacking).toEqual([]);
  });

  it("stand at every parameter and every header", () => {
    const lacking = operations().flatMap(({ operationId, parameters, described }) => [
      ...parameters.filter(({ example }) => example === undefined).map(({ name }) => `${operationId} ${name}`),
      ...Object.keys(described.responses).flatMap((status) => {
        const response = contract.response(operationId, Number(status));
        return [...(response === undefined ? [] : contract.headers(response))]
          .filter(([, { example }]) => example === undefined)
          .map(([name]) => `${operationId} ${status} ${name}`);
      }),
    ]);
    expect(lacking).toEqual([]);
  });

  it("stand at every field of every record", () => {
    const lacking = Object.entries(contract.parts.components.schemas).flatMap(([name, schema]) =>
      fieldsWithoutExample(schema, name),
    );
    expect(lacking).toEqual([]);
  });

  it("are a run's own answers, and equal today's", () => {
    const check = new AnswerCheck(contract);
    expect(recorded.length).toBeGreaterThan(80);
    const wrong = recorded.flatMap(({ operationId, name, status, answer }) =>
      check.faultsOfBody(operationId, status, answer).map((fault) => `${operationId} ${name}: ${fault}`),
    );
    expect(wrong).toEqual([]);
  });

  it("name no host, port or folder of the machine that recorded them", () => {
    const text = JSON.stringify(recorded);
    expect(text).not.toMatch(/127\.0\.0\.1|localhost|:\d{4,5}\/|\/(?:tmp|home|work|Users)\//);
    const hosts = [...text.matchAll(/https?:\/\/([^/"\\]+)/g)].map(([, host]) => host);
    expect([...new Set(hosts)].sort()).toEqual(["api.example.com", "kobza.example"]);
  });
});

function fieldsWithoutExample(schema: JsonSchema, path: string): string[] {
  const { properties, items } = schema;
  if (properties !== undefined) {
    return Object.entries(properties).flatMap(([name, property]) => fieldsWithoutExample(property, `${path}.${name}`));
  }
  if (schema.$ref !== undefined || alternativesOf(schema).length > 0) return [];
  // Examples of records stand at the records' own fields.
  if (items?.$ref !== undefined || items?.properties !== undefined) return fieldsWithoutExample(items, `${path}[]`);
  if (schema.type === "null" || schema.examples !== undefined) return [];
  return [path];
}

function alternativesOf({ anyOf, oneOf, allOf }: JsonSchema): readonly JsonSchema[] {
  // Keywords with lists of schemas as values (JSON Schema 2020-12).
  return [anyOf, oneOf, allOf].flatMap((schemas) => (schemas ?? []) as readonly JsonSchema[]);
}

/** All objects of the document that state their type. */
function schemasIn(part: unknown): readonly JsonSchema[] {
  if (typeof part !== "object" || part === null) return [];
  const inside = Object.values(part).flatMap(schemasIn);
  return "type" in part ? [part as JsonSchema, ...inside] : inside;
}
