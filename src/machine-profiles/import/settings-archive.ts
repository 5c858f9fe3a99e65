// Settings in zip archives: 3MF projects, and the bundles that OrcaSlicer and Bambu Studio export.

import { unzipSync } from "fflate";

/** Where projects keep their configuration; in bundles every JSON file is a preset. */
export const PRUSASLICER_CONFIG = "Metadata/Slic3r_PE.config";
export const ORCA_CONFIG = "Metadata/project_settings.config";

const MAX_ENTRIES = 5000;
/** Packed. What a damaged or hostile archive makes the inflating loop do is a thousand times as much, at most. */
const MAX_PACKED_BYTES = 2_000_000;

/**
 * The entries that hold settings, by name.
 *
 * @param maxBytes of all of them together, unpacked
 * @throws Error for an archive that is damaged, or holds more
 */
export function unpackSettings(archive: Uint8Array, maxBytes: number): ReadonlyMap<string, Uint8Array> {
  let bytes = 0;
  let packedBytes = 0;
  let entries = 0;
  // Every entry is unpacked into a buffer of the size that the directory states, so that no more memory is taken than counted here.
  const unpacked = unzipSync(archive, {
    filter: ({ name, size, originalSize }) => {
      entries += 1;
      if (entries > MAX_ENTRIES) throw new Error("The archive has too many entries");
      if (!isSettings(name)) return false;
      bytes += originalSize;
      packedBytes += size;
      if (bytes > maxBytes || packedBytes > MAX_PACKED_BYTES) throw new Error("The archive's settings are too large");
      return true;
    },
  });
  return new Map(Object.entries(unpacked));
}

function isSettings(name: string): boolean {
  if (name === PRUSASLICER_CONFIG || name === ORCA_CONFIG) return true;
  // A 3MF's other JSON files describe plates.
  return name.endsWith(".json") && !name.startsWith("Metadata/") && !name.endsWith("bundle_structure.json");
}
