// The filament profile that tests and benches slice with, where nothing else is said.

import type { FilamentProfile } from "../slicer-service/src/contract/profile.ts";

export const STANDARD_PROFILE: FilamentProfile = {
  technology: "fdm",
  layerHeightMm: 0.2,
  nozzleDiameterMm: 0.4,
  infillPercent: 20,
  wallCount: 2,
  topLayers: 4,
  bottomLayers: 4,
  supports: false,
  speedMode: "standard",
};
