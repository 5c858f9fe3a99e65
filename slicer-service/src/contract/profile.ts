// A slice profile: every value that changes slicing's figures. All of it is part of the slice's key.
//
// SPDX-License-Identifier: MIT

import { type NumbersOf, PROCESS_PARAMETERS, parameterFault, resolveParameters } from "./process-parameters.ts";
import { findTechnologyBySlug, type ProcessKind, type SlugOf, TECHNOLOGIES, type Technology } from "./technologies.ts";

export const SPEED_MODES = ["draft", "standard", "fine"] as const;
export type SpeedMode = (typeof SPEED_MODES)[number];

type ProfileOf<Process extends ProcessKind, Choices = unknown> = NumbersOf<Process> &
  Choices & { readonly technology: SlugOf<Process> };

/** Patterns of infill that both engines print. */
export const INFILL_PATTERNS = ["grid", "lines", "cubic", "gyroid"] as const;
export type InfillPattern = (typeof INFILL_PATTERNS)[number];

export type FilamentProfile = ProfileOf<
  "filament",
  { readonly supports: boolean; readonly speedMode: SpeedMode; readonly infillPattern: InfillPattern }
>;
/** The defaults of a filament print. */
export const DEFAULT_FILAMENT_PROFILE: FilamentProfile = {
  technology: "fdm",
  ...resolveParameters("fdm"),
  layerHeightMm: 0.2,
  infillPercent: 20,
  wallCount: 2,
  topLayers: 4,
  bottomLayers: 4,
  supports: false,
  speedMode: "standard",
  infillPattern: "grid",
};

/** A projector, or a screen before a lamp, exposes a whole layer at once. */
export type ImageResinProfile = ProfileOf<"image_resin", { readonly supports: boolean }>;
/** A laser draws each layer in resin. */
export type LaserResinProfile = ProfileOf<"laser_resin", { readonly supports: boolean }>;
/** A laser draws each layer in powder, which holds the part up: there are no supports to choose. */
export type PowderProfile = ProfileOf<"powder">;

interface ProfileByProcess {
  readonly filament: FilamentProfile;
  readonly image_resin: ImageResinProfile;
  readonly laser_resin: LaserResinProfile;
  readonly powder: PowderProfile;
}

/** A union discriminated by `technology`. */
export type SliceProfile = ProfileByProcess[ProcessKind];

/** Profiles that are estimated layer by layer, without a toolpath. */
export type LayeredProfile = Exclude<SliceProfile, FilamentProfile>;

/** Each fault is the end of a sentence such as "cannot be sliced: its …", and names the value it is about. */
export type CheckedProfile = { readonly profile: SliceProfile } | { readonly faults: readonly string[] };

/**
 * Checks a profile of unknown origin: a request's header, or a row of the database.
 *
 * @returns the profile without any other field of `value`, or every fault
 */
export function checkProfile(value: unknown): CheckedProfile {
  if (!isRecord(value)) return { faults: ["profile is not an object"] };
  const technology = findTechnologyBySlug(value.technology);
  if (technology === undefined) {
    return { faults: [`technology must be one of ${TECHNOLOGIES.map(({ slug }) => slug).join(", ")}`] };
  }
  const faults: string[] = [];
  const profile = readProfile(technology, value, faults);
  return faults.length === 0 ? { profile } : { faults };
}

/** Reads every value, and adds its faults to `faults`. Use the result only if no fault was added. */
function readProfile(technology: Technology, value: Record<string, unknown>, faults: string[]): SliceProfile {
  switch (technology.process) {
    case "filament": {
      const numbers = readNumbers(technology.process, technology.slug, value, faults);
      const supports = readSupports(value, faults);
      const speedMode = readSpeedMode(value, faults);
      const infillPattern = readInfillPattern(value, faults);
      // A thicker layer cannot be pressed onto the one below.
      faults.push(...thickLayers(numbers));
      return { technology: technology.slug, ...numbers, supports, speedMode, infillPattern };
    }
    case "image_resin": {
      const numbers = readNumbers(technology.process, technology.slug, value, faults);
      return { technology: technology.slug, ...numbers, supports: readSupports(value, faults) };
    }
    case "laser_resin": {
      const numbers = readNumbers(technology.process, technology.slug, value, faults);
      return { technology: technology.slug, ...numbers, supports: readSupports(value, faults) };
    }
    case "powder":
      return { technology: technology.slug, ...readNumbers(technology.process, technology.slug, value, faults) };
    default:
      return technology satisfies never;
  }
}

/** A thicker layer cannot be pressed onto the one below, and a line no wider than it is thick is a strand that no slicer prints. */
function thickLayers(numbers: NumbersOf<"filament">): string[] {
  const { layerHeightMm, nozzleDiameterMm } = numbers;
  const firstLayerHeightMm = Math.max(numbers.firstLayerHeightMm, layerHeightMm);
  if (layerHeightMm > nozzleDiameterMm) return ["layers are thicker than the nozzle is wide"];
  if (firstLayerHeightMm > nozzleDiameterMm) return ["first layer is thicker than the nozzle is wide"];
  const widths = Object.entries(numbers).filter(([name]) => name.endsWith("WidthPercent"));
  return widths.flatMap(([name, percent]) => {
    const height = name === "firstLayerWidthPercent" ? firstLayerHeightMm : layerHeightMm;
    return nozzleDiameterMm * percent <= 100 * height
      ? [`${name} is ${percent}, and must make lines wider than a layer of ${height} mm is thick`]
      : [];
  });
}

function readNumbers<Process extends ProcessKind>(
  process: Process,
  slug: SlugOf<Process>,
  value: Record<string, unknown>,
  faults: string[],
): NumbersOf<Process> {
  const names = Object.keys(PROCESS_PARAMETERS[process]);
  faults.push(...names.flatMap((name) => parameterFault(slug, name, value[name]) ?? []));
  // One entry for each of the process's names; a value that is no number has a fault.
  return Object.fromEntries(names.map((name) => [name, value[name]])) as NumbersOf<Process>;
}

function readSupports({ supports }: Record<string, unknown>, faults: string[]): boolean {
  if (typeof supports !== "boolean") faults.push("supports must be true or false");
  return supports === true;
}

function readSpeedMode({ speedMode }: Record<string, unknown>, faults: string[]): SpeedMode {
  const known = SPEED_MODES.find((mode) => mode === speedMode);
  if (known === undefined) faults.push(`speedMode must be one of ${SPEED_MODES.join(", ")}`);
  return known ?? "standard";
}

function readInfillPattern({ infillPattern }: Record<string, unknown>, faults: string[]): InfillPattern {
  const known = INFILL_PATTERNS.find((pattern) => pattern === infillPattern);
  if (known === undefined) faults.push(`infillPattern must be one of ${INFILL_PATTERNS.join(", ")}`);
  return known ?? "grid";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
