// Numbers of a filament profile without a setting in a slicer, with the slicer's own way, for the studio's owner.
//
// SPDX-License-Identifier: MIT

import type { FilamentProfile } from "./profile.ts";

export interface UnfollowedNumber {
  /** The slicer's own way. */
  readonly instead: { readonly en: string; readonly uk: string };
  /** Whether the profile states exactly the slicer's own way. */
  readonly isFollowed: (profile: FilamentProfile) => boolean;
}

/** By the name of the number. */
export type UnfollowedNumbers = Readonly<Record<string, UnfollowedNumber>>;

const ONE_OVERHANG = {
  en: "overhangs have one speed, that of walls half of which hang over air",
  uk: "нависання мають одну швидкість — ту, що для стінок, які нависають наполовину",
};

/** 0 stands for the speed of outer walls. */
function overhangAsHalf(profile: FilamentProfile, speed: number): boolean {
  if (profile.overhang25MmPerSecond === 0) return true;
  return (speed || profile.outerWallMmPerSecond) === (profile.overhang50MmPerSecond || profile.outerWallMmPerSecond);
}

export const UNFOLLOWED_BY_CURAENGINE: UnfollowedNumbers = {
  overBridgeMmPerSecond: {
    instead: {
      en: "the layer above a bridge is printed at the speed of skin",
      uk: "шар над мостом друкується зі швидкістю суцільних шарів",
    },
    isFollowed: ({ overBridgeMmPerSecond }) => overBridgeMmPerSecond === 0,
  },
  adaptiveInfill: {
    instead: { en: "cubic infill is as dense everywhere", uk: "кубічне заповнення всюди однаково щільне" },
    isFollowed: ({ infillPattern, adaptiveInfill }) => infillPattern !== "cubic" || adaptiveInfill === 0,
  },
  oneWallOnTop: {
    instead: {
      en: "surfaces that face up have all their walls",
      uk: "поверхні, повернуті вгору, мають усі стінки",
    },
    isFollowed: ({ oneWallOnTop }) => oneWallOnTop === 0,
  },
  extraWallsOnSlopes: {
    instead: { en: "no walls are added on slopes", uk: "на схилах стінки не додаються" },
    isFollowed: ({ extraWallsOnSlopes }) => extraWallsOnSlopes === 0,
  },
  overhang75MmPerSecond: {
    instead: ONE_OVERHANG,
    isFollowed: (profile) => overhangAsHalf(profile, profile.overhang75MmPerSecond),
  },
  overhang100MmPerSecond: {
    instead: ONE_OVERHANG,
    isFollowed: (profile) => overhangAsHalf(profile, profile.overhang100MmPerSecond),
  },
  supportBridges: {
    instead: {
      en: "bridges are supported like other overhangs",
      uk: "мости підтримуються так само, як інші нависання",
    },
    isFollowed: ({ supportBridges, supports }) => supportBridges === 1 || !supports,
  },
};

/** PrusaSlicer has a setting for every number of a profile. */
export const UNFOLLOWED_BY_PRUSASLICER: UnfollowedNumbers = {};

/** The names by which a slicer's engines begin their version string (choose-slicer.ts). */
const BY_ENGINE: readonly (readonly [name: string, numbers: UnfollowedNumbers])[] = [
  ["curaengine-wasm", UNFOLLOWED_BY_CURAENGINE],
  ["prusaslicer", UNFOLLOWED_BY_PRUSASLICER],
];

/** The numbers that the engine of this name cannot follow; none of an unknown engine. */
export function unfollowedBy(engineName: string): UnfollowedNumbers {
  return BY_ENGINE.find(([name]) => engineName.startsWith(`${name}-`))?.[1] ?? {};
}

/** The numbers of a profile that the engine of this name does not follow. */
export function numbersNotFollowed(engineName: string, profile: FilamentProfile): string[] {
  return Object.entries(unfollowedBy(engineName)).flatMap(([name, { isFollowed }]) =>
    isFollowed(profile) ? [] : [name],
  );
}
