// Merging the warnings of several plates: each code once, with facts that hold for all of them.

import type { SliceWarning } from "../../src/contract/slices.ts";

export function mergedWarnings(ofPlates: readonly (readonly SliceWarning[])[]): SliceWarning[] {
  const merged = new Map<SliceWarning["code"], SliceWarning>();
  for (const warning of ofPlates.flat()) {
    const before = merged.get(warning.code);
    merged.set(warning.code, before === undefined ? warning : mergePair(before, warning));
  }
  return [...merged.values()];
}

/** Two warnings of one code. */
function mergePair(one: SliceWarning, other: SliceWarning): SliceWarning {
  switch (one.code) {
    case "needs_supports":
      if (other.code !== one.code) return one;
      return { ...one, overhangSquareMm: one.overhangSquareMm + other.overhangSquareMm };
    case "will_not_stand":
      if (other.code !== one.code) return one;
      return one.footprintSquareMm < other.footprintSquareMm ? one : other;
    case "lowered":
      if (other.code !== one.code) return one;
      return { ...one, byMm: Math.max(one.byMm, other.byMm) };
    case "walls_lost":
      if (other.code !== one.code) return one;
      return { ...one, lostPercent: Math.max(one.lostPercent, other.lostPercent) };
    case "holes_closed": {
      if (other.code !== one.code) return one;
      const largestErrorPercent = Math.max(one.largestErrorPercent, other.largestErrorPercent);
      return { ...one, holes: one.holes + other.holes, largestErrorPercent };
    }
    case "surface_mended":
    case "scaled":
    case "several_colours":
    case "settings_not_followed":
      return one;
    case "modifiers_ignored":
    case "negative_parts_cut":
    case "objects_left_out":
    case "surfaces_left_out":
      if (other.code !== one.code) return one;
      return { ...one, count: one.count + other.count };
    default:
      return one satisfies never;
  }
}
