// The end of one file: a figure or a reason, and the faults of it that no file may cause.

import type { ModelFormat } from "../../../slicer-service/src/contract/model-formats.ts";
import type { ModelFailureCode } from "../../../slicer-service/src/contract/slices.ts";

export interface FileFigures {
  readonly volumeCubicMm: number;
  readonly sizeMm: { readonly x: number; readonly y: number; readonly z: number };
}

export interface FileEnd {
  /** The kind of end for the report: `figure`, a code of a reason, or one word for a table's outcome. */
  readonly label: string;
  readonly kind: "figure" | "reason";
  readonly figures?: FileFigures;
  /** The format that the upload recognised; absent if it refused the file. */
  readonly format?: ModelFormat;
  /** Empty if all is well. */
  readonly faults: readonly string[];
}

/**
 * Reasons that a model may end with. `slicer_failed` is none of them here: it stands for a crash that the engine cannot explain. Adding a
 * code does not compile until it is decided here.
 */
const ALLOWED_REASONS: Readonly<Record<ModelFailureCode, boolean>> = {
  empty_model: true,
  no_solid: true,
  parts_elsewhere: true,
  unreadable_model: true,
  invalid_coordinates: true,
  open_mesh: true,
  model_too_small: true,
  model_too_large: true,
  model_too_complex: true,
  nothing_to_print: true,
  slicer_failed: false,
};

export function isAllowedReason(code: string): boolean {
  return new Map(Object.entries(ALLOWED_REASONS)).get(code) === true;
}

const MAX_SENTENCE_CHARACTERS = 500;
/** Words of a program, which no sentence for a customer has. */
const WORDS_OF_PROGRAMS = /\bundefined\b|\bNaN\b|\bInfinity\b|\[object|Error\b|\bnull\b|\bat \/|\.ts:|e[+-]\d\d/;

/** The fault of a sentence for people; undefined if it is plain. */
export function faultOfSentence(sentence: string): string | undefined {
  if (!/^["«\p{Lu}\p{N}].{15,}\.$/su.test(sentence)) return `not a sentence: ${sentence}`;
  if (sentence.length > MAX_SENTENCE_CHARACTERS) return `a sentence of ${sentence.length} characters`;
  return WORDS_OF_PROGRAMS.test(sentence) ? `words of a program: ${sentence}` : undefined;
}

/** Faults of figures by themselves: each finite and positive, and the volume within the box. */
export function faultsOfFigures({ volumeCubicMm, sizeMm: { x, y, z } }: FileFigures, canExceedBox: boolean): string[] {
  const faults: string[] = [];
  for (const [name, value] of Object.entries({ volume: volumeCubicMm, x, y, z })) {
    if (!(Number.isFinite(value) && value > 0)) faults.push(`${name} is ${value}`);
  }
  const boxCubicMm = x * y * z;
  if (!canExceedBox && volumeCubicMm > boxCubicMm * 1.001)
    faults.push(`${volumeCubicMm} mm³ in a box of ${boxCubicMm} mm³`);
  return faults;
}
