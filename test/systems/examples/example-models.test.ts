// The models in `examples` are those that our script writes, and are closed parts of the size that they say.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleModels } from "../../../harness/models/example-parts.ts";
import { startSystem, type TestSystem } from "../../../harness/systems/started-system.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";

let system: TestSystem;

beforeAll(async () => {
  system = await startSystem();
});

afterAll(() => system?.stop());

describe.each([
  ["part.stl", { x: 60, y: 60, z: 5 }, 9.22],
  ["lid.3mf", { x: 61.2, y: 61.2, z: 9 }, 8.69],
  ["foot.step", { x: 36, y: 36, z: 20 }, 15.85],
])("examples/%s", (name, dimensions, volumeCm3) => {
  it("equals the file that npm run example-models writes", async () => {
    const committed = await readFile(join(PROJECT_FOLDER, "examples", name));
    expect(committed.equals(exampleModels()[name] ?? new Uint8Array())).toBe(true);
  });

  it("is measured by the service as it was made", async () => {
    const form = new FormData();
    form.set("model", new Blob([await readFile(join(PROJECT_FOLDER, "examples", name))]), name);
    form.set("materialId", "1");
    form.set("printingQualityId", "2");
    const { status, data } = await system.api<{
      modelMetrics: { volumeCm3: number; dimensions: Record<"x" | "y" | "z", number> };
    }>("/quotes", { method: "POST", body: form, headers: { Prefer: "wait=30" } });
    expect(status).toBe(200);
    expect(data.modelMetrics.volumeCm3).toBeCloseTo(volumeCm3, 1);
    for (const axis of ["x", "y", "z"] as const) {
      expect(data.modelMetrics.dimensions[axis]).toBeCloseTo(dimensions[axis], 1);
    }
  });
});
