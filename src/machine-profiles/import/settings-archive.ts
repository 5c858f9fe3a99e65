// Settings in zip archives: 3MF projects, and the bundles that OrcaSlicer and Bambu Studio export.

import { ZipArchive } from "../../../slicer-service/src/contract/zip-archive.ts";

/** The entry with a project's configuration; in bundles every JSON file is a preset. */
export const PRUSASLICER_CONFIG = "Metadata/Slic3r_PE.config";
export const ORCA_CONFIG = "Metadata/project_settings.config";

const MAX_ENTRIES = 5000;

/**
 * The entries with settings, by name.
 *
 * @param maxBytes for all of them together, packed or unpacked
 * @throws Error for an archive that is damaged, or holds more
 */
export function unpackSettings(file: Uint8Array, maxBytes: number): ReadonlyMap<string, Uint8Array> {
  const archive = new ZipArchive(file, maxBytes, (name) => name);
  if (archive.names.length > MAX_ENTRIES) throw new Error("The archive has too many entries");
  return new Map(archive.names.filter(isSettings).map((name) => [name, archive.read(name) ?? new Uint8Array()]));
}

function isSettings(name: string): boolean {
  if (name === PRUSASLICER_CONFIG || name === ORCA_CONFIG) return true;
  // A 3MF's other JSON files describe plates.
  return name.endsWith(".json") && !name.startsWith("Metadata/") && !name.endsWith("bundle_structure.json");
}
