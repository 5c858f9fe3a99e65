// Redocly's Respect, an OpenAPI-driven tester, against a started system: every operation, rightly and wrongly.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runRespect } from "../../../harness/proof/suites/respect.ts";
import { startSystem, type TestSystem } from "../../../harness/systems/started-system.ts";

describe("Redocly's Respect", () => {
  let system: TestSystem;

  beforeAll(async () => {
    system = await startSystem();
  });

  afterAll(() => system?.stop());

  it("finds every answer as the contract describes it", async () => {
    const { steps, checks, failures } = await runRespect(system);
    expect(failures).toEqual([]);
    expect(steps).toBeGreaterThan(50);
    expect(checks).toBeGreaterThan(200);
  });

  it("finds an answer that the contract does not describe", async () => {
    const folder = await mkdtemp(join(tmpdir(), "other-contract-"));
    const document = await readFile("docs/openapi.json", "utf8");
    const other = join(folder, "openapi.json");
    await writeFile(other, document.replaceAll('"materialCount"', '"materialsCount"'));
    const { failures } = await runRespect(system, other);
    await rm(folder, { recursive: true, force: true });
    expect(failures.join("\n")).toContain("listTechnologies: schema check");
  });
});
