// Where a machine profile's numbers are from, as it is kept: a preset by its slug, or words.

import type { MachinePreset } from "./presets/preset.ts";
import { PRESETS } from "./presets/presets.ts";

const PREFIX = "preset:";

/** As people call the machine: by its maker too, where its own name does not say it. */
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

/** The preset that a source names; undefined where it names none, or one that is no longer offered. */
export function presetNamedBy(source: string | null): MachinePreset | undefined {
  return source?.startsWith(PREFIX) ? presetBySlug(source.slice(PREFIX.length)) : undefined;
}
