// A component of the contract that may be null.

import { z } from "@hono/zod-openapi";

/**
 * A component that may be null. `.nullable()` would do for anything but a component: of one, the library publishes a plain
 * reference, which is never null, or makes the component itself nullable, whichever use comes first.
 */
export function orNull<Schema extends z.ZodType>(component: Schema) {
  return z.union([component, z.null()]);
}
