// The platform-wide list of printing technologies (specification: Technology).

import { z } from "@hono/zod-openapi";
import { TECHNOLOGIES, type TechnologySlug } from "../../slicer-service/src/contract/technologies.ts";

export const technologySchema = z
  .object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    materialCount: z.int().openapi({ description: "Always 0, in the list and where a technology is embedded" }),
  })
  .openapi("Technology");

type ListedTechnology = z.infer<typeof technologySchema> & { readonly slug: TechnologySlug };

export const technologies: readonly ListedTechnology[] = TECHNOLOGIES.map(({ id, name, slug }) => ({
  id,
  name,
  slug,
  materialCount: 0,
}));

export function findTechnology(id: number): ListedTechnology | undefined {
  return technologies.find((technology) => technology.id === id);
}

/** @throws Error for an id that no technology has: the database holds only ids of this list */
export function technologyOf(id: number): ListedTechnology {
  const technology = findTechnology(id);
  if (technology === undefined) throw new Error(`no technology has id ${id}`);
  return technology;
}
