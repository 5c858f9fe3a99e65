// Format of a machine preset: published figures, each with its source, and the quality they are published for.

import type { OwnParameters } from "../../../slicer-service/src/contract/process-parameters.ts";
import type { InfillPattern } from "../../../slicer-service/src/contract/profile.ts";
import { MACHINE_PARAMETERS, type MachineParameterName } from "../machine-parameters.ts";

type LineWidthInMm<Name> = Name extends `${infer Line}WidthPercent` ? `${Line}WidthMm` : never;

/** A machine parameter, or a number in the unit of its source: a line's width in mm, the priming as a length of filament. */
type PublishedName = MachineParameterName | LineWidthInMm<MachineParameterName> | "primeFilamentMm";

/** Figures of one source. Figures that it does not state are left out: a guess would be taken for the maker's number. */
export interface Figures {
  /** Repository or page, file, name of the profile in it and its version. */
  readonly source: string;
  readonly values: Readonly<Partial<Record<PublishedName, number>>>;
}

/** The source of the bridges' acceleration for profiles of OrcaSlicer that state none. */
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

/** A machine's figures as published. */
export interface PublishedMachine {
  /** Never changes: machine profiles keep it as their source. */
  readonly slug: string;
  readonly vendor: string;
  readonly name: string;
  readonly quality: SuggestedQuality;
  /** The later source holds if two state the same number. */
  readonly figures: readonly Figures[];
}

/** A machine as its maker publishes it, printing PLA in layers of 0.2 mm. */
export interface MachinePreset extends Omit<PublishedMachine, "figures"> {
  /** Parameters of both tables, FILAMENT_PARAMETERS and PRINT_PARAMETERS. */
  readonly parameters: OwnParameters;
  /** The source of each of the parameters, by the parameter's name. */
  readonly sources: Readonly<Record<string, string>>;
  /** Numbers that no source states: their defaults hold. */
  readonly unstated: readonly string[];
}

/** Joins the figures of all sources of a machine. */
export function machinePreset({ figures, ...machine }: PublishedMachine): MachinePreset {
  const stated = figures.flatMap(({ source, values }) =>
    Object.entries(values).map(([name, value]) => ({ ...machineParameter(name, value), source })),
  );
  const parameters = Object.fromEntries(stated.map(({ name, value }) => [name, value]));
  return {
    ...machine,
    parameters,
    sources: Object.fromEntries(stated.map(({ name, source }) => [name, source])),
    unstated: [...MACHINE_PARAMETERS.keys()].filter((name) => !Object.hasOwn(parameters, name)),
  };
}

const PRESET_NOZZLE_MM = 0.4;
const PLA_GRAMS_PER_CUBIC_MM = 1.24 / 1000;
const FILAMENT_SQUARE_MM = Math.PI * (1.75 / 2) ** 2;

/** Converts a published number to its parameter's unit: widths to percent of the nozzle, filament of 1.75 mm to grams of PLA. */
function machineParameter(name: string, value: number): { readonly name: string; readonly value: number } {
  if (name === "primeFilamentMm") {
    const grams = value * FILAMENT_SQUARE_MM * PLA_GRAMS_PER_CUBIC_MM;
    return { name: "primeGrams", value: Math.round(grams * 1000) / 1000 };
  }
  const line = /^(.*Width)Mm$/.exec(name)?.[1];
  if (line === undefined) return { name, value };
  return { name: `${line}Percent`, value: Math.round((value / PRESET_NOZZLE_MM) * 10_000) / 100 };
}
