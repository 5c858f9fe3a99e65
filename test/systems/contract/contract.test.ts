// Contract test: calls every operation in every outcome, and holds each real answer against the published document.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AnswerCheck } from "../../../harness/contract/answer-check.ts";
import { ContractDocument } from "../../../harness/contract/contract-document.ts";
import { OPERATION_IDS, SCENARIOS } from "../../../harness/contract/contract-scenarios.ts";
import { ContractWorld } from "../../../harness/contract/contract-world.ts";
import type { ERROR_CODES } from "../../../src/http/errors.ts";

let world: ContractWorld;
let contract: ContractDocument;
let check: AnswerCheck;

beforeAll(async () => {
  world = await ContractWorld.start();
  contract = await ContractDocument.of(world.system.url);
  check = new AnswerCheck(contract);
});

afterAll(() => world?.stop());

const LISTS = ["listTechnologies", "listMaterials", "listPrintingQualities", "listFinishings", "listProducts"];
const FURTHER_READS = ["getDeliverySettings", "listPrinters", "getMe"];

describe("the contract", () => {
  it("describes every record of every demo studio", async () => {
    const withAccess = world.studios.filter(({ plan }) => plan === "pro" || plan === "enterprise");
    expect(withAccess.length).toBeGreaterThan(2);
    for (const { slug, apiKey } of withAccess) {
      for (const operationId of [...LISTS, ...FURTHER_READS]) {
        const answer = await world.send(contract.operation(operationId), { authorization: `Bearer ${apiKey}` });
        expect(answer.status, `${slug}: ${operationId}`).toBe(200);
        expect(check.faultsOfAnswer(operationId, answer), `${slug}: ${operationId}`).toEqual([]);
      }
    }
  });
});

describe("an answer that is not as described", () => {
  it("is found out: a field too many, one too few, a null, a wrong code, a header too many or too few", async () => {
    const operationId = "getMaterial";
    const { materialId } = await world.choice();
    const answer = await world.send(contract.operation(operationId), { parameters: { id: materialId } });
    // The envelope of a material (wire: Every response).
    const { data, ...envelope } = answer.body as { data: Record<string, unknown> };
    const { name: _, ...nameless } = data;
    const faultsOf = (changed: object) => check.faultsOfAnswer(operationId, { ...answer, ...changed });
    const withHeaders = (change: (headers: Headers) => void) => {
      const headers = new Headers(answer.headers);
      change(headers);
      return { headers };
    };
    const notFound = { data: null, metadata: null, errors: null, errorCode: "errors.pathUnknown" };
    expect(faultsOf({})).toEqual([]);
    for (const changed of [
      { body: { data: { ...data, supplier: "unseen" }, ...envelope } },
      { body: { data: nameless, ...envelope } },
      { body: { data: { ...data, costPerKg: null }, ...envelope } },
      { status: 404, body: notFound },
      { status: 418 },
      withHeaders((headers) => headers.set("X-Unseen", "1")),
      withHeaders((headers) => headers.delete("RateLimit")),
    ]) {
      expect(faultsOf(changed), JSON.stringify(changed)).not.toEqual([]);
    }
  });
});

describe("each answer is as the contract describes it", () => {
  it.each(SCENARIOS)("$operationId $status $name: $summary", async (scenario) => {
    const { operationId, status, errorCode, isBeyondSchema = false } = scenario;
    const operation = contract.operation(operationId);
    const ask = await scenario.ask(world);
    const answer = await world.send(operation, ask);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    if (errorCode !== null) expect(answer.body).toMatchObject({ data: null, errorCode });
    expect(check.faultsOfAnswer(operationId, answer), JSON.stringify(answer.body)).toEqual([]);
    const explained = status === 429 ? "429" : errorCode;
    const help = `<${world.system.url.origin}/api/v1/docs/errors#${explained}>; rel="help"`;
    expect(answer.headers.get("Link")).toBe(status < 400 ? null : help);

    const faultsOfRequest = check.faultsOfRequest(operation, ask);
    if (status < 400 || isBeyondSchema) expect(faultsOfRequest, "what was taken").toEqual([]);
    else if (status === 400 && operation.described.requestBody)
      expect(faultsOfRequest, "what was refused").not.toEqual([]);
  });
});

describe("a request to no operation", () => {
  const refused: (typeof ERROR_CODES)[404 | 405][number][] = ["errors.pathUnknown", "errors.methodNotAllowed"];

  it("is refused as the contract says in its words", async () => {
    for (const code of refused) expect(contract.parts.info.description).toContain(code);
    const unknown = await world.sendTo("GET", "/material");
    expect(unknown).toMatchObject({ status: 404, body: { data: null, errors: null, errorCode: refused[0] } });
    expect(unknown.headers.get("X-Nearest-Path")).toBe("/api/v1/materials");
    const wrongMethod = await world.sendTo("PUT", "/materials");
    expect(wrongMethod).toMatchObject({ status: 405, body: { data: null, errors: null, errorCode: refused[1] } });
    expect(wrongMethod.headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
  });
});

describe("the scenarios", () => {
  it("are of all operations", () => {
    expect([...OPERATION_IDS].sort()).toEqual([...contract.operations.keys()].sort());
  });

  it("bring about every status and every code that the contract names", () => {
    const named = [...contract.operations.values()].flatMap(({ operationId, described }) =>
      Object.keys(described.responses).flatMap((status) => {
        const response = contract.response(operationId, Number(status));
        const codes = response === undefined ? [] : contract.errorCodes(response);
        return (codes.length > 0 ? codes : [null]).map((code) => `${operationId} ${status} ${code}`);
      }),
    );
    const brought = SCENARIOS.map(({ operationId, status, errorCode }) => `${operationId} ${status} ${errorCode}`);
    expect(named.filter((outcome) => !brought.includes(outcome))).toEqual([]);
  });

  it("have names of their own within each operation and status", () => {
    const names = SCENARIOS.map(({ operationId, status, name }) => `${operationId} ${status} ${name}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
