// The page of wrong requests: a run's own answers, at least sixty, to every operation.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ContractDocument } from "../../../harness/contract/contract-document.ts";
import { ContractWorld } from "../../../harness/contract/contract-world.ts";
import { WRONG_REQUESTS } from "../../../harness/contract/wrong-requests.ts";
import { WRONG_REQUESTS_PAGE, wrongRequestsPage } from "../../../harness/contract/wrong-requests-page.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { ERROR_CODES } from "../../../src/http/errors.ts";

let world: ContractWorld;
let page: string;

beforeAll(async () => {
  world = await ContractWorld.start();
  page = await readFile(join(PROJECT_FOLDER, WRONG_REQUESTS_PAGE), "utf8");
});

afterAll(() => world?.stop());

const requests = WRONG_REQUESTS.flatMap((section) => section.requests.map(({ request }) => request));

describe("the page of wrong requests", () => {
  it("has the answers of a run, each with its help", async () => {
    expect(page, "npm run wrong-requests writes it anew").toBe(await wrongRequestsPage(world));
  });

  it("shows at least sixty", () => {
    expect(requests.length).toBeGreaterThanOrEqual(60);
    expect(page.split("\n").filter((line) => line.startsWith("| `")).length).toBe(requests.length);
  });

  it("has one for every operation", async () => {
    const { operations } = await ContractDocument.of(world.system.url);
    const without = [...operations.values()].filter(({ method, path }) => {
      const template = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, "[^/?]+")}(?:\\?|$)`);
      return !requests.some((request) => template.test(request));
    });
    expect(without.map(({ operationId }) => operationId)).toEqual([]);
  });

  it("has every code of the API", () => {
    // The panel and the operator's command alone lead to this one.
    const codes = Object.values(ERROR_CODES)
      .flat()
      .filter((code) => code !== "errors.changedMeanwhile");
    expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
  });

  it("names no key, and no host of the machine that wrote it", () => {
    expect(page).not.toMatch(/pk_live_\w|127\.0\.0\.1|localhost/);
  });
});
