// A file without a unit is read in millimetres. One that then has the size of a grain of sand, or of a house, was drawn
// in another unit: it is refused, and the customer told which unit would make a part of it.

import { ModelFailure } from "../../model-failure.ts";

/**
 * Millimetres that the longest side must exceed. Exactly 5 is refused too: a round 5 is far more often five inches than
 * a part of 5 mm, and to ask costs a message where to guess costs the studio nearly all of the price.
 */
export const SMALLEST_PART_MM = 5;
/** The largest build volume there is; the longest side may be as long. */
export const LARGEST_PART_MM = 1000;

/** Millimetres; a "part" with a thinner side is no argument for a unit. */
const THINNEST_PLAUSIBLE_MM = 1;

interface OtherUnit {
  readonly drawnIn: string;
  readonly millimetres: number;
}

/** Units that drawings are made in; a number of them is far smaller than it is in millimetres. */
const LARGER_UNITS: readonly OtherUnit[] = [
  { drawnIn: "drawn in inches", millimetres: 25.4 },
  { drawnIn: "drawn in metres", millimetres: 1000 },
];

const SMALLER_UNITS: readonly OtherUnit[] = [
  { drawnIn: "drawn in micrometres", millimetres: 1 / 1000 },
  { drawnIn: "with millimetres taken for inches on the way", millimetres: 1 / 25.4 },
];

/** Refuses a part that cannot have been meant to be of this size in millimetres. */
export function refuseSize(size: readonly number[]): void {
  const longest = Math.max(...size);
  if (longest <= SMALLEST_PART_MM) {
    throw new ModelFailure("model_too_small", `The model measures only ${inMm(size)}. ${advice(size, LARGER_UNITS)}`);
  }
  if (longest > LARGEST_PART_MM) {
    throw new ModelFailure(
      "model_too_large",
      `The model measures ${inMm(size)}; the longest side may be ${LARGEST_PART_MM} mm. ${advice(size, SMALLER_UNITS)} Several parts far from each other should be sent one by one.`,
    );
  }
}

function advice(size: readonly number[], units: readonly OtherUnit[]): string {
  const suggestions = units.flatMap(({ drawnIn, millimetres }) => {
    const scaled = size.map((side) => side * millimetres);
    const [shortest, longest] = [Math.min(...scaled), Math.max(...scaled)];
    const plausible = shortest >= THINNEST_PLAUSIBLE_MM && longest > SMALLEST_PART_MM && longest <= LARGEST_PART_MM;
    return plausible ? [`${drawnIn} it would be ${inMm(scaled)}`] : [];
  });
  if (suggestions.length === 0) return "Please check the unit it was drawn in.";
  const sentence = suggestions.join(", ");
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}: if that is meant, please export it in millimetres.`;
}

function inMm(size: readonly number[]): string {
  const rounded = size.map((side) => (side < 100 ? Number(side.toPrecision(3)) : Number(side.toFixed(1))));
  return `${rounded.join(" × ")} mm`;
}
