// Material presets: published flow, cooling and extrusion of plastics, for a studio's materials to begin with.

import type { OwnParameters } from "../../../slicer-service/src/contract/process-parameters.ts";

/** A plastic's own limits. On a slower hotend the machine's flow holds. */
export interface MaterialPreset {
  readonly slug: string;
  readonly name: string;
  /** Only parameters that a material may state. */
  readonly parameters: OwnParameters;
  readonly source: string;
}

const PRUSA = "SoftFever/OrcaSlicer, resources/profiles/Prusa/filament";
const BAMBU = "bambulab/BambuStudio, resources/profiles/BBL/filament";

export const MATERIAL_PRESETS: readonly MaterialPreset[] = [
  {
    slug: "pla",
    name: "PLA",
    parameters: { maxFlowCubicMmPerSecond: 15, minLayerSeconds: 6, minPrintMmPerSecond: 20 },
    source: `${PRUSA}, Prusa Generic PLA @MK4S`,
  },
  {
    slug: "pla-high-flow",
    name: "PLA, high-flow hotend",
    parameters: {
      extrusionPercent: 98,
      maxFlowCubicMmPerSecond: 21,
      minLayerSeconds: 4,
      minPrintMmPerSecond: 20,
    },
    source: `${BAMBU}, Bambu PLA Basic @base; cooling from SoftFever/OrcaSlicer, resources/profiles/BBL/filament/fdm_filament_pla`,
  },
  {
    slug: "petg",
    name: "PETG",
    parameters: { maxFlowCubicMmPerSecond: 12, minLayerSeconds: 7, minPrintMmPerSecond: 15 },
    source: `${PRUSA}, Prusa Generic PETG @MK4S`,
  },
  {
    slug: "abs",
    name: "ABS",
    parameters: { maxFlowCubicMmPerSecond: 15, minLayerSeconds: 20, minPrintMmPerSecond: 15 },
    source: `${PRUSA}, Prusa Generic ABS @MK4S`,
  },
  {
    slug: "asa",
    name: "ASA",
    parameters: { maxFlowCubicMmPerSecond: 15, minLayerSeconds: 10, minPrintMmPerSecond: 15 },
    source: `${PRUSA}, Prusa Generic ASA @MK4S`,
  },
  {
    slug: "tpu",
    name: "TPU 95A",
    parameters: { extrusionPercent: 100, maxFlowCubicMmPerSecond: 3.2, minLayerSeconds: 8, minPrintMmPerSecond: 10 },
    source: `${BAMBU}, Generic TPU @base with fdm_filament_common`,
  },
  {
    slug: "flex",
    name: "Flexible, softer than 95A",
    parameters: { extrusionPercent: 115, maxFlowCubicMmPerSecond: 1.2, minLayerSeconds: 15, minPrintMmPerSecond: 15 },
    source: "PrusaSlicer 2.5.0, profiles/PrusaResearch.ini 1.5.1, Generic FLEX",
  },
  {
    slug: "pc",
    name: "PC",
    parameters: { extrusionPercent: 94, maxFlowCubicMmPerSecond: 16, minLayerSeconds: 2, minPrintMmPerSecond: 20 },
    source: `${BAMBU}, Generic PC @base with fdm_filament_pc`,
  },
  {
    slug: "pc-blend",
    name: "PC blend",
    parameters: { extrusionPercent: 100, maxFlowCubicMmPerSecond: 9, minLayerSeconds: 20, minPrintMmPerSecond: 15 },
    source: "prusa3d/PrusaSlicer-settings-prusa-fff, PrusaResearch/2.0.0.ini, Prusament PC Blend @MK4",
  },
  {
    slug: "pa-cf",
    name: "PA with carbon fibre",
    parameters: { maxFlowCubicMmPerSecond: 8, minLayerSeconds: 2, minPrintMmPerSecond: 20 },
    source: `${BAMBU}, Generic PA-CF @base with fdm_filament_pa`,
  },
];
