// The table of printing technologies, each with the process that decides how its prints are sliced.
//
// Types, look-ups and checks follow from it: a new row compiles only once all code that depends on it is complete.
//
// SPDX-License-Identifier: MIT

/**
 * `id` and `name` stand in the API's answers and `slug` in stored parameters and slice keys: none of them may change.
 * `process` names the parameters and the way of slicing; technologies that print alike share one.
 */
export const TECHNOLOGIES = [
  { id: 1, slug: "fdm", name: "FDM", process: "filament" },
  { id: 2, slug: "sla", name: "SLA", process: "laser_resin" },
  { id: 3, slug: "dlp", name: "DLP", process: "image_resin" },
  { id: 4, slug: "msla", name: "MSLA", process: "image_resin" },
  { id: 5, slug: "sls", name: "SLS", process: "powder" },
] as const;

export type Technology = (typeof TECHNOLOGIES)[number];
export type TechnologyId = Technology["id"];
export type TechnologySlug = Technology["slug"];
export type ProcessKind = Technology["process"];

/** The technologies of a process: `SlugOf<"image_resin">` is `"dlp" | "msla"`. */
export type SlugOf<Process extends ProcessKind> = Extract<Technology, { readonly process: Process }>["slug"];
/** The process of a technology: `ProcessOf<"dlp">` is `"image_resin"`. */
export type ProcessOf<Slug extends TechnologySlug> = Extract<Technology, { readonly slug: Slug }>["process"];

/** The technology of an untrusted id; undefined if no technology has it. */
export function findTechnology(id: number): Technology | undefined {
  return TECHNOLOGIES.find((technology) => technology.id === id);
}

/** The technology of an untrusted slug; undefined if no technology has it. */
export function findTechnologyBySlug(slug: unknown): Technology | undefined {
  return TECHNOLOGIES.find((technology) => technology.slug === slug);
}

/** The process that slices a technology. */
export function processOf<Slug extends TechnologySlug>(slug: Slug): ProcessOf<Slug> {
  const technology = TECHNOLOGIES.find((row) => row.slug === slug);
  if (technology === undefined) throw new Error(`there is no technology ${slug}`);
  // The row of this slug: ProcessOf reads its process from the same table.
  return technology.process as ProcessOf<Slug>;
}
