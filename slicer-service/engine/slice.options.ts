// The options that come with a model, checked: they cross a network, and are the only thing in a request that reaches a
// slicer's settings.

import { FDM_BOUNDS, type FdmProfile, type ModelFormat, type SpeedMode } from "../src/contract.ts";
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
  const checked = readFdmProfile(profile);
  if ("problem" in checked) return checked;
  return { protocol, engine, format: knownFormat, profile: checked };
}

function readFdmProfile(profile: unknown): FdmProfile | { readonly problem: string } {
  if (!isRecord(profile)) return { problem: "profile is not an object." };
  if (profile.technology !== "fdm") return { problem: "This engine slices technology fdm only." };
  const speedMode = SPEED_MODES.find((known) => known === profile.speedMode);
  if (speedMode === undefined) return { problem: `speedMode must be one of ${SPEED_MODES.join(", ")}.` };
  if (typeof profile.supports !== "boolean") return { problem: "supports must be true or false." };
  const problems: string[] = [];
  const number = (name: keyof typeof FDM_BOUNDS): number => {
    const { least, most } = FDM_BOUNDS[name];
    const value = profile[name];
    if (typeof value === "number" && value >= least && value <= most) return value;
    problems.push(`${name} must be a number from ${least} to ${most}.`);
    return least;
  };
  const count = (name: keyof typeof FDM_BOUNDS): number => {
    const value = number(name);
    if (!Number.isInteger(value)) problems.push(`${name} must be a whole number.`);
    return value;
  };
  const nozzleDiameterMm = number("nozzleDiameterMm");
  const layerHeightMm = number("layerHeightMm");
  // A thicker layer cannot be pressed onto the one below.
  if (layerHeightMm > nozzleDiameterMm) problems.push("layerHeightMm must be at most nozzleDiameterMm.");
  const checked: FdmProfile = {
    technology: "fdm",
    nozzleDiameterMm,
    layerHeightMm,
    infillPercent: number("infillPercent"),
    wallCount: count("wallCount"),
    topLayers: count("topLayers"),
    bottomLayers: count("bottomLayers"),
    supports: profile.supports,
    speedMode,
  };
  return problems.length === 0 ? checked : { problem: problems.join(" ") };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
