// Real figures of finished items, as people and files state them.

import { z } from "zod";
import { decimalField, wholeNumberField } from "../http/request/decimal-fields.ts";
import type { RealFigures } from "./real-figures.store.ts";

/** Two months of one item; a hundred kilograms. */
const [MAX_MINUTES, MAX_HUNDREDTHS_OF_GRAM] = [100_000, 10_000_000];

export const realFiguresSchema = z.object({
  minutes: wholeNumberField({ min: 1, max: MAX_MINUTES, unit: " min" }).optional(),
  grams: decimalField({ scale: 2, min: 1, max: MAX_HUNDREDTHS_OF_GRAM, unit: " g" }).optional(),
});

export function toRealFigures({ minutes, grams }: z.output<typeof realFiguresSchema>): RealFigures {
  return { minutes: minutes ?? null, hundredthsOfGram: grams ?? null };
}
