// Result of an import of a slicer's settings: a machine, a quality, a material, and the report of every option.

import type { OwnParameters } from "../../../slicer-service/src/contract/process-parameters.ts";
import type { InfillPattern } from "../../../slicer-service/src/contract/profile.ts";
import type { Sentence } from "../../domain/sentence.ts";

/** A file as the studio gave it. */
export interface ImportedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The slicer whose names and rules the settings follow. */
export type SlicerDialect = "prusaslicer" | "orcaslicer" | "bambu";

/** The presets to import, by name. For an unstated one the file's own choice holds, if it has one. */
export interface ImportChoice {
  readonly printer?: string | undefined;
  readonly print?: string | undefined;
  readonly filament?: string | undefined;
}

/** The names of presets to choose from: all printers of the files, and the prints and filaments that fit the chosen one. */
export interface OfferedPresets {
  readonly printers: readonly string[];
  readonly prints: readonly string[];
  readonly filaments: readonly string[];
}

/** A printer's numbers: names of FILAMENT_PARAMETERS and PRINT_PARAMETERS, within their bounds; also those that equal a default. */
export interface ImportedMachine {
  readonly name: string;
  readonly parameters: OwnParameters;
  /** The source of the numbers: slicer, preset and file. */
  readonly source: string;
}

/** Null if the files do not state the value. */
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

/** An option with the same meaning here as in the slicer. */
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
  /** Missing parents: presets in none of the files. Their values are unknown. */
  readonly lacking: readonly string[];
  /** The number of further options without effect on time and material: colours, notes, temperatures. */
  readonly irrelevant: number;
}

/** Outcome of an import. Only `read` has something to store. */
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
  /** Several presets, and neither the choice nor the files select one. Prints and filaments are offered after the printer. */
  | ({ readonly outcome: "choose" } & OfferedPresets)
  | { readonly outcome: "unreadable"; readonly fault: Sentence };
