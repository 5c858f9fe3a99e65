// Checks the options that come with a model: no other part of a request reaches a slicer's settings.

import { findModelFormat, MODEL_FORMATS } from "../src/contract/model-formats.ts";
import { checkProfile } from "../src/contract/profile.ts";
import { ENGINE_PROTOCOL, type EngineSliceOptions } from "../src/engine-protocol.ts";

/** Reads the `Slice-Options` header. `problem` names its fault, `mismatch` says that another engine is meant. */
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
  const { protocol, engineName, format, profile } = options;
  if (protocol !== ENGINE_PROTOCOL) return { mismatch: `This engine speaks protocol ${ENGINE_PROTOCOL}.` };
  if (typeof engineName !== "string") return { problem: "engineName is missing." };
  const knownFormat = findModelFormat(format);
  if (knownFormat === undefined) {
    return { problem: `format must be one of ${MODEL_FORMATS.map((row) => row.format).join(", ")}.` };
  }
  const checked = checkProfile(profile);
  if ("faults" in checked) return { problem: `The profile cannot be sliced: its ${checked.faults.join("; its ")}.` };
  return { protocol, engineName, format: knownFormat, profile: checked.profile };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
