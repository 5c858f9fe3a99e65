// Source of a machine profile's numbers, as it is stored: a preset by its slug, or words.

import type { MachinePreset } from "./presets/preset.ts";
import { PRESETS } from "./presets/presets.ts";

const PREFIX = "preset:";

/** The machine's name as people say it: with its maker, unless the name includes it. */
export function presetTitle({ vendor, name }: MachinePreset): string {
  const [maker = vendor] = vendor.split(" ");
  return name.includes(maker) ? name : `${vendor} ${name}`;
}

export function presetSource({ slug }: MachinePreset): string {
  return `${PREFIX}${slug}`;
}

export function presetBySlug(slug: string): MachinePreset | undefined {
  return PRESETS.find((preset) => preset.slug === slug);
}

/** The preset that a source names; undefined if it names none, or one that is no longer offered. */
export function presetNamedBy(source: string | null): MachinePreset | undefined {
  return source?.startsWith(PREFIX) ? presetBySlug(source.slice(PREFIX.length)) : undefined;
}
