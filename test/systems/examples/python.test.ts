// The Python example, in a real Python with requests. Skipped if there is none.

import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSystem, type TestSystem } from "../../../harness/systems/started-system.ts";
import { LID, PART, runExample } from "./run-example.ts";

const hasRequests = spawnSync("python3", ["-c", "import requests"]).status === 0;
if (!hasRequests) console.log("There is no Python with requests: its example is not run.");

const CUSTOMER = [
  ...["--first-name", "Леся", "--last-name", "Українка"],
  ...["--phone", "+380501234567", "--email", "lesia@example.com"],
];

describe.skipIf(!hasRequests)("the Python example, only with Python and requests", () => {
  let system: TestSystem;
  const run = (parameters: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    runExample("python3", ["examples/python/order.py", ...parameters], system, environment);

  beforeAll(async () => {
    system = await startSystem();
  });

  afterAll(() => system?.stop());

  it("quotes a model with the studio's usual choices", async () => {
    const { code, output, errors } = await run([PART, "--quantity", "2"]);
    expect(errors.replace(/slicing: \d+ %\n/g, "")).toBe("");
    expect(code).toBe(0);
    expect(output).toMatch(/part\.stl: 2 × \d+\.\d\d UAH = \d+\.\d\d UAH with \d+\.\d\d UAH charged once/);
  });

  it("orders it once, however often it is told to with one key", async () => {
    const order = [LID, "--material", "4", "--quality", "2", "--finishing", "1", "--order", "python-1", ...CUSTOMER];
    const [first, second] = [await run(order), await run(order)];
    expect(first.output).toMatch(/Order \d+ is pending: \d+\.\d\d UAH/);
    expect(second.output).toBe(first.output);
    const [, id] = /Order (\d+)/.exec(first.output) ?? [];
    const { data } = await system.api<{ source: string; items: { materialId: number; finishingIds: number[] }[] }>(
      `/orders/${id}`,
    );
    expect(data).toMatchObject({ source: "example-python", items: [{ materialId: 4, finishingIds: [1] }] });
  });

  it("names each field at fault, and ends with 1", async () => {
    const { code, errors } = await run(["README.md", "--quantity", "1000"]);
    expect(code).toBe(1);
    expect(errors).toContain("The API answered 400 errors.validationFailed.");
    expect(errors).toContain("quantity: ");
    expect(errors).toContain('model: "README.md"');
  });

  it("refuses a material that the studio does not have, before it sends the model", async () => {
    const { code, errors } = await run([PART, "--material", "999"]);
    expect(code).toBe(1);
    expect(errors).toMatch(/^The studio has no active material 999; it has \d+(, \d+)*\.\n$/);
  });

  it("says in one sentence that there is no key, no file or no service", async () => {
    expect((await run([PART], { STUDIO_STATE: "/nowhere" })).errors).toMatch(/^Set STUDIO_API_URL and STUDIO_API_KEY/);
    expect((await run(["nobody.stl"])).errors).toContain("nobody.stl");
    expect((await run([PART], { STUDIO_API_KEY: "pk_live_wrong" })).errors).toMatch(/^The API answered 401 errors\./);
  });
});
