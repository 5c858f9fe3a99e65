// Values of a filament quality that states none.

import { FILAMENT_PARAMETERS } from "../../slicer-service/src/contract/filament-parameters.ts";

export const FILAMENT_DEFAULTS = {
  nozzleDiameterMm: FILAMENT_PARAMETERS.nozzleDiameterMm.defaults.fdm.value,
  infillPercent: 20,
  wallCount: 2,
  topLayers: 4,
  bottomLayers: 4,
} as const;
