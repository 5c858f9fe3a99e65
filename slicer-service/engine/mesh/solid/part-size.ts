// Part size limits: a part too small or too large was probably drawn in another unit.
//
// A file without a unit is read in millimetres; the failure names the unit that would make a plausible part of it.

import { MAX_LONGEST_SIDE_MM, MIN_LONGEST_SIDE_MM } from "../../../src/contract/part-limits.ts";
import { ModelFailure } from "../../model-failure.ts";
import type { Vector } from "../vector.ts";

/** A unit is not suggested if it would make a side thinner than this. */
const MIN_PLAUSIBLE_SIDE_MM = 1;
/** Lengths that a sentence names: a kilometre and a micrometre. */
const MAX_WRITTEN_MM = 1_000_000;
const MIN_WRITTEN_MM = 0.001;

/** Another unit of a drawing, or a mistake on export with the same effect. */
interface OtherUnit {
  /** Its words in the failure's message: "Drawn in inches it would be …". */
  readonly drawnIn: string;
  readonly millimetres: number;
}

const LARGER_UNITS: readonly OtherUnit[] = [
  { drawnIn: "drawn in inches", millimetres: 25.4 },
  { drawnIn: "drawn in metres", millimetres: 1000 },
];

const SMALLER_UNITS: readonly OtherUnit[] = [
  { drawnIn: "drawn in micrometres", millimetres: 1 / 1000 },
  { drawnIn: "with millimetres taken for inches on the way", millimetres: 1 / 25.4 },
];

/**
 * Refuses a part whose size in millimetres is implausible.
 *
 * @param isInMillimetres the file states its unit, so that a tiny size is meant
 *
 * @throws ModelFailure `model_too_small` or `model_too_large`
 */
export function refuseImplausibleSize(size: Vector, isInMillimetres = false): void {
  const longest = Math.max(...size);
  if (longest <= MIN_LONGEST_SIDE_MM && !isInMillimetres) {
    throw new ModelFailure("model_too_small", `The model measures only ${inMm(size)}. ${advice(size, LARGER_UNITS)}`);
  }
  if (longest > MAX_LONGEST_SIDE_MM) {
    throw new ModelFailure(
      "model_too_large",
      `The model measures ${inMm(size)}; the longest side may be ${MAX_LONGEST_SIDE_MM} mm. ${advice(size, SMALLER_UNITS)} Several parts far from each other should be sent one by one.`,
    );
  }
}

function advice(size: Vector, units: readonly OtherUnit[]): string {
  const suggestions = units.flatMap(({ drawnIn, millimetres }) => {
    const scaled = size.map((side) => side * millimetres);
    const [shortest, longest] = [Math.min(...scaled), Math.max(...scaled)];
    const plausible =
      shortest >= MIN_PLAUSIBLE_SIDE_MM && longest > MIN_LONGEST_SIDE_MM && longest <= MAX_LONGEST_SIDE_MM;
    return plausible ? [`${drawnIn} it would be ${inMm(scaled)}`] : [];
  });
  if (suggestions.length === 0) return "Please check the unit it was drawn in.";
  const sentence = suggestions.join(", ");
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}: if that is meant, please export it in millimetres.`;
}

function inMm(size: readonly number[]): string {
  return `${size.map(inDigits).join(" × ")} mm`;
}

/** A length in plain digits: a longer or shorter one would be written with an exponent. */
function inDigits(side: number): string {
  if (side > MAX_WRITTEN_MM) return `over ${MAX_WRITTEN_MM}`;
  if (side > 0 && side < MIN_WRITTEN_MM) return `under ${MIN_WRITTEN_MM}`;
  return String(side < 100 ? Number(side.toPrecision(3)) : Number(side.toFixed(1)));
}
