// Every setting of both slicers is written by us or listed with a reason, and every parameter reaches them.
//
// Their names and units: settings-arrive.test.ts.
//
// A default that decides time or material could change with the next version; a new version's new setting fails here.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { profileWith } from "../../../harness/profiles/profile-with.ts";
import { STANDARD_PROFILE } from "../../../harness/profiles/standard-profile.ts";
import { curaEngineSettings } from "../../../slicer-service/engine/curaengine/curaengine.settings.ts";
import { printPace } from "../../../slicer-service/engine/curaengine/print-pace.ts";
import { UNUSED_CURAENGINE_SETTINGS } from "../../../slicer-service/engine/curaengine/unused-curaengine-settings.ts";
import { wallLines } from "../../../slicer-service/engine/curaengine/variable-walls.ts";
import { namesOfUnused } from "../../../slicer-service/engine/filament/unused-settings.ts";
import { findProgram } from "../../../slicer-service/engine/limited-process.ts";
import {
  prusaSlicerIni,
  prusaSlicerSettings,
} from "../../../slicer-service/engine/prusaslicer/prusaslicer.settings.ts";
import { UNUSED_PRUSASLICER_OPTIONS } from "../../../slicer-service/engine/prusaslicer/unused-prusaslicer-options.ts";
import { PROCESS_PARAMETERS } from "../../../slicer-service/src/contract/process-parameters.ts";
import type { FilamentProfile } from "../../../slicer-service/src/contract/profile.ts";
import {
  UNFOLLOWED_BY_CURAENGINE,
  UNFOLLOWED_BY_PRUSASLICER,
} from "../../../slicer-service/src/contract/unfollowed-numbers.ts";

const STANDARD: FilamentProfile = { ...STANDARD_PROFILE, supports: true };
/** Together they take every branch of the settings: a reason must hold for all of them. */
const PROFILES: readonly FilamentProfile[] = [
  STANDARD,
  { ...STANDARD, supports: false, infillPercent: 0, topLayers: 0, bottomLayers: 0 },
  { ...STANDARD, layerHeightMm: 0.4, nozzleDiameterMm: 0.8, infillPercent: 100, wallCount: 5, speedMode: "draft" },
  { ...STANDARD, supportStyle: 2 },
];

const SLICERS = [
  {
    title: "CuraEngine",
    settings: curaEngineSettings,
    pace: (profile: FilamentProfile) => ({ ...printPace(profile), ...wallLines(profile) }),
    unused: UNUSED_CURAENGINE_SETTINGS,
    unknown: Object.keys(UNFOLLOWED_BY_CURAENGINE),
  },
  {
    title: "PrusaSlicer",
    settings: prusaSlicerSettings,
    pace: () => ({}),
    unused: UNUSED_PRUSASLICER_OPTIONS,
    unknown: Object.keys(UNFOLLOWED_BY_PRUSASLICER),
  },
] as const;

/** Every number of a profile, with the values that it is tried at. */
const NUMBERS = Object.entries<{ readonly min: number; readonly max: number }>(PROCESS_PARAMETERS.filament).map(
  ([name, { min, max }]) => ({ name, tried: [min, min + (max - min) / 100, (min + max) / 2, max], bounds: [min, max] }),
);
/** Some numbers are of effect only beside others. */
const BESIDES: readonly Partial<FilamentProfile>[] = [
  {},
  { zHopMm: 0.4, zHopSlopeDegrees: 5, overhang25MmPerSecond: 20, overhang50MmPerSecond: 18, avoidCrossingWalls: 0 },
  {
    bridgingWalls: 1,
    supportInterfaceLayers: 2,
    retractInsidePart: 1,
    infillAnchorMaxMm: 0,
    wallGenerator: 1,
    wipeOnRetraction: 1,
    maxFlowCubicMmPerSecond: 15,
  },
  {
    maxPrintAcceleration: 100_000,
    maxTravelAcceleration: 100_000,
    topSurfaceMmPerSecond: 20,
    topMinThicknessMm: 0.1,
  },
  { infillPattern: "cubic" },
];

describe.each(SLICERS)("Settings of $title", ({ settings, pace, unused, unknown }) => {
  const followed = (profile: FilamentProfile) => ({ ...settings(profile), ...pace(profile) });
  test.each(NUMBERS.filter(({ name }) => !unknown.includes(name)))("follow the profile's $name", ({ name, tried }) => {
    expect(isFollowed(followed, name, tried), `no setting changes with ${name}`).toBe(true);
  });

  test.each(unknown)("cannot follow the profile's %s", (name) => {
    const { tried } = NUMBERS.find((number) => number.name === name) ?? { tried: [] };
    expect(tried.length, `${name} is no number of a profile`).toBeGreaterThan(0);
    expect(isFollowed(followed, name, tried), `${name} reaches the slicer after all`).toBe(false);
  });

  test.each(NUMBERS)("are sane at either bound of $name", ({ name, bounds }) => {
    for (const value of bounds) {
      for (const [setting, written] of Object.entries(settings(profileWith(name, value, { supports: true })))) {
        const said = `${setting} is ${written} with ${name} at ${value}`;
        expect(String(written), said).not.toMatch(/NaN|undefined|Infinity/);
        if (typeof written === "number" && IS_POSITIVE.test(setting)) expect(written, said).toBeGreaterThan(0);
      }
    }
  });

  test("are written or listed as unused, never both, and listed once", () => {
    const names = namesOfUnused(unused);
    expect(names.filter((name) => name in settings(STANDARD))).toEqual([]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("are the same ones for every profile", () => {
    for (const profile of PROFILES) expect(Object.keys(settings(profile))).toEqual(Object.keys(settings(STANDARD)));
  });

  test.each(unused.filter((list) => list.because !== undefined))("are unused because: $why", ({ because }) => {
    for (const profile of PROFILES) expect(settings(profile)).toMatchObject(because ?? {});
  });
});

test("every setting of CuraEngine's definition files is written, or listed as unused with a reason", () => {
  const known = ["fdmprinter", "fdmextruder"].flatMap(definedSettings);
  const named = [...Object.keys(curaEngineSettings(STANDARD)), ...namesOfUnused(UNUSED_CURAENGINE_SETTINGS)];
  expect(known.length).toBeGreaterThan(500);
  expect(known.filter((name) => !named.includes(name))).toEqual([]);
  // The engine ignores a setting that it does not know.
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

describe.runIf(findProgram("prusa-slicer") !== undefined)("PrusaSlicer (only with prusa-slicer on the PATH)", () => {
  test("has every option of its full configuration written by us, or listed as unused with a reason", () => {
    const known = [...fullConfiguration(STANDARD).keys()];
    const named = [...Object.keys(prusaSlicerSettings(STANDARD)), ...namesOfUnused(UNUSED_PRUSASLICER_OPTIONS)];
    expect(known.length).toBeGreaterThan(200);
    expect(known.filter((name) => !named.includes(name))).toEqual([]);
  });

  test.each(PROFILES)("reads every value as it is written (profile %#)", (profile) => {
    const read = fullConfiguration(profile);
    const misread = Object.entries(prusaSlicerSettings(profile)).flatMap(([name, written]) => {
      const value = read.get(name);
      // Another version's option.
      if (value === undefined) return [];
      return sameValue(String(written), value) ? [] : [`${name} = ${written} is read as ${value}`];
    });
    expect(misread).toEqual([]);
  });
});

/** No line has no width, and none is printed with no speed or acceleration. */
const IS_POSITIVE =
  /^(speed|acceleration)_|^(perimeter|external_perimeter|infill|solid_infill|travel|retract)_speed$|_line_width|_extrusion_width$/;

function isFollowed(settings: (profile: FilamentProfile) => object, name: string, tried: readonly number[]): boolean {
  return BESIDES.some((beside) => {
    const before = JSON.stringify(settings({ ...STANDARD, ...beside }));
    return tried.some((value) => JSON.stringify(settings({ ...STANDARD, ...beside, [name]: value })) !== before);
  });
}

/** Names of all settings of the pinned package's definition file, at every depth. */
function definedSettings(definition: string): string[] {
  const file = createRequire(import.meta.url).resolve(`cura-wasm/src/definitions/${definition}.def.json`);
  return namesBelow(JSON.parse(readFileSync(file, "utf8")).settings);
}

interface Definition {
  readonly type: string;
  readonly children?: Readonly<Record<string, Definition>>;
}

function namesBelow(definitions: Readonly<Record<string, Definition>>): string[] {
  return Object.entries(definitions).flatMap(([name, { type, children }]) => [
    ...(type === "category" ? [] : [name]),
    ...namesBelow(children ?? {}),
  ]);
}

/** Every option the installed PrusaSlicer knows, with the value it has after our ini was loaded. */
function fullConfiguration(profile: FilamentProfile): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "prusaslicer-options-"));
  try {
    const [ours, full] = [join(folder, "ours.ini"), join(folder, "full.ini")];
    writeFileSync(ours, prusaSlicerIni(profile));
    execFileSync("prusa-slicer", ["--datadir", join(folder, "data"), "--load", ours, "--save", full], {
      stdio: "ignore",
    });
    return new Map(
      readFileSync(full, "utf8")
        .split("\n")
        .filter((line) => !line.startsWith("#") && line.includes(" = "))
        .map((line): [string, string] => [
          line.slice(0, line.indexOf(" = ")),
          line.slice(line.indexOf(" = ") + " = ".length),
        ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Newer versions save "enabled" for 1, and numbers with six digits. */
function sameValue(written: string, read: string): boolean {
  if (written === read || (written === "1" && read === "enabled")) return true;
  const [one, other] = [Number(written), Number(read)];
  return read !== "" && Math.abs(one - other) <= 1e-5 * Math.abs(one);
}
