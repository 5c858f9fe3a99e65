// Process-parameter store: the studio's own values for its resin and powder printers.

import { sql } from "drizzle-orm";
import {
  type LayeredTechnology,
  type OwnParameters,
  parametersOf,
} from "../../slicer-service/src/contract/process-parameters.ts";
import { studios } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";

/** Sets the studio's own values of one technology; a value that `own` lacks goes back to its default. */
export async function setStudioParameters(
  db: StudioDb,
  technology: LayeredTechnology,
  own: OwnParameters,
): Promise<void> {
  const values = Object.fromEntries([...parametersOf(technology).keys()].map((name) => [name, own[name] ?? null]));
  // A JSON merge patch (RFC 7396), in which null removes a name: a simultaneous change of another technology stays.
  const patch = JSON.stringify({ [technology]: values });
  await db.updateStudio({ processParameters: sql`json_patch(coalesce(${studios.processParameters}, '{}'), ${patch})` });
}
