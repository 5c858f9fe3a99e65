// Presets of Elegoo's printers, from its profiles for OrcaSlicer.

import { BRIDGE_ACCELERATION, type Figures, type PublishedMachine } from "./preset.ts";

const ORCA = "SoftFever/OrcaSlicer, resources/profiles/Elegoo";

/** The process 0.20mm Standard with its parents; the Neptunes' has the same parent, fdm_process_elegoo_04020. */
const STANDARD: Figures = {
  source: `${ORCA}/process/ECC, fdm_process_ecc_04020 with fdm_process_ecc and fdm_process_ecc_common`,
  // Features without an acceleration have default_acceleration; no wall counts as small, OrcaSlicer's default.
  values: {
    outerWallWidthMm: 0.42,
    innerWallWidthMm: 0.45,
    infillWidthMm: 0.45,
    solidInfillWidthMm: 0.42,
    topSurfaceWidthMm: 0.42,
    supportWidthMm: 0.42,
    firstLayerWidthMm: 0.5,
    firstLayerHeightMm: 0.2,
    elephantFootMm: 0.1,
    oneWallOnTop: 1,
    bridgingWalls: 1,
    overhang25MmPerSecond: 160,
    overhang50MmPerSecond: 50,
    overhang75MmPerSecond: 30,
    overhang100MmPerSecond: 10,
    topMinThicknessMm: 1,
    bottomMinThicknessMm: 0.8,
    skinPattern: 2,
    infillOverlapPercent: 15,
    infillAnchorMm: 1.8,
    infillAnchorMaxMm: 40,
    solidInfillBelowSquareMm: 15,
    bridgeFlowPercent: 100,
    outerWallMmPerSecond: 160,
    innerWallMmPerSecond: 200,
    smallPerimeterMmPerSecond: 160,
    infillMmPerSecond: 200,
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
    otherAcceleration: 10_000,
    firstLayerAcceleration: 500,
    travelAcceleration: 10_000,
    retractInsidePart: 0,
    avoidCrossingWalls: 0,
    supportAngleDegrees: 60,
    supportGapMm: 0.2,
    supportInterfaceLayers: 2,
    supportBottomInterfaceLayers: 2,
    supportInterfaceSpacingMm: 0.5,
    supportInterfaceMmPerSecond: 80,
  },
};

const BRIDGES_OF_STANDARD: Figures = {
  source: BRIDGE_ACCELERATION,
  values: {
    bridgeAcceleration: 2500,
  },
};

const PLA: Figures = {
  source: `${ORCA}/filament, Elegoo PLA @base with fdm_filament_pla`,
  values: {
    filamentDiameterMm: 1.75,
    maxFlowCubicMmPerSecond: 16,
    minLayerSeconds: 8,
    minPrintMmPerSecond: 20,
  },
};

export const ELEGOO_MACHINES: readonly PublishedMachine[] = [
  {
    slug: "elegoo-centauri-carbon",
    vendor: "Elegoo",
    name: "Centauri Carbon",
    quality: {
      layerHeightMm: 0.2,
      wallCount: 2,
      topLayers: 5,
      bottomLayers: 4,
      infillPercent: 15,
      infillPattern: "cubic",
    },
    figures: [
      STANDARD,
      BRIDGES_OF_STANDARD,
      PLA,
      {
        source: `${ORCA}/machine/ECC, Elegoo Centauri Carbon 0.4 nozzle with fdm_machine_ecc`,
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
          maxTravelAcceleration: 20_000,
          jerkXMmPerSecond: 9,
          jerkYMmPerSecond: 9,
          jerkZMmPerSecond: 3,
          jerkExtruderMmPerSecond: 2.5,
          retractionMm: 0.8,
          retractionMmPerSecond: 30,
          deretractionMmPerSecond: 30,
          zHopMm: 0.4,
          retractAtLayerChange: 1,
          wipeOnRetraction: 1,
          retractBeforeWipePercent: 0,
          minTravelBeforeRetractionMm: 0.8,
          bedXMm: 257,
          bedYMm: 257,
        },
      },
      {
        source: `${ORCA}/machine/ECC, Elegoo Centauri Carbon 0.4 nozzle: 42.4 mm pushed out by machine_start_gcode`,
        values: {
          primeFilamentMm: 42.4,
        },
      },
    ],
  },
  {
    slug: "elegoo-neptune-4-pro",
    vendor: "Elegoo",
    name: "Neptune 4 Pro",
    quality: {
      layerHeightMm: 0.2,
      wallCount: 2,
      topLayers: 5,
      bottomLayers: 4,
      infillPercent: 15,
      infillPattern: "cubic",
    },
    figures: [
      STANDARD,
      BRIDGES_OF_STANDARD,
      PLA,
      {
        source: `OrcaSlicer/OrcaSlicer, resources/profiles/Elegoo/process/EN4SERIES, 0.20mm Standard @Elegoo N4Pro 0.4 nozzle`,
        values: {
          outerWallAcceleration: 5000,
          innerWallAcceleration: 6000,
          infillAcceleration: 6000,
          solidInfillAcceleration: 6000,
          topSurfaceAcceleration: 2000,
          otherAcceleration: 6000,
          travelAcceleration: 6000,
        },
      },
      {
        source: `${ORCA}/machine/EN4SERIES, Elegoo Neptune 4 0.4 nozzle, which the Pro is made from`,
        values: {
          nozzleDiameterMm: 0.4,
          maxXMmPerSecond: 500,
          maxYMmPerSecond: 500,
          maxZMmPerSecond: 20,
          maxExtruderMmPerSecond: 60,
          maxXAcceleration: 10_000,
          maxYAcceleration: 10_000,
          maxZAcceleration: 300,
          maxExtruderAcceleration: 5000,
          maxPrintAcceleration: 10_000,
          maxRetractAcceleration: 10_000,
          maxTravelAcceleration: 10_000,
          retractionMm: 0.8,
          retractionMmPerSecond: 60,
          retractBeforeWipePercent: 0,
          minTravelBeforeRetractionMm: 0.8,
        },
      },
      {
        source: `${ORCA}/machine/fdm_elegoo_3dp_001_common.json`,
        values: {
          jerkXMmPerSecond: 9,
          jerkYMmPerSecond: 9,
          jerkZMmPerSecond: 3,
          jerkExtruderMmPerSecond: 2.5,
          deretractionMmPerSecond: 30,
          zHopMm: 0.4,
        },
      },
      {
        source: `${ORCA}/machine/EN4SERIES, Elegoo Neptune 4 Pro 0.4 nozzle`,
        values: {
          bedXMm: 230,
          bedYMm: 230,
        },
      },
      {
        source: `${ORCA}/machine/EN4SERIES, Elegoo Neptune 4 0.4 nozzle: 30 mm purged by machine_start_gcode`,
        values: {
          primeFilamentMm: 30,
        },
      },
    ],
  },
];
