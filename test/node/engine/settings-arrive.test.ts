// Each number of a filament profile arrives in both slicers' settings: under which name, and in which unit.

import { describe, expect, test } from "vitest";
import { curaEngineSettings } from "../../../slicer-service/engine/curaengine/curaengine.settings.ts";
import { printPace } from "../../../slicer-service/engine/curaengine/print-pace.ts";
import { wallLines } from "../../../slicer-service/engine/curaengine/variable-walls.ts";
import { prusaSlicerSettings } from "../../../slicer-service/engine/prusaslicer/prusaslicer.settings.ts";
import { PROCESS_PARAMETERS } from "../../../slicer-service/src/contract/process-parameters.ts";
import { checkProfile, type FilamentProfile } from "../../../slicer-service/src/contract/profile.ts";
import { UNFOLLOWED_BY_CURAENGINE } from "../../../slicer-service/src/contract/unfollowed-numbers.ts";
import { IN_CURAENGINE } from "./arrivals/curaengine.ts";
import { IN_PRUSASLICER } from "./arrivals/prusaslicer.ts";
import { type Arrival, type Setting, STATED_PROFILE } from "./arrivals/stated-profile.ts";

/** Pace and walls of varying width are ours: CuraEngine lays whole lines only. Their numbers are named by their path. */
function settingsOfOurs(profile: FilamentProfile): Record<string, Setting> {
  return {
    ...curaEngineSettings(profile),
    ...named("pace", printPace(profile)),
    ...named("walls", wallLines(profile)),
  };
}

function named(path: string, value: unknown): Record<string, Setting> {
  if (typeof value === "number" || typeof value === "boolean") return { [path]: value };
  if (typeof value !== "object" || value === null) return {};
  return Object.assign({}, ...Object.entries(value).map(([name, inner]) => named(`${path}.${name}`, inner)));
}

const SLICERS = [
  { title: "PrusaSlicer", settings: prusaSlicerSettings, arrivals: IN_PRUSASLICER, elsewhere: [] },
  {
    title: "CuraEngine",
    settings: settingsOfOurs,
    arrivals: IN_CURAENGINE,
    elsewhere: Object.keys(UNFOLLOWED_BY_CURAENGINE),
  },
] as const;

test("the profile is one that can be sliced, and states every number otherwise than the default", () => {
  expect(checkProfile(STATED_PROFILE)).toMatchObject({ profile: STATED_PROFILE });
  expect(Object.keys(PROCESS_PARAMETERS.filament).sort()).toEqual(Object.keys(IN_PRUSASLICER).sort());
});

describe.each(SLICERS)("in the settings of $title", ({ settings, arrivals, elsewhere }) => {
  const declared = Object.entries<readonly Arrival[]>(arrivals);

  test("arrives every number but those that the slicer cannot be told", () => {
    const silent = declared.filter(([, settingsOfNumber]) => settingsOfNumber.length === 0).map(([name]) => name);
    expect(silent.sort()).toEqual([...elsewhere].sort());
  });

  test.each(declared.filter(([, settingsOfNumber]) => settingsOfNumber.length > 0))("arrives %s", (_, expected) => {
    for (const [name, value, beside = {}] of expected) {
      const written: Readonly<Record<string, Setting>> = settings({ ...STATED_PROFILE, ...beside });
      const said = `${name} with ${JSON.stringify(beside)}`;
      if (typeof value === "number") expect(Number(written[name]), said).toBeCloseTo(value, 9);
      else expect(written[name], said).toBe(value);
    }
  });
});
