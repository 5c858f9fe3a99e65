// The machines most studios have, as their makers publish them.

import { BAMBU_LAB_MACHINES } from "./bambu-lab.ts";
import { CREALITY_MACHINES } from "./creality.ts";
import { ELEGOO_MACHINES } from "./elegoo.ts";
import { OTHER_MACHINES } from "./other-vendors.ts";
import { type MachinePreset, machinePreset } from "./preset.ts";
import { PRUSA_MACHINES } from "./prusa.ts";

/** Every preset, by vendor and then by age of the machine. */
export const PRESETS: readonly MachinePreset[] = [
  ...PRUSA_MACHINES,
  ...BAMBU_LAB_MACHINES,
  ...CREALITY_MACHINES,
  ...ELEGOO_MACHINES,
  ...OTHER_MACHINES,
].map(machinePreset);
