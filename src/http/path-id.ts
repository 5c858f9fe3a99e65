// Ids in paths.

import { z } from "@hono/zod-openapi";
import { notFound } from "./errors.ts";

/** For documentation only: a path id that is no id is not a fault of a field but names nothing. */
export const pathIdParameters = z.object({
  id: z.string().openapi({ param: { name: "id", in: "path" }, type: "integer", minimum: 1, example: 1 }),
});

/**
 * The id in a path.
 *
 * @throws ApiError 404 where it is not a positive safe integer, as nothing has such an id
 */
export function pathId(text: string): number {
  const id = Number(text);
  if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(id)) throw notFound();
  return id;
}
