// Values of a filament quality that states none.

import { DEFAULT_FILAMENT_PROFILE } from "../../slicer-service/src/contract/profile.ts";

const { nozzleDiameterMm, infillPercent, wallCount, topLayers, bottomLayers } = DEFAULT_FILAMENT_PROFILE;

export const FILAMENT_DEFAULTS = { nozzleDiameterMm, infillPercent, wallCount, topLayers, bottomLayers } as const;
