// What an import finds in a slicer's settings: a machine, a quality, a material, and the report of every option.

import type { OwnParameters } from "../../../slicer-service/src/contract/process-parameters.ts";
import type { InfillPattern } from "../../../slicer-service/src/contract/profile.ts";
import type { Sentence } from "../../domain/sentence.ts";

/** A file as the studio gave it. */
export interface ImportedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Whose names and rules the settings follow. */
export type SlicerDialect = "prusaslicer" | "orcaslicer" | "bambu";

/** Which of several presets to import, by name. What is not stated is the file's own choice, where it has one. */
export interface ImportChoice {
  readonly printer?: string | undefined;
  readonly print?: string | undefined;
  readonly filament?: string | undefined;
}

/** The names of all presets in the files, to choose from. */
export interface OfferedPresets {
  readonly printers: readonly string[];
  readonly prints: readonly string[];
  readonly filaments: readonly string[];
}

/** A printer's numbers: names of FILAMENT_PARAMETERS and PRINT_PARAMETERS, within their bounds; also those that equal a default. */
export interface ImportedMachine {
  readonly name: string;
  readonly parameters: OwnParameters;
  /** Where the numbers are from: slicer, preset and file. */
  readonly source: string;
}

/** Null: the files do not say. */
export interface ImportedQuality {
  readonly name: string;
  readonly layerHeightMm: number | null;
  readonly nozzleDiameterMm: number | null;
  readonly wallCount: number | null;
  readonly infillPercent: number | null;
  readonly infillPattern: InfillPattern | null;
  readonly topLayers: number | null;
  readonly bottomLayers: number | null;
  readonly supports: boolean | null;
}

export interface ImportedMaterial {
  readonly name: string;
  readonly densityGramsPerCubicCm: number | null;
  /** Only names of MATERIAL_PARAMETER_NAMES, within their bounds. */
  readonly parameters: OwnParameters;
}

/** An option that means here what it means in the slicer. */
export interface TakenSetting {
  readonly option: string;
  /** As it is written in the file. */
  readonly value: string;
  /** A parameter's name, or a quality's or material's value. */
  readonly becomes: string;
  readonly as: number | string;
}

/** An option that had to be computed, or brought within bounds. */
export interface ChangedSetting extends TakenSetting {
  readonly why: Sentence;
}

/** An option that changes time or material and is not imported. */
export interface LeftSetting {
  readonly option: string;
  /** As it is written in the file; "…" for commands, which are never shown. */
  readonly value: string;
  readonly effect: Sentence;
}

export interface ImportReport {
  readonly taken: readonly TakenSetting[];
  readonly changed: readonly ChangedSetting[];
  readonly left: readonly LeftSetting[];
  /** Presets that others inherit from, and that are in none of the files. What they state is not known. */
  readonly lacking: readonly string[];
  /** How many further options were read that change neither time nor material: colours, notes, temperatures. */
  readonly irrelevant: number;
}

/** What an import found. Each outcome but `read` has nothing to store. */
export type SlicerSettingsRead =
  | {
      readonly outcome: "read";
      readonly dialect: SlicerDialect;
      readonly machine: ImportedMachine;
      readonly quality: ImportedQuality;
      readonly material: ImportedMaterial | null;
      readonly report: ImportReport;
      readonly offered: OfferedPresets;
    }
  /** Several presets, and neither the choice nor the files say which. */
  | ({ readonly outcome: "choose" } & OfferedPresets)
  | { readonly outcome: "unreadable"; readonly fault: Sentence };
