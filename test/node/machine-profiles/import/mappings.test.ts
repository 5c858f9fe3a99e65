// Both mappings are complete: each parameter is read or has a reason, each option one place.

import { describe, expect, it } from "vitest";
import { BAMBU_MAPPING, ORCA_MAPPING } from "../../../../src/machine-profiles/import/orca-mapping.ts";
import { PRUSASLICER_MAPPING } from "../../../../src/machine-profiles/import/prusaslicer-mapping.ts";
import { MACHINE_PARAMETERS, MATERIAL_PARAMETERS } from "../../../../src/machine-profiles/machine-parameters.ts";

describe.each([
  ["PrusaSlicer", PRUSASLICER_MAPPING],
  ["OrcaSlicer", ORCA_MAPPING],
  ["Bambu Studio", BAMBU_MAPPING],
])("the mapping of %s", (_, mapping) => {
  it("reads every parameter of a machine profile, or says why not", () => {
    const known = [mapping.parameters, mapping.material, mapping.notStated].flatMap(Object.keys);
    expect([...new Set(known)].sort()).toEqual([...MACHINE_PARAMETERS.keys()].sort());
    const both = Object.keys(mapping.notStated).filter((name) => name in mapping.parameters);
    expect(both).toEqual([]);
  });

  it("gives a material only a plastic's values", () => {
    const foreign = Object.keys(mapping.material).filter((name) => !MATERIAL_PARAMETERS.has(name));
    expect(foreign).toEqual([]);
  });

  it("has one sentence for each option that is left, in both languages", () => {
    const names = mapping.left.flatMap((row) => row.names.split(" "));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.filter((name) => !/^[a-zA-Z0-9_]+$/.test(name))).toEqual([]);
    for (const { effect } of mapping.left) expect([effect.en, effect.uk].every((text) => text.length > 20)).toBe(true);
  });

  it("calls no option both lost and irrelevant", () => {
    const left = new Set(mapping.left.flatMap((row) => row.names.split(" ")));
    const irrelevant = mapping.irrelevant.names.split(" ");
    expect(irrelevant.filter((name) => left.has(name))).toEqual([]);
    expect(irrelevant.filter((name, index) => irrelevant.indexOf(name) !== index)).toEqual([]);
  });
});
