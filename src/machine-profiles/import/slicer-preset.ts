// Slicer presets: a printer, a print or a filament under a name, with what it inherits from presets beside it.

import type { StatedOptions } from "./slicer-options.ts";
import type { SlicerDialect } from "./slicer-settings.ts";

export type PresetKind = "printer" | "print" | "filament";

export interface SlicerPreset {
  readonly dialect: SlicerDialect;
  /** `all`: a whole configuration, of printer, print and filament together. */
  readonly kind: PresetKind | "all";
  readonly name: string;
  readonly file: string;
  /** Names of presets that hold where this one says nothing; a later one before an earlier. */
  readonly inherits: readonly string[];
  /** A preset for others to inherit from, not for printing. */
  readonly isTemplate: boolean;
  readonly options: StatedOptions;
}

/** Presets of a file that names the ones in use. */
export type ActivePresets = Readonly<Partial<Record<PresetKind, string>>>;

export interface ResolvedPreset {
  readonly options: StatedOptions;
  /** Parents that are not there. */
  readonly lacking: readonly string[];
}

/** No real chain is nearly as long; a circle has no end. */
const MAX_DEPTH = 50;

/**
 * A preset with everything that it inherits.
 *
 * @param siblings presets of the same kind, by name
 */
export function resolveInheritance(preset: SlicerPreset, siblings: ReadonlyMap<string, SlicerPreset>): ResolvedPreset {
  const options = new Map<string, readonly string[]>();
  const lacking = new Set<string>();
  const gather = (from: SlicerPreset, path: readonly string[]): void => {
    for (const name of from.inherits) {
      const parent = siblings.get(name);
      if (parent === undefined) lacking.add(name);
      else if (!path.includes(name) && path.length < MAX_DEPTH) gather(parent, [...path, name]);
    }
    for (const [name, values] of from.options) options.set(name, values);
  };
  gather(preset, [preset.name]);
  return { options, lacking: [...lacking] };
}
