// Presets of Bambu Lab's printers, from its profiles for Bambu Studio and OrcaSlicer.

import type { Figures, PublishedMachine } from "./preset.ts";

const STUDIO = "bambulab/BambuStudio, resources/profiles/BBL";
const ORCA = "SoftFever/OrcaSlicer, resources/profiles/BBL";

/** The process 0.20mm Standard with its parents, shared by every printer with one nozzle. */
const STANDARD: Figures = {
  source: `${STUDIO}/process, fdm_process_single_0.20 with fdm_process_single_common and fdm_process_common`,
  // small_perimeter_threshold is 0: no wall counts as small. Features without an acceleration have default_acceleration.
  values: {
    wallGenerator: 1,
    thinWalls: 0,
    seamPosition: 1,
    outerWallWidthMm: 0.42,
    innerWallWidthMm: 0.45,
    infillWidthMm: 0.45,
    solidInfillWidthMm: 0.42,
    topSurfaceWidthMm: 0.42,
    supportWidthMm: 0.42,
    firstLayerWidthMm: 0.5,
    firstLayerHeightMm: 0.2,
    elephantFootMm: 0.15,
    oneWallOnTop: 1,
    bridgingWalls: 1,
    overhang25MmPerSecond: 200,
    overhang50MmPerSecond: 50,
    overhang75MmPerSecond: 30,
    overhang100MmPerSecond: 10,
    topMinThicknessMm: 1,
    bottomMinThicknessMm: 0,
    skinPattern: 2,
    infillOverlapPercent: 15,
    solidInfillBelowSquareMm: 15,
    bridgeFlowPercent: 100,
    outerWallMmPerSecond: 200,
    innerWallMmPerSecond: 300,
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

/** The parent of every machine with one nozzle, and of those of vendors who began with it. */
export const BAMBU_LAB_COMMON: Figures = {
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
    retractAtLayerChange: 1,
    wipeOnRetraction: 1,
    retractBeforeWipePercent: 0,
    minTravelBeforeRetractionMm: 1,
  },
};

const MACHINE: Figures = {
  ...BAMBU_LAB_COMMON,
  values: { ...BAMBU_LAB_COMMON.values, bedXMm: 256, bedYMm: 256 },
};

const PLA_BASIC: Figures = {
  source: `${STUDIO}/filament, Bambu PLA Basic @base; cooling from fdm_filament_pla in ${ORCA}/filament`,
  values: {
    filamentDiameterMm: 1.75,
    extrusionPercent: 98,
    maxFlowCubicMmPerSecond: 21,
    minLayerSeconds: 4,
    minPrintMmPerSecond: 20,
  },
};

export const BAMBU_LAB_MACHINES: readonly PublishedMachine[] = [
  {
    slug: "bambu-lab-a1-mini",
    vendor: "Bambu Lab",
    name: "A1 mini",
    quality: {
      layerHeightMm: 0.2,
      wallCount: 2,
      topLayers: 5,
      bottomLayers: 3,
      infillPercent: 15,
      infillPattern: "grid",
    },
    figures: [
      STANDARD,
      MACHINE,
      PLA_BASIC,
      {
        source: `${ORCA}/process, 0.20mm Standard @BBL A1M`,
        values: {
          travelMmPerSecond: 700,
          innerWallAcceleration: 6000,
          infillAcceleration: 6000,
          solidInfillAcceleration: 6000,
          bridgeAcceleration: 6000,
          otherAcceleration: 6000,
        },
      },
      {
        source: `${STUDIO}/machine, Bambu Lab A1 mini 0.4 nozzle`,
        values: {
          maxZMmPerSecond: 30,
          maxZAcceleration: 1500,
          jerkZMmPerSecond: 5,
          jerkExtruderMmPerSecond: 3,
          bedXMm: 180,
          bedYMm: 180,
        },
      },
      {
        source: `${STUDIO}/machine, Bambu Lab A1 mini 0.4 nozzle: 118 mm pushed out by machine_start_gcode`,
        values: {
          primeFilamentMm: 118,
        },
      },
    ],
  },
  {
    slug: "bambu-lab-a1",
    vendor: "Bambu Lab",
    name: "A1",
    quality: {
      layerHeightMm: 0.2,
      wallCount: 2,
      topLayers: 5,
      bottomLayers: 3,
      infillPercent: 15,
      infillPattern: "grid",
    },
    figures: [
      STANDARD,
      MACHINE,
      PLA_BASIC,
      {
        source: `${STUDIO}/process, 0.20mm Standard @BBL A1`,
        values: {
          elephantFootMm: 0.075,
          travelMmPerSecond: 700,
          innerWallAcceleration: 6000,
          infillAcceleration: 6000,
          solidInfillAcceleration: 6000,
          bridgeAcceleration: 6000,
          otherAcceleration: 6000,
        },
      },
      {
        source: `${ORCA}/machine, Bambu Lab A1 0.4 nozzle`,
        values: {
          maxZMmPerSecond: 30,
          maxXAcceleration: 12_000,
          maxYAcceleration: 12_000,
          maxZAcceleration: 1500,
          maxPrintAcceleration: 12_000,
          jerkExtruderMmPerSecond: 3,
        },
      },
      {
        source: `${ORCA}/machine, Bambu Lab A1 0.4 nozzle: 128 mm pushed out by machine_start_gcode`,
        values: {
          primeFilamentMm: 128,
        },
      },
      {
        source: `${STUDIO}/filament, Bambu PLA Basic @BBL A1`,
        values: {
          minLayerSeconds: 6,
        },
      },
    ],
  },
  {
    slug: "bambu-lab-p1s",
    vendor: "Bambu Lab",
    name: "P1S",
    quality: {
      layerHeightMm: 0.2,
      wallCount: 2,
      topLayers: 5,
      bottomLayers: 3,
      infillPercent: 15,
      infillPattern: "grid",
    },
    figures: [
      STANDARD,
      MACHINE,
      PLA_BASIC,
      {
        source: `${ORCA}/machine, Bambu Lab P1S 0.4 nozzle: 138.6 mm pushed out by machine_start_gcode`,
        values: {
          primeFilamentMm: 138.6,
        },
      },
    ],
  },
  {
    slug: "bambu-lab-x1-carbon",
    vendor: "Bambu Lab",
    name: "X1 Carbon",
    quality: {
      layerHeightMm: 0.2,
      wallCount: 2,
      topLayers: 5,
      bottomLayers: 3,
      infillPercent: 15,
      infillPattern: "grid",
    },
    figures: [
      STANDARD,
      MACHINE,
      PLA_BASIC,
      {
        source: `${ORCA}/machine, Bambu Lab X1 Carbon 0.4 nozzle: 124.3 mm pushed out by machine_start_gcode`,
        values: {
          primeFilamentMm: 124.3,
        },
      },
    ],
  },
  {
    slug: "bambu-lab-h2d",
    vendor: "Bambu Lab",
    name: "H2D (standard nozzles)",
    quality: {
      layerHeightMm: 0.2,
      wallCount: 2,
      topLayers: 5,
      bottomLayers: 3,
      infillPercent: 15,
      infillPattern: "grid",
    },
    figures: [
      STANDARD,
      MACHINE,
      PLA_BASIC,
      {
        source: `${STUDIO}/process, 0.20mm Standard @BBL H2D, Direct Drive Standard`,
        values: {
          outerWallMmPerSecond: 200,
          innerWallMmPerSecond: 300,
          smallPerimeterMmPerSecond: 200,
          infillMmPerSecond: 350,
          solidInfillMmPerSecond: 250,
          topSurfaceMmPerSecond: 200,
          bridgeMmPerSecond: 50,
          gapFillMmPerSecond: 250,
          supportMmPerSecond: 150,
          firstLayerMmPerSecond: 50,
          firstLayerInfillMmPerSecond: 105,
          travelMmPerSecond: 1000,
          outerWallAcceleration: 5000,
          innerWallAcceleration: 8000,
          infillAcceleration: 8000,
          solidInfillAcceleration: 8000,
          topSurfaceAcceleration: 2000,
          bridgeAcceleration: 8000,
          otherAcceleration: 8000,
          firstLayerAcceleration: 500,
          travelAcceleration: 10_000,
        },
      },
      {
        source: `${ORCA}/machine, Bambu Lab H2D 0.4 nozzle with fdm_bbl_3dp_002_common`,
        values: {
          nozzleDiameterMm: 0.4,
          maxXMmPerSecond: 1000,
          maxYMmPerSecond: 1000,
          maxZMmPerSecond: 30,
          maxExtruderMmPerSecond: 50,
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
          bedXMm: 350,
          bedYMm: 320,
        },
      },
      {
        source: `${ORCA}/machine, Bambu Lab H2D 0.4 nozzle: 45 mm pushed out by machine_start_gcode`,
        values: {
          primeFilamentMm: 45,
        },
      },
      {
        source: `${STUDIO}/filament, Bambu PLA Basic @BBL H2D, Direct Drive Standard`,
        values: {
          extrusionPercent: 98,
          maxFlowCubicMmPerSecond: 24,
        },
      },
    ],
  },
];
