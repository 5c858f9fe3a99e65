// What somebody should know of an item before it is printed: what slicing saw, and what the studio's printers say to it.

import type { SliceWarning } from "../../slicer-service/src/contract/slices.ts";

export type ItemWarning =
  | SliceWarning
  /** No active printer of the technology that states a build volume has room for it. */
  | { readonly code: "fits_no_printer" };
