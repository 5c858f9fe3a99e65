// Printing technologies, platform-wide (specification: Technology). The table is the slicer contract's, as each one is sliced in its own way.

import {
  findTechnology,
  TECHNOLOGIES,
  type Technology,
  type TechnologyId,
} from "../../slicer-service/src/contract/technologies.ts";

export { findTechnology, TECHNOLOGIES, type Technology, type TechnologyId };

export const TECHNOLOGY_IDS: readonly TechnologyId[] = TECHNOLOGIES.map(({ id }) => id);

/** @throws Error for an id outside the table, which the database's CHECK keeps out */
export function technologyOf(id: TechnologyId): Technology {
  const technology = findTechnology(id);
  if (technology === undefined) throw new Error(`no technology has id ${id}`);
  return technology;
}
