// What a preset of a machine is: published figures, each with its source, and the quality they are published for.

import type { OwnParameters } from "../../../slicer-service/src/contract/process-parameters.ts";
import type { InfillPattern } from "../../../slicer-service/src/contract/profile.ts";
import { MACHINE_PARAMETERS, type MachineParameterName } from "../machine-parameters.ts";

/** Figures that one source states. What it does not state is left out: nothing is guessed. */
export interface Figures {
  /** Repository or page, file, name of the profile in it and its version. */
  readonly source: string;
  readonly values: Readonly<Partial<Record<MachineParameterName, number>>>;
}

/** The source of the bridges' acceleration where a profile of OrcaSlicer states none. */
export const BRIDGE_ACCELERATION =
  "SoftFever/OrcaSlicer, src/libslic3r/PrintConfig.cpp, default of bridge_acceleration: half of the outer walls'";

/** The source of numbers that the profiles of printer, print and filament leave out. */
export const PRUSASLICER_DEFAULTS =
  "PrusaSlicer 2.9.2, src/libslic3r/PrintConfig.cpp and GCode.cpp: what holds where a profile states nothing";

/** The quality that the figures are published for, for a studio to begin with. */
export interface SuggestedQuality {
  readonly layerHeightMm: number;
  readonly wallCount: number;
  readonly topLayers: number;
  readonly bottomLayers: number;
  readonly infillPercent: number;
  readonly infillPattern: InfillPattern;
}

interface PublishedMachine {
  /** Stays the same for good: a profile keeps it to say what it was made from. */
  readonly slug: string;
  readonly vendor: string;
  readonly name: string;
  readonly quality: SuggestedQuality;
  readonly figures: readonly Figures[];
}

/** A machine as its maker publishes it, printing PLA in layers of 0.2 mm. */
export interface MachinePreset extends Omit<PublishedMachine, "figures"> {
  /** Of both tables, FILAMENT_PARAMETERS and PRINT_PARAMETERS. */
  readonly parameters: OwnParameters;
  /** The source of each of the parameters, by the parameter's name. */
  readonly sources: Readonly<Record<string, string>>;
  /** The names of the other numbers: none of the sources states them, and their defaults hold. */
  readonly unstated: readonly string[];
}

/** Joins a machine's figures; where two sources state a number, the later holds. */
export function machinePreset({ figures, ...machine }: PublishedMachine): MachinePreset {
  const parameters: OwnParameters = Object.assign({}, ...figures.map(({ values }) => values));
  return {
    ...machine,
    parameters,
    sources: Object.fromEntries(
      figures.flatMap(({ source, values }) => Object.keys(values).map((name) => [name, source])),
    ),
    unstated: [...MACHINE_PARAMETERS.keys()].filter((name) => !Object.hasOwn(parameters, name)),
  };
}

const PLA_GRAMS_PER_CUBIC_MM = 1.24 / 1000;
const FILAMENT_SQUARE_MM = Math.PI * (1.75 / 2) ** 2;

/** What a length of filament of 1.75 mm weighs as PLA, in grams to three decimals. Start G-code states its priming in length. */
export function gramsOfFilament(millimetres: number): number {
  return Math.round(millimetres * FILAMENT_SQUARE_MM * PLA_GRAMS_PER_CUBIC_MM * 1000) / 1000;
}

/** Widths of lines as slicers state them, in mm, as the table has them: in percent of a nozzle of 0.4 mm. */
export function ofNozzle(widthMm: number): number {
  return Math.round((widthMm / 0.4) * 10_000) / 100;
}
