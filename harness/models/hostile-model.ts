// A hostile model: a file that a customer may upload, and the required end of its slice.

import type { ModelFormat } from "../../slicer-service/src/contract/model-formats.ts";
import type { ModelFailureCode } from "../../slicer-service/src/contract/slices.ts";

export interface HostileModel {
  readonly name: string;
  readonly format: ModelFormat;
  /** Makes the file on demand, since some are large. */
  readonly make: () => Uint8Array<ArrayBuffer>;
  /** A finished slice, of a solid of this volume if stated; or a failure, with `says` in its message if stated. */
  readonly ends:
    | { readonly status: "done"; readonly solidCubicMm?: number }
    | { readonly status: "failed"; readonly code: ModelFailureCode; readonly says?: string };
}
