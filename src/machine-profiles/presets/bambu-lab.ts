// Presets of Bambu Lab's printers, from its profiles for Bambu Studio.

import { type Figures, gramsOfFilament, type MachinePreset, machinePreset, ofNozzle } from "./preset.ts";

const STUDIO = "bambulab/BambuStudio, resources/profiles/BBL";
const ORCA = "SoftFever/OrcaSlicer, resources/profiles/BBL";

/** Of the profile that 0.20mm Standard is made from for every printer with one nozzle. */
const STANDARD: Figures = {
  source: `${STUDIO}/process, fdm_process_single_0.20 with fdm_process_single_common and fdm_process_common`,
  values: {
    outerWallWidthPercent: ofNozzle(0.42),
    innerWallWidthPercent: ofNozzle(0.45),
    infillWidthPercent: ofNozzle(0.45),
    solidInfillWidthPercent: ofNozzle(0.42),
    topSurfaceWidthPercent: ofNozzle(0.42),
    supportWidthPercent: ofNozzle(0.42),
    firstLayerWidthPercent: ofNozzle(0.5),
    firstLayerHeightMm: 0.2,
    outerWallMmPerSecond: 200,
    innerWallMmPerSecond: 300,
    // small_perimeter_threshold is 0: no wall counts as small.
    smallPerimeterMmPerSecond: 200,
    infillMmPerSecond: 270,
    solidInfillMmPerSecond: 250,
    topSurfaceMmPerSecond: 200,
    bridgeMmPerSecond: 50,
    gapFillMmPerSecond: 250,
    supportMmPerSecond: 150,
    firstLayerMmPerSecond: 50,
    firstLayerInfillMmPerSecond: 105,
    travelMmPerSecond: 500,
    outerWallAcceleration: 5000,
    innerWallAcceleration: 10_000,
    infillAcceleration: 10_000,
    solidInfillAcceleration: 10_000,
    topSurfaceAcceleration: 2000,
    bridgeAcceleration: 10_000,
    otherAcceleration: 10_000,
    firstLayerAcceleration: 500,
    travelAcceleration: 10_000,
  },
};

const QUALITY = {
  layerHeightMm: 0.2,
  wallCount: 2,
  topLayers: 5,
  bottomLayers: 3,
  infillPercent: 15,
  infillPattern: "grid",
} as const;

const MACHINE: Figures = {
  source: `${ORCA}/machine/fdm_bbl_3dp_001_common.json`,
  values: {
    nozzleDiameterMm: 0.4,
    maxXMmPerSecond: 500,
    maxYMmPerSecond: 500,
    maxZMmPerSecond: 20,
    maxExtruderMmPerSecond: 30,
    maxXAcceleration: 20_000,
    maxYAcceleration: 20_000,
    maxZAcceleration: 500,
    maxExtruderAcceleration: 5000,
    maxPrintAcceleration: 20_000,
    maxRetractAcceleration: 5000,
    maxTravelAcceleration: 9000,
    jerkXMmPerSecond: 9,
    jerkYMmPerSecond: 9,
    jerkZMmPerSecond: 3,
    jerkExtruderMmPerSecond: 2.5,
    retractionMm: 0.8,
    retractionMmPerSecond: 30,
    deretractionMmPerSecond: 30,
    zHopMm: 0.4,
    minTravelBeforeRetractionMm: 1,
    bedXMm: 256,
    bedYMm: 256,
  },
};

const PLA_BASIC: Figures = {
  source: `${STUDIO}/filament, Bambu PLA Basic @base; fdm_filament_pla for cooling`,
  values: {
    filamentDiameterMm: 1.75,
    extrusionPercent: 98,
    maxFlowCubicMmPerSecond: 21,
    minLayerSeconds: 4,
    minPrintMmPerSecond: 20,
  },
};

export const BAMBU_LAB_PRESETS: readonly MachinePreset[] = [
  machinePreset({
    slug: "bambu-lab-x1-carbon",
    vendor: "Bambu Lab",
    name: "X1 Carbon",
    quality: QUALITY,
    figures: [
      STANDARD,
      MACHINE,
      PLA_BASIC,
      {
        source: `${ORCA}/machine, Bambu Lab X1 Carbon 0.4 nozzle: 124.3 mm pushed out by machine_start_gcode`,
        values: { primeGrams: gramsOfFilament(124.3) },
      },
    ],
  }),
];
