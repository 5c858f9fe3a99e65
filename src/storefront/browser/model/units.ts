// Units of drawn models: STL, OBJ and PLY hold numbers without a unit.

import type { ModelFormat } from "../../../../slicer-service/src/contract/model-formats.ts";

/** Each unit's length in millimetres. */
export const UNITS = { mm: 1, inch: 25.4, cm: 10, m: 1000 } as const;
export type Unit = keyof typeof UNITS;
/** In the order of the page: the usual unit first. */
export const UNIT_NAMES = ["mm", "inch", "cm", "m"] as const satisfies readonly Unit[];

export interface Size {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** 3MF and STEP files name their unit themselves. */
export function isUnitless(format: ModelFormat): boolean {
  return format !== "3mf" && format !== "step";
}

export function scaled({ x, y, z }: Size, unit: Unit): Size {
  const factor = UNITS[unit];
  return { x: x * factor, y: y * factor, z: z * factor };
}

/** Inches before metres: the more common mistake. No CAD program exports centimetres by default. */
const SUSPECTED = ["inch", "m"] as const satisfies readonly Unit[];
export type SuspectedUnit = (typeof SUSPECTED)[number];

/** A usual part's longest side, in millimetres: a smaller part was probably drawn in another unit. */
const USUAL = { min: 10, max: 1000 };

/** The likely unit if the size in millimetres is implausible; undefined for a plausible size. */
export function suspectedUnit(drawn: Size): SuspectedUnit | undefined {
  const longest = Math.max(drawn.x, drawn.y, drawn.z);
  if (!(longest > 0) || longest >= USUAL.min) return undefined;
  return SUSPECTED.find((unit) => longest * UNITS[unit] >= USUAL.min && longest * UNITS[unit] < USUAL.max);
}
