// Printing technologies, platform-wide (specification 6.1). The slicer's contract holds the table.

import {
  findTechnology,
  TECHNOLOGIES,
  type Technology,
  type TechnologyId,
} from "../../slicer-service/src/contract/technologies.ts";

export const TECHNOLOGY_IDS: readonly TechnologyId[] = TECHNOLOGIES.map(({ id }) => id);

/** @throws Error for an id outside the table, which the database's CHECK keeps out */
export function technologyOf(id: TechnologyId): Technology {
  const technology = findTechnology(id);
  if (technology === undefined) throw new Error(`no technology has id ${id}`);
  return technology;
}

export function isOfFilament(id: TechnologyId): boolean {
  return technologyOf(id).process === "filament";
}
