// What somebody should know of an item before it is printed: from slicing, and from the printers.

import type { SliceWarning } from "../../slicer-service/src/contract/slices.ts";

export type ItemWarning =
  | SliceWarning
  /** No active printer of the technology that states a build volume has room for it. */
  | { readonly code: "fits_no_printer" };
