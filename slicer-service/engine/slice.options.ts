// The options that come with a model, checked: they cross a network, and are the only thing in a request that reaches a
// slicer's settings.

import type { FdmProfile, ModelFormat, SpeedMode } from "../src/contract.ts";
import { ENGINE_PROTOCOL, type EngineSliceOptions } from "../src/engine-protocol.ts";

const FORMATS: readonly ModelFormat[] = ["stl", "obj", "3mf"];
const SPEED_MODES: readonly SpeedMode[] = ["draft", "standard", "fine"];

/** Reads the `Slice-Options` header, or says in a sentence what is wrong with it. */
export function readSliceOptions(header: string | undefined): EngineSliceOptions | { readonly problem: string } {
  if (header === undefined) return { problem: "The header Slice-Options is missing." };
  let options: unknown;
  try {
    options = JSON.parse(header);
  } catch {
    return { problem: "Slice-Options is not JSON." };
  }
  if (!isRecord(options)) return { problem: "Slice-Options is not an object." };
  const { protocol, engine, format, profile } = options;
  if (protocol !== ENGINE_PROTOCOL) return { problem: `This engine speaks protocol ${ENGINE_PROTOCOL}.` };
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
  const number = (name: string, least: number, most: number): number => {
    const value = profile[name];
    if (typeof value === "number" && value >= least && value <= most) return value;
    problems.push(`${name} must be a number from ${least} to ${most}.`);
    return least;
  };
  const count = (name: string, most: number): number => {
    const value = number(name, 0, most);
    if (!Number.isInteger(value)) problems.push(`${name} must be a whole number.`);
    return value;
  };
  const nozzleDiameterMm = number("nozzleDiameterMm", 0.1, 2);
  const checked: FdmProfile = {
    technology: "fdm",
    nozzleDiameterMm,
    // A layer thicker than the nozzle is wide cannot be pressed onto the one below.
    layerHeightMm: number("layerHeightMm", 0.02, nozzleDiameterMm),
    infillPercent: number("infillPercent", 0, 100),
    wallCount: count("wallCount", 100),
    topLayers: count("topLayers", 1000),
    bottomLayers: count("bottomLayers", 1000),
    supports: profile.supports,
    speedMode,
  };
  return problems.length === 0 ? checked : { problem: problems.join(" ") };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
