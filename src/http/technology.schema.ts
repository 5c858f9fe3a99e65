// The platform-wide list of printing technologies (specification: Technology).

import { z } from "@hono/zod-openapi";

export const technologySchema = z
  .object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    materialCount: z.int().openapi({ description: "Always 0, in the list and where a technology is embedded" }),
  })
  .openapi("Technology");

export type Technology = z.infer<typeof technologySchema>;

export const technologies: readonly Technology[] = [
  { id: 1, name: "FDM", slug: "fdm", materialCount: 0 },
  { id: 2, name: "SLA", slug: "sla", materialCount: 0 },
  { id: 3, name: "DLP", slug: "dlp", materialCount: 0 },
  { id: 4, name: "MSLA", slug: "msla", materialCount: 0 },
  { id: 5, name: "SLS", slug: "sls", materialCount: 0 },
];

export function findTechnology(id: number): Technology | undefined {
  return technologies.find((technology) => technology.id === id);
}

/** @throws Error for an id that no technology has: the database holds only ids of this list */
export function technologyOf(id: number): Technology {
  const technology = findTechnology(id);
  if (technology === undefined) throw new Error(`no technology has id ${id}`);
  return technology;
}
