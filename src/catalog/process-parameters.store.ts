// Process-parameter store: the studio's own values for its resin and powder printers.

import { sql } from "drizzle-orm";
import {
  type LayeredTechnology,
  type OwnParameters,
  parametersOf,
} from "../../slicer-service/src/contract/process-parameters.ts";
import { studios } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";

/** The studio's own values of one technology from now on; what `own` does not state goes back to its default. */
export async function setStudioParameters(
  db: StudioDb,
  technology: LayeredTechnology,
  own: OwnParameters,
): Promise<void> {
  const values = Object.fromEntries([...parametersOf(technology).keys()].map((name) => [name, own[name] ?? null]));
  // A JSON merge patch (RFC 7396), where null removes a name: what is set for other technologies at the same time stays.
  const patch = JSON.stringify({ [technology]: values });
  await db.updateStudio({ processParameters: sql`json_patch(coalesce(${studios.processParameters}, '{}'), ${patch})` });
}
