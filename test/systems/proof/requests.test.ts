// Random and hostile requests by the contract and by found forms, in the size of each change.

import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { ContractDocument } from "../../../harness/contract/contract-document.ts";
import { isolateGrowth } from "../../../harness/proof/requests/memory.ts";
import { type RequestsResult, runRequests, writtenFault } from "../../../harness/proof/requests/run-requests.ts";

const REQUESTS = 20_000;
/** Growth of the memory in use that is no leak: the objects of other studios come and go. */
const MAX_MEMORY_RATIO = 1.5;
/** Many times the usual duration: the machine may be busy with others. */
const TIMEOUT = 3_600_000;

let result: RequestsResult;

beforeAll(async () => {
  result = await runRequests({ requests: REQUESTS, seed: 1, minutes: undefined, log: console.log });
}, TIMEOUT);

describe(`${REQUESTS.toLocaleString("en")} requests`, () => {
  it("meet no 5xx, no answer outside the contract, no canary of another studio, and no answer later than 30 s", () => {
    expect(result.faults.map(writtenFault)).toEqual([]);
    expect(result.tally.requests).toBeGreaterThanOrEqual(REQUESTS);
    const violations = result.tally.violations();
    expect(violations, "each of them is a fault").toEqual({ "5xx": 0, hangs: 0 });
  });

  it("leave the memory of the API's isolate as it was after a third of them", () => {
    expect(isolateGrowth(result.isolate, result.tally.requests), JSON.stringify(result.isolate)).toBeLessThan(
      MAX_MEMORY_RATIO,
    );
  });

  it("reach every operation of the contract, and each is accepted", () => {
    const contract = new ContractDocument(readFileSync("docs/openapi.json", "utf8"));
    const accepted = result.tally.accepted("API");
    expect([...contract.operations.keys()].filter((name) => !accepted.includes(name))).toEqual([]);
  });

  it("reach the forms that the walk has found, of which most are accepted", () => {
    const { owner, staff, visitor } = result.forms;
    // A staff member has fewer forms, and a visitor those of an order and of a price request.
    expect(owner).toBeGreaterThan(80);
    expect(staff).toBeGreaterThan(30);
    expect(visitor).toBeGreaterThan(0);
    expect(result.tally.accepted("panel").length).toBeGreaterThan(0.6 * result.tally.countOf("panel"));
  });
});
