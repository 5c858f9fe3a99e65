// Units in which a model may have been drawn: STL, OBJ and PLY hold numbers without one.

import type { ModelFormat } from "../../../../slicer-service/src/contract/model-formats.ts";

/** Millimetres of each. */
export const UNITS = { mm: 1, inch: 25.4, cm: 10, m: 1000 } as const;
export type Unit = keyof typeof UNITS;
/** In the order of the choice: the usual one first. */
export const UNIT_NAMES = ["mm", "inch", "cm", "m"] as const satisfies readonly Unit[];

export interface Size {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A 3MF file names its unit itself. */
export function isUnitless(format: ModelFormat): boolean {
  return format !== "3mf";
}

export function scaled({ x, y, z }: Size, unit: Unit): Size {
  const factor = UNITS[unit];
  return { x: x * factor, y: y * factor, z: z * factor };
}

/** Inches before metres: they are the common mistake. Centimetres are never exported unasked. */
const SUSPECTED = ["inch", "m"] as const satisfies readonly Unit[];
export type SuspectedUnit = (typeof SUSPECTED)[number];

/** Millimetres of the longest side of usual parts: a smaller part was mostly drawn in another unit. */
const USUAL = { min: 10, max: 1000 };

/** The likely unit of a drawing whose size in millimetres is implausible; undefined for a plausible one. */
export function suspectedUnit(drawn: Size): SuspectedUnit | undefined {
  const longest = Math.max(drawn.x, drawn.y, drawn.z);
  if (!(longest > 0) || longest >= USUAL.min) return undefined;
  return SUSPECTED.find((unit) => longest * UNITS[unit] >= USUAL.min && longest * UNITS[unit] < USUAL.max);
}
