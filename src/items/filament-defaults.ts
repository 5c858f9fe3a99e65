// Values of a filament quality that states none.

export const FILAMENT_DEFAULTS = {
  nozzleDiameterMm: 0.4,
  infillPercent: 20,
  wallCount: 2,
  topLayers: 4,
  bottomLayers: 4,
} as const;
