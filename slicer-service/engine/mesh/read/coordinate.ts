// Coordinates as text, as ASCII STL and PLY, OBJ and 3MF write them.

import { ModelFailure } from "../../model-failure.ts";

/**
 * The written number, or NaN or an infinity for C's words for them.
 *
 * @throws ModelFailure `unreadable_model` for anything else
 */
export function parseCoordinate(written: string | undefined): number {
  if (written === undefined || written === "") throw new ModelFailure("unreadable_model");
  const value = Number(written);
  if (Number.isNaN(value) && !/nan|inf|ind/i.test(written)) throw new ModelFailure("unreadable_model");
  return value;
}
