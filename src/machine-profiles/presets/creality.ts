// Presets of Creality's printers, from the profiles that slicers bring along for them.

import { type MachinePreset, machinePreset, ofNozzle } from "./preset.ts";

const PRUSASLICER = "PrusaSlicer 2.5.0, profiles/Creality.ini 0.2.1";

export const CREALITY_PRESETS: readonly MachinePreset[] = [
  machinePreset({
    slug: "creality-ender-3",
    vendor: "Creality",
    name: "Ender-3",
    quality: {
      layerHeightMm: 0.2,
      wallCount: 3,
      topLayers: 5,
      bottomLayers: 4,
      infillPercent: 15,
      infillPattern: "grid",
    },
    figures: [
      {
        source: `${PRUSASLICER}, 0.20 mm NORMAL (0.4 mm nozzle) @CREALITY`,
        values: {
          outerWallWidthPercent: ofNozzle(0.42),
          innerWallWidthPercent: ofNozzle(0.44),
          infillWidthPercent: ofNozzle(0.44),
          solidInfillWidthPercent: ofNozzle(0.44),
          topSurfaceWidthPercent: ofNozzle(0.4),
          supportWidthPercent: ofNozzle(0.36),
          firstLayerWidthPercent: ofNozzle(0.42),
          firstLayerHeightMm: 0.2,
          outerWallMmPerSecond: 25,
          innerWallMmPerSecond: 40,
          smallPerimeterMmPerSecond: 25,
          infillMmPerSecond: 50,
          solidInfillMmPerSecond: 40,
          topSurfaceMmPerSecond: 30,
          bridgeMmPerSecond: 25,
          gapFillMmPerSecond: 30,
          supportMmPerSecond: 40,
          firstLayerMmPerSecond: 20,
          firstLayerInfillMmPerSecond: 20,
          travelMmPerSecond: 150,
          // default_acceleration, where no acceleration of its own is stated.
          outerWallAcceleration: 500,
          innerWallAcceleration: 500,
          infillAcceleration: 500,
          solidInfillAcceleration: 500,
          topSurfaceAcceleration: 500,
          otherAcceleration: 500,
          firstLayerAcceleration: 500,
          travelAcceleration: 500,
          bridgeAcceleration: 250,
        },
      },
      {
        source: `${PRUSASLICER}, Creality Ender-3 (0.4 mm nozzle)`,
        values: {
          nozzleDiameterMm: 0.4,
          maxXMmPerSecond: 500,
          maxYMmPerSecond: 500,
          maxZMmPerSecond: 10,
          maxExtruderMmPerSecond: 60,
          maxXAcceleration: 500,
          maxYAcceleration: 500,
          maxZAcceleration: 100,
          maxExtruderAcceleration: 5000,
          maxPrintAcceleration: 500,
          maxRetractAcceleration: 1000,
          // Firmware of its age has one acceleration for printing and travelling.
          maxTravelAcceleration: 500,
          jerkXMmPerSecond: 8,
          jerkYMmPerSecond: 8,
          jerkZMmPerSecond: 0.4,
          jerkExtruderMmPerSecond: 5,
          retractionMm: 5,
          retractionMmPerSecond: 60,
          deretractionMmPerSecond: 40,
          zHopMm: 0,
          minTravelBeforeRetractionMm: 2,
          bedXMm: 225,
          bedYMm: 225,
        },
      },
      {
        source: `${PRUSASLICER}, Generic PLA @CREALITY`,
        values: {
          filamentDiameterMm: 1.75,
          extrusionPercent: 100,
          maxFlowCubicMmPerSecond: 15,
          minLayerSeconds: 20,
          minPrintMmPerSecond: 15,
        },
      },
    ],
  }),
];
