// The table of process parameters: complete, with a source for each default; and how numbers are resolved and checked.

import { describe, expect, it } from "vitest";
import {
  LAYERED_TECHNOLOGIES,
  PROCESS_PARAMETERS,
  parameterFault,
  parametersOf,
  resolveParameters,
} from "../../slicer-service/src/contract/process-parameters.ts";
import { processOf } from "../../slicer-service/src/contract/technologies.ts";

describe("the table of process parameters", () => {
  it("holds every technology but filament", () => {
    expect(LAYERED_TECHNOLOGIES).toEqual(["sla", "dlp", "msla", "sls"]);
  });

  it.each(LAYERED_TECHNOLOGIES)(
    "has every number of a profile of %s, with a default within its bounds",
    (technology) => {
      const names = [...parametersOf(technology).keys()];
      expect([...names, "layerHeightMm"].sort()).toEqual(Object.keys(PROCESS_PARAMETERS[processOf(technology)]).sort());
      const faults = [...parametersOf(technology)].map(([name, row]) => parameterFault(technology, name, row.default));
      expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
    },
  );

  it("gives each number a source or a reason, and marks the powder printer's times as assumed", () => {
    for (const technology of LAYERED_TECHNOLOGIES) {
      for (const [name, { source, meaning }] of parametersOf(technology)) {
        expect(source.length, `${technology} ${name}`).toBeGreaterThan(10);
        expect(meaning.length, `${technology} ${name}`).toBeGreaterThan(10);
      }
    }
    const assumed = [...parametersOf("sls")].filter(([, row]) => row.isAssumption).map(([name]) => name);
    expect(assumed).toEqual(expect.arrayContaining(["recoatSeconds", "warmUpSeconds", "coolDownSeconds"]));
  });
});

describe("a resolved parameter", () => {
  it("is the profile's, else the studio's, else the table's; zero counts as stated", () => {
    const studio = { recoatSeconds: 12, coolDownSeconds: 0 };
    const profile = { recoatSeconds: 14 };
    expect(resolveParameters("sls", studio, profile)).toMatchObject({
      recoatSeconds: 14,
      coolDownSeconds: 0,
      warmUpSeconds: 5400,
    });
    expect(resolveParameters("sls", null, undefined)).toEqual(resolveParameters("sls"));
  });

  it("ignores names that the table does not have", () => {
    const stated = { layerHeightMm: 9, technology: 1, exposureSeconds: 3 };
    expect(resolveParameters("sls", stated)).toEqual(resolveParameters("sls"));
  });
});

describe("a number of a profile", () => {
  it.each([
    ["msla", "exposureSeconds", 0.1],
    ["msla", "fadedLayers", 100],
    ["fdm", "infillPercent", 0],
  ] as const)("of %s is right on its bound: %s %d", (technology, name, value) => {
    expect(parameterFault(technology, name, value)).toBeUndefined();
  });

  it.each([
    ["msla", "exposureSeconds", 0.09, "exposureSeconds is 0.09, and must be from 0.1 to 300 s"],
    ["msla", "fadedLayers", 2.5, "fadedLayers is 2.5, and must be a whole number from 0 to 100"],
    ["sls", "scanMmPerSecond", Number.NaN, "scanMmPerSecond is NaN, and must be from 1 to 100000 mm/s"],
    ["sls", "hatchMm", "0.2 or so", "hatchMm is 0.2 or so, and must be from 0.01 to 5 mm"],
    ["fdm", "layerHeightMm", 3, "layerHeightMm is 3, and must be from 0.02 to 2 mm"],
    ["sls", "exposureSeconds", 2, "exposureSeconds is no parameter of sls"],
  ] as const)("of %s is named with its bounds and unit where it is wrong: %s %s", (technology, name, value, fault) => {
    expect(parameterFault(technology, name, value)).toBe(fault);
  });
});
