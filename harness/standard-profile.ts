// The filament profile that tests and benches slice with by default.
//
// Free of Node, for the tests that run in workerd.

import { resolveParameters } from "../slicer-service/src/contract/process-parameters.ts";
import type { FilamentProfile } from "../slicer-service/src/contract/profile.ts";

export const STANDARD_PROFILE: FilamentProfile = {
  technology: "fdm",
  ...resolveParameters("fdm"),
  layerHeightMm: 0.2,
  infillPercent: 20,
  wallCount: 2,
  topLayers: 4,
  bottomLayers: 4,
  supports: false,
  speedMode: "standard",
  infillPattern: "grid",
};
