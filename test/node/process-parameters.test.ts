// The table of process parameters: complete, with a source for each default; numbers are resolved and checked by it.

import { describe, expect, it } from "vitest";
import {
  LAYERED_TECHNOLOGIES,
  machineVolumeOf,
  PROCESS_PARAMETERS,
  parameterFault,
  parametersOf,
  resolveParameters,
} from "../../slicer-service/src/contract/process-parameters.ts";
import { processOf } from "../../slicer-service/src/contract/technologies.ts";

/** A powder printer's is its chamber, which its estimate uses too. */
const BUILD_VOLUME = ["buildXMm", "buildYMm", "buildZMm"];

describe("the table of process parameters", () => {
  it("holds every technology but filament", () => {
    expect(LAYERED_TECHNOLOGIES).toEqual(["sla", "dlp", "msla", "sls"]);
  });

  it.each(LAYERED_TECHNOLOGIES)(
    "has every number of a profile of %s and its printer's build volume, with defaults within their bounds",
    (technology) => {
      const names = [...parametersOf(technology).keys()].filter((name) => !BUILD_VOLUME.includes(name));
      expect(Object.values(machineVolumeOf(technology).volumeMm).every((side) => side > 0)).toBe(true);
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

  it("is never the build volume, which would slice everything again", () => {
    expect(resolveParameters("msla", { buildXMm: 218, buildYMm: 123, buildZMm: 260 })).toEqual(
      resolveParameters("msla"),
    );
    expect(machineVolumeOf("msla")).toEqual({ volumeMm: { x: 127, y: 80, z: 150 }, isOwn: false });
    expect(machineVolumeOf("msla", { buildXMm: 218 }, { buildZMm: 260 })).toEqual({
      volumeMm: { x: 218, y: 80, z: 260 },
      isOwn: true,
    });
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
  ] as const)("of %s is named with its bounds and unit if it is wrong: %s %s", (technology, name, value, fault) => {
    expect(parameterFault(technology, name, value)).toBe(fault);
  });
});
