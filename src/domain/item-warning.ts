// What somebody should know of an item before it is printed: from slicing, and from the printers.

import type { SliceWarning } from "../../slicer-service/src/contract/slices.ts";
import type { BoxMm } from "./build-volume.ts";

/**
 * Whose build volume tells whether a print fits: the active printers that state one; where none does, the machine that the
 * studio's own parameters describe; where they do not, the machine that the defaults of its process describe.
 */
export const VOLUME_SOURCES = ["printers", "parameters", "default_machine"] as const;
export type VolumeSource = (typeof VOLUME_SOURCES)[number];

export type ItemWarning =
  | SliceWarning
  /** What is printed, or a plate of it, is larger than every build volume that is known. */
  | {
      readonly code: "fits_no_printer";
      readonly volumeOf: VolumeSource;
      /** Null for several printers; without z where only the bed is known. */
      readonly volumeMm: (Pick<BoxMm, "x" | "y"> & { readonly z?: number }) | null;
    };

export type ItemWarningCode = ItemWarning["code"];
