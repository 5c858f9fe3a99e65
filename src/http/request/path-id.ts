// Ids in paths. Any text but a positive safe integer names nothing: 404, not a fault of a field.

import { NotFound } from "../../domain/errors.ts";
import { pathParameter } from "../contract/parameters.ts";

export const ID_IN_PATH = pathParameter("id", { type: "integer", minimum: 1, description: "Its id" });

/**
 * The id in a path.
 *
 * @throws NotFound if it is not a positive safe integer
 */
export function pathId(text: string): number {
  const id = linkedId(text);
  if (id === undefined) throw new NotFound();
  return id;
}

/** The id in a link's query or a button's value; undefined if it is missing, or not a positive safe integer. */
export function linkedId(text: string | undefined): number | undefined {
  const id = Number(text);
  return text !== undefined && /^[1-9]\d*$/.test(text) && Number.isSafeInteger(id) ? id : undefined;
}
