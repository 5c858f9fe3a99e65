// Slicer presets: a printer, a print or a filament under a name, with the options it inherits from other presets.

import type { StatedOptions } from "./slicer-options.ts";
import type { SlicerDialect } from "./slicer-settings.ts";

export type PresetKind = "printer" | "print" | "filament";

export interface SlicerPreset {
  readonly dialect: SlicerDialect;
  /** `all`: a whole configuration, of printer, print and filament together. */
  readonly kind: PresetKind | "all";
  readonly name: string;
  readonly file: string;
  /** Names of the presets that state the options this one does not; a later one precedes an earlier. */
  readonly inherits: readonly string[];
  /** A preset for others to inherit from, not for printing. */
  readonly isTemplate: boolean;
  readonly options: StatedOptions;
}

/** Presets of a file that names the ones in use. */
export type ActivePresets = Readonly<Partial<Record<PresetKind, string>>>;

export interface ResolvedPreset {
  readonly options: StatedOptions;
  /** Parents that no file holds. */
  readonly lacking: readonly string[];
}

/** Far more than any real preset has. */
const MAX_ANCESTORS = 200;

/**
 * A preset with everything that it inherits.
 *
 * @param siblings presets of the same kind, by name
 */
export function resolveInheritance(preset: SlicerPreset, siblings: ReadonlyMap<string, SlicerPreset>): ResolvedPreset {
  const options = new Map<string, readonly string[]>();
  const { lineage, lacking } = lineageOf(preset, siblings);
  for (const { options: own } of lineage.toReversed()) for (const [name, values] of own) options.set(name, values);
  return { options, lacking };
}

/** One option of a preset, its own or inherited. */
export function resolveOption(
  preset: SlicerPreset,
  siblings: ReadonlyMap<string, SlicerPreset>,
  option: string,
): readonly string[] | undefined {
  return lineageOf(preset, siblings)
    .lineage.find(({ options }) => options.has(option))
    ?.options.get(option);
}

/** The names of all that a preset inherits from, of any file or none. */
export function ancestorNames(preset: SlicerPreset, siblings: ReadonlyMap<string, SlicerPreset>): readonly string[] {
  const { lineage, lacking } = lineageOf(preset, siblings);
  return [...lineage.slice(1).map(({ name }) => name), ...lacking];
}

/**
 * A preset and its ancestors, those that decide first. Each is visited once, where it decides most: an ancestor shared by two
 * parents, and its own, would otherwise double at every step.
 */
function lineageOf(
  preset: SlicerPreset,
  siblings: ReadonlyMap<string, SlicerPreset>,
): { readonly lineage: readonly SlicerPreset[]; readonly lacking: readonly string[] } {
  const lineage = new Set<SlicerPreset>();
  const lacking = new Set<string>();
  const open = [preset];
  for (let next = open.pop(); next !== undefined && lineage.size <= MAX_ANCESTORS; next = open.pop()) {
    if (lineage.has(next)) continue;
    lineage.add(next);
    // The last parent decides before the others, so it is taken off first.
    for (const name of new Set(next.inherits)) {
      const parent = siblings.get(name);
      if (parent === undefined) lacking.add(name);
      else if (!lineage.has(parent)) open.push(parent);
    }
  }
  return { lineage: [...lineage], lacking: [...lacking] };
}
