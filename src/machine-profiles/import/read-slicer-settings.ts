// Reads slicers' settings: what a studio already prints with becomes a machine profile, a quality and a material.

import type { ImportChoice, ImportedFile, SlicerSettingsRead } from "./slicer-settings.ts";

/**
 * Reads settings of PrusaSlicer, OrcaSlicer or Bambu Studio from files given together.
 *
 * Commands in them (G-code, post_process) are neither run nor kept.
 */
export function readSlicerSettings(_files: readonly ImportedFile[], _choice: ImportChoice = {}): SlicerSettingsRead {
  return { outcome: "unreadable", fault: { en: "not built yet", uk: "ще не зроблено" } };
}
