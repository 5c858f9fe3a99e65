// The options that come with a model, checked: they cross a network, and are the only thing in a request that reaches a
// slicer's settings.

import {
  BOUNDS,
  type Bounds,
  FDM_BOUNDS,
  type FdmProfile,
  IMAGE_RESIN_BOUNDS,
  LASER_RESIN_BOUNDS,
  type ModelFormat,
  POWDER_BOUNDS,
  type SliceProfile,
  type SpeedMode,
} from "../src/contract/contract.ts";
import { ENGINE_PROTOCOL, type EngineSliceOptions } from "../src/engine-protocol.ts";

const FORMATS: readonly ModelFormat[] = ["stl", "obj", "3mf"];
const SPEED_MODES: readonly SpeedMode[] = ["draft", "standard", "fine"];

/** Reads the `Slice-Options` header, or says in a sentence what is wrong with it, or that it is for another engine. */
export function readSliceOptions(
  header: string | undefined,
): EngineSliceOptions | { readonly problem: string } | { readonly mismatch: string } {
  if (header === undefined) return { problem: "The header Slice-Options is missing." };
  let options: unknown;
  try {
    options = JSON.parse(header);
  } catch {
    return { problem: "Slice-Options is not JSON." };
  }
  if (!isRecord(options)) return { problem: "Slice-Options is not an object." };
  const { protocol, engine, format, profile } = options;
  if (protocol !== ENGINE_PROTOCOL) return { mismatch: `This engine speaks protocol ${ENGINE_PROTOCOL}.` };
  if (typeof engine !== "string") return { problem: "engine is missing." };
  const knownFormat = FORMATS.find((known) => known === format);
  if (knownFormat === undefined) return { problem: `format must be one of ${FORMATS.join(", ")}.` };
  const checked = readProfile(profile);
  if ("problem" in checked) return checked;
  return { protocol, engine, format: knownFormat, profile: checked };
}

type Checked<Profile> = Profile | { readonly problem: string };

function readProfile(profile: unknown): Checked<SliceProfile> {
  if (!isRecord(profile)) return { problem: "profile is not an object." };
  const { technology } = profile;
  switch (technology) {
    case "fdm":
      return readFdmProfile(profile);
    case "dlp":
    case "msla": {
      const checked = readResin(profile, IMAGE_RESIN_BOUNDS);
      return "problem" in checked ? checked : { technology, ...checked };
    }
    case "sla": {
      const checked = readResin(profile, LASER_RESIN_BOUNDS);
      return "problem" in checked ? checked : { technology, ...checked };
    }
    case "sls": {
      const { numbers, problems } = readNumbers(profile, POWDER_BOUNDS);
      return problems.length === 0 ? { technology, ...numbers } : { problem: problems.join(" ") };
    }
    default:
      return { problem: `technology must be one of ${Object.keys(BOUNDS).join(", ")}.` };
  }
}

function readResin<Name extends string>(
  profile: Record<string, unknown>,
  bounds: Record<Name, Bounds>,
): Checked<Record<Name, number> & { supports: boolean }> {
  if (typeof profile.supports !== "boolean") return { problem: "supports must be true or false." };
  const { numbers, problems } = readNumbers(profile, bounds);
  return problems.length === 0 ? { ...numbers, supports: profile.supports } : { problem: problems.join(" ") };
}

function readFdmProfile(profile: Record<string, unknown>): Checked<FdmProfile> {
  const speedMode = SPEED_MODES.find((known) => known === profile.speedMode);
  if (speedMode === undefined) return { problem: `speedMode must be one of ${SPEED_MODES.join(", ")}.` };
  if (typeof profile.supports !== "boolean") return { problem: "supports must be true or false." };
  const { numbers, problems } = readNumbers(profile, FDM_BOUNDS);
  // A thicker layer cannot be pressed onto the one below.
  if (numbers.layerHeightMm > numbers.nozzleDiameterMm) {
    problems.push("layerHeightMm must be at most nozzleDiameterMm.");
  }
  if (problems.length > 0) return { problem: problems.join(" ") };
  return { technology: "fdm", ...numbers, supports: profile.supports, speedMode };
}

/** The numbers that the bounds name, and what is wrong with any of them. What else the profile holds is left out. */
function readNumbers<Name extends string>(
  profile: Record<string, unknown>,
  bounds: Record<Name, Bounds>,
): { readonly numbers: Record<Name, number>; readonly problems: string[] } {
  const problems: string[] = [];
  const numbers = Object.entries<Bounds>(bounds).map(([name, { least, most, whole }]): [string, number] => {
    const value = profile[name];
    if (typeof value !== "number" || !(value >= least && value <= most)) {
      problems.push(`${name} must be a number from ${least} to ${most}.`);
      return [name, least];
    }
    if (whole === true && !Number.isInteger(value)) problems.push(`${name} must be a whole number.`);
    return [name, value];
  });
  // One entry for each of the bounds' names.
  return { numbers: Object.fromEntries(numbers) as Record<Name, number>, problems };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
