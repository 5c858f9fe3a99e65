// Machine profile record, and the correction of estimates that its owner accepted.

import { type EstimateCorrection, isUncorrected, UNCORRECTED } from "../pricing/price.ts";
import type { machineProfiles } from "./schema.ts";

export type MachineProfile = typeof machineProfiles.$inferSelect;

/** A machine profile's correction. The default machine, without a profile, has none. */
export function correctionOf(machine: MachineProfile | undefined): EstimateCorrection {
  if (machine === undefined) return UNCORRECTED;
  const { timeCorrectionBasisPoints: timeBasisPoints, materialCorrectionBasisPoints: materialBasisPoints } = machine;
  return { timeBasisPoints, materialBasisPoints };
}

/** Whether prices differ from the sliced figures. */
export function isCorrected(machine: MachineProfile): boolean {
  return !isUncorrected(correctionOf(machine));
}

/** Whether the machine's correction was measured with other parameters. It holds until the owner accepts or removes it. */
export function isCorrectionOutdated(machine: MachineProfile): boolean {
  return isCorrected(machine) && (machine.parametersChangedAt ?? 0) > (machine.correctedAt ?? 0);
}
