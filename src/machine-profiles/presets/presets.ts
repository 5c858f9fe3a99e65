// The machines most studios have, as their makers publish them.

import { BAMBU_LAB_PRESETS } from "./bambu-lab.ts";
import { CREALITY_PRESETS } from "./creality.ts";
import { ELEGOO_PRESETS } from "./elegoo.ts";
import { OTHER_PRESETS } from "./other-vendors.ts";
import type { MachinePreset } from "./preset.ts";
import { PRUSA_PRESETS } from "./prusa.ts";

/** Every preset, by vendor and then as the vendor's machines came. */
export const PRESETS: readonly MachinePreset[] = [
  ...PRUSA_PRESETS,
  ...BAMBU_LAB_PRESETS,
  ...CREALITY_PRESETS,
  ...ELEGOO_PRESETS,
  ...OTHER_PRESETS,
];
