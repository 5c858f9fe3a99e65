// Ids in paths. Any text but a positive safe integer names nothing: 404, not a fault of a field.

import { z } from "@hono/zod-openapi";
import { NotFound } from "../../domain/errors.ts";

/** For documentation only: validating it would answer 400. */
export const pathIdParameters = z.object({
  id: z.string().openapi({ param: { name: "id", in: "path" }, type: "integer", minimum: 1, description: "Its id" }),
});

/**
 * The id in a path.
 *
 * @throws NotFound if it is not a positive safe integer
 */
export function pathId(text: string): number {
  const id = Number(text);
  if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(id)) throw new NotFound();
  return id;
}
