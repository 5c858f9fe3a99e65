// Contract test: calls every operation in every outcome, and holds each real answer against the published document.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ContractDocument } from "../../../harness/contract-document.ts";
import { OPERATION_IDS, SCENARIOS } from "../../../harness/contract-scenarios.ts";
import { ContractWorld } from "../../../harness/contract-world.ts";
import { AnswerCheck } from "./answer-check.ts";

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

describe("each answer is as the contract describes it", () => {
  it.each(SCENARIOS)("$operationId $status $name: $summary", async (scenario) => {
    const { operationId, status, errorCode, isBeyondSchema = false } = scenario;
    const operation = contract.operation(operationId);
    const ask = await scenario.ask(world);
    const answer = await world.send(operation, ask);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    if (errorCode !== null) expect(answer.body).toMatchObject({ data: null, errorCode });
    expect(check.faultsOfAnswer(operationId, answer), JSON.stringify(answer.body)).toEqual([]);

    const faultsOfRequest = check.faultsOfRequest(operation, ask);
    if (status < 400 || isBeyondSchema) expect(faultsOfRequest, "what was taken").toEqual([]);
    else if (status === 400) expect(faultsOfRequest, "what was refused").not.toEqual([]);
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
