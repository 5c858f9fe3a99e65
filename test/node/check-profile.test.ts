// The check of slice profiles that the API and the engine share, held to every technology.

import { describe, expect, it } from "vitest";
import { LASER, LIFTING, POWDER, TILTING } from "../../harness/profiles/layered-profiles.ts";
import { STANDARD_PROFILE } from "../../harness/profiles/standard-profile.ts";
import { checkProfile } from "../../slicer-service/src/contract/profile.ts";
import { TECHNOLOGIES } from "../../slicer-service/src/contract/technologies.ts";

const PROFILES = [STANDARD_PROFILE, LASER, LIFTING, TILTING, POWDER];

describe("a sound profile", () => {
  it("stands here for every technology", () => {
    expect(PROFILES.map(({ technology }) => technology)).toEqual(TECHNOLOGIES.map(({ slug }) => slug));
  });

  it.each(PROFILES)("of $technology is answered as it is, without anything else it came with", (profile) => {
    expect(checkProfile({ ...profile, post_process: "rm -rf /" })).toEqual({ profile });
  });
});

describe("a faulty profile", () => {
  it("is answered with every fault, by name and bounds", () => {
    const profile = {
      ...STANDARD_PROFILE,
      infillPercent: 101,
      topLayers: "4",
      supports: "auto",
      speedMode: "ludicrous",
    };
    expect(checkProfile(profile)).toEqual({
      faults: [
        "infillPercent is 101, and must be from 0 to 100",
        "topLayers is 4, and must be a whole number from 0 to 1000",
        "supports must be true or false",
        "speedMode must be one of draft, standard, fine",
      ],
    });
  });

  it.each(PROFILES)("of $technology lacks the number that is missing", ({ layerHeightMm: _, ...profile }) => {
    expect(checkProfile(profile)).toEqual({
      faults: [expect.stringMatching(/^layerHeightMm is undefined, and must be from .+ mm$/)],
    });
  });

  it("has layers thicker than its nozzle is wide", () => {
    const faults = ["layers are thicker than the nozzle is wide"];
    expect(checkProfile({ ...STANDARD_PROFILE, layerHeightMm: 0.5 })).toEqual({ faults });
    expect(checkProfile({ ...STANDARD_PROFILE, layerHeightMm: 0.4 })).toHaveProperty("profile");
  });

  it("has a first layer thicker than its nozzle is wide", () => {
    const faults = ["first layer is thicker than the nozzle is wide"];
    expect(checkProfile({ ...STANDARD_PROFILE, firstLayerHeightMm: 0.45 })).toEqual({ faults });
    expect(checkProfile({ ...STANDARD_PROFILE, firstLayerHeightMm: 0.4 })).toHaveProperty("profile");
  });

  it("has lines that are no wider than a layer is thick, the first layer's by its own height", () => {
    expect(checkProfile({ ...STANDARD_PROFILE, layerHeightMm: 0.36, infillWidthPercent: 90 })).toEqual({
      faults: ["infillWidthPercent is 90, and must make lines wider than a layer of 0.36 mm is thick"],
    });
    expect(checkProfile({ ...STANDARD_PROFILE, firstLayerHeightMm: 0.3, firstLayerWidthPercent: 75 })).toEqual({
      faults: ["firstLayerWidthPercent is 75, and must make lines wider than a layer of 0.3 mm is thick"],
    });
    expect(checkProfile({ ...STANDARD_PROFILE, infillWidthPercent: 75 })).toHaveProperty("profile");
  });

  it.each([
    [undefined, "profile is not an object"],
    [[STANDARD_PROFILE], "profile is not an object"],
    [{ ...STANDARD_PROFILE, technology: "lithography" }, "technology must be one of fdm, sla, dlp, msla, sls"],
    [{ ...STANDARD_PROFILE, technology: "constructor" }, "technology must be one of fdm, sla, dlp, msla, sls"],
  ])("is no profile at all: %j", (value, fault) => {
    expect(checkProfile(value)).toEqual({ faults: [fault] });
  });
});
