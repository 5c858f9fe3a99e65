// Machine parameters: every number of a machine profile, for slicing and for the start of a print.

import {
  FILAMENT_PARAMETERS,
  type FilamentGroup,
  MATERIAL_PARAMETER_NAMES,
  PRINT_PARAMETERS,
} from "../../slicer-service/src/contract/filament-parameters.ts";
import type { OwnParameters } from "../../slicer-service/src/contract/process-parameters.ts";

const TABLE = { ...FILAMENT_PARAMETERS, ...PRINT_PARAMETERS };

export type MachineParameterName = keyof typeof TABLE;

export interface MachineParameter {
  readonly group: FilamentGroup;
  readonly min: number;
  readonly max: number;
  readonly whole?: true;
  /** Empty for a count. */
  readonly unit: string;
  readonly meaning: string;
  readonly default: number;
  /** The source of the default; for an assumption, its reason. */
  readonly source: string;
  readonly isAssumption: boolean;
}

/** In the order of the tables, which is that of the groups. */
export const MACHINE_PARAMETERS: ReadonlyMap<string, MachineParameter> = new Map(
  Object.entries(TABLE).map(([name, { defaults, ...parameter }]): [string, MachineParameter] => {
    const { value, source, isAssumption } = defaults.fdm;
    return [name, { ...parameter, default: value, source, isAssumption }];
  }),
);

/** The parameters that a material may state for its plastic. */
export const MATERIAL_PARAMETERS: ReadonlyMap<string, MachineParameter> = new Map(
  [...MACHINE_PARAMETERS].filter(([name]) => MATERIAL_PARAMETER_NAMES.includes(name)),
);

/** The effective value: the profile's own, else the default. */
export function machineValue(own: OwnParameters | null | undefined, name: MachineParameterName): number {
  return own?.[name] ?? TABLE[name].defaults.fdm.value;
}
