// The slice key: every number that reaches a slicer, and none of a print's start.

import { expect, test } from "vitest";
import { STANDARD_PROFILE } from "../../harness/profiles/standard-profile.ts";
import { PRINT_PARAMETERS } from "../../slicer-service/src/contract/filament-parameters.ts";
import { PROCESS_PARAMETERS } from "../../slicer-service/src/contract/process-parameters.ts";
import { checkProfile, type SliceProfile } from "../../slicer-service/src/contract/profile.ts";
import { sha256Hex } from "../../src/platform/sha256.ts";
import { findResults, type SliceOf } from "../../src/slicing/slices.ts";
import type { Tenant } from "../../src/tenant/tenant.ts";

const MODEL = { sha256: "0".repeat(64), format: "stl" } as const;
const STANDARD_KEY = await sliceKey(STANDARD_PROFILE);

test.each(Object.entries<{ readonly min: number; readonly max: number }>(PROCESS_PARAMETERS.filament))(
  "another %s is another slice",
  async (name, { min, max }) => {
    for (const value of [min, max]) {
      if (value === Object.entries(STANDARD_PROFILE).find(([key]) => key === name)?.[1]) continue;
      expect(await sliceKey({ ...STANDARD_PROFILE, [name]: value }), `${name} at ${value}`).not.toBe(STANDARD_KEY);
    }
  },
);

test.each(["supports", "speedMode", "infillPattern"])("another %s is another slice", async (name) => {
  const other = { ...STANDARD_PROFILE, supports: true, speedMode: "draft", infillPattern: "gyroid" } as const;
  const value = Object.entries(other).find(([key]) => key === name)?.[1];
  expect(await sliceKey({ ...STANDARD_PROFILE, [name]: value })).not.toBe(STANDARD_KEY);
});

test.each(Object.keys(PRINT_PARAMETERS))("%s, which a print takes once, is in no profile and no key", async (name) => {
  const checked = checkProfile({ ...STANDARD_PROFILE, [name]: 7 });
  if (!("profile" in checked)) throw new Error(`refused: ${checked.faults}`);
  expect(await sliceKey(checked.profile)).toBe(STANDARD_KEY);
});

test("a mesh's key stays as it is, and a STEP file's has the tolerance and the place of its triangles", async () => {
  const { sha256 } = MODEL;
  const values = Object.entries(STANDARD_PROFILE).sort(([a], [b]) => (a < b ? -1 : 1));
  const keyOf = (...format: unknown[]) => sha256Hex(JSON.stringify([1, sha256, ...format, values, "engine/1"]));
  for (const format of ["stl", "obj", "3mf", "ply"] as const) {
    expect(await sliceKey(STANDARD_PROFILE, { sha256, format })).toBe(await keyOf(format));
  }
  const step = { sha256, format: "step", objectKey: "studios/1/models/a" } as const;
  expect(await sliceKey(STANDARD_PROFILE, step)).toBe(await keyOf("step", [1 / 10_000, 20], step.objectKey));
});

/** The key that the cache is asked for. */
async function sliceKey(profile: SliceProfile, model: SliceOf["model"] = MODEL): Promise<string> {
  const asked: string[] = [];
  const tenant = {
    studioId: 1,
    slicer: { filamentEngineName: "engine/1" },
    sliceResults: {
      read: async (keys: readonly string[]) => {
        asked.push(...keys);
        return new Map();
      },
    },
  };
  // The rest of a tenant plays no part in naming a slice.
  await findResults(tenant as unknown as Tenant, [{ model, profile }], "cache");
  const [key] = asked;
  if (key === undefined || asked.length !== 1) throw new Error(`asked for ${asked.length} keys`);
  return key;
}
