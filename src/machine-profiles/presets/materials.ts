// What plastics allow, as published: their flow, cooling and extrusion, for a studio's materials to begin with.

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

export const MATERIAL_PRESETS: readonly MaterialPreset[] = [
  {
    slug: "pla",
    name: "PLA",
    parameters: { maxFlowCubicMmPerSecond: 15, minLayerSeconds: 6, minPrintMmPerSecond: 20 },
    source: `${PRUSA}, Prusa Generic PLA @MK4S`,
  },
];
