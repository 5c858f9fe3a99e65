// Presets of machines and materials: every number within bounds, with a source, and sliceable as it stands.

import { describe, expect, it } from "vitest";
import { FILAMENT_PARAMETERS } from "../../../slicer-service/src/contract/filament-parameters.ts";
import { parameterFault, resolveParameters } from "../../../slicer-service/src/contract/process-parameters.ts";
import { checkProfile } from "../../../slicer-service/src/contract/profile.ts";
import { MACHINE_PARAMETERS, MATERIAL_PARAMETERS } from "../../../src/machine-profiles/machine-parameters.ts";
import { MATERIAL_PRESETS } from "../../../src/machine-profiles/presets/materials.ts";
import { PRESETS } from "../../../src/machine-profiles/presets/presets.ts";

describe("the presets of machines", () => {
  it("have a slug of their own each", () => {
    const slugs = PRESETS.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
    expect(slugs.length).toBeGreaterThanOrEqual(20);
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });
});

describe.each(PRESETS)("the preset $slug", ({ parameters, sources, unstated, quality }) => {
  it("states only numbers of the tables, within their bounds", () => {
    for (const [name, value] of Object.entries(parameters)) {
      const { min, max } = MACHINE_PARAMETERS.get(name) ?? { min: Number.NaN, max: Number.NaN };
      expect(value >= min && value <= max, `${name} is ${value}, and must be from ${min} to ${max}`).toBe(true);
    }
  });

  it("names the published source of each number", () => {
    expect(Object.keys(sources).sort()).toEqual(Object.keys(parameters).sort());
    for (const [name, source] of Object.entries(sources)) expect(source.length, name).toBeGreaterThan(20);
  });

  it("names the values that no source states", () => {
    expect([...Object.keys(parameters), ...unstated].sort()).toEqual([...MACHINE_PARAMETERS.keys()].sort());
  });

  it("states the values that most decide the time: every speed, acceleration and limit of a printed line", () => {
    const missing = Object.entries(FILAMENT_PARAMETERS)
      .filter(([, { group }]) => group === "speeds" || group === "accelerations")
      .filter(([name]) => name !== "travelZMmPerSecond" && parameters[name] === undefined);
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it("can be sliced with as it stands", () => {
    const profile = {
      technology: "fdm",
      ...resolveParameters("fdm", parameters),
      ...quality,
      supports: false,
      speedMode: "standard",
    };
    expect(checkProfile(profile)).toHaveProperty("profile");
  });
});

describe("the presets of materials", () => {
  it("have a slug of their own each", () => {
    const slugs = MATERIAL_PRESETS.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  it.each(MATERIAL_PRESETS)("$slug states only a material's values, within bounds, with a source", (material) => {
    expect(material.source.length).toBeGreaterThan(20);
    for (const [name, value] of Object.entries(material.parameters)) {
      expect([...MATERIAL_PARAMETERS.keys()]).toContain(name);
      expect(parameterFault("fdm", name, value)).toBeUndefined();
    }
  });
});
