// Technology as the API writes it (specification 6.1).

import { z } from "@hono/zod-openapi";
import type { Technology } from "../../../slicer-service/src/contract/technologies.ts";

export const technologySchema = z
  .object({
    id: z.int(),
    name: z.string(),
    slug: z.string().openapi({ description: "A short name" }),
    materialCount: z.int().openapi({ description: "Always 0, in the list and where a technology is embedded" }),
  })
  .openapi("Technology");

export function toTechnology({ id, name, slug }: Technology): z.infer<typeof technologySchema> {
  return { id, name, slug, materialCount: 0 };
}
