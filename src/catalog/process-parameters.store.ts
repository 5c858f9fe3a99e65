// Process-parameter store: the studio's own values for its resin and powder printers.

import { sql } from "drizzle-orm";
import {
  type LayeredTechnology,
  type OwnParameters,
  parametersOf,
} from "../../slicer-service/src/contract/process-parameters.ts";
import { isAsRead } from "../db/as-read.ts";
import { studios } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import type { Studio } from "../db/studio-record.ts";
import { ChangedMeanwhile } from "../domain/errors.ts";

/**
 * Sets the studio's own values of one technology; a value that `own` lacks goes back to its default.
 *
 * @param read the studio as it was read, if no change since then may be overwritten
 * @throws ChangedMeanwhile if its values are no longer as they were read
 */
export async function setStudioParameters(
  db: StudioDb,
  technology: LayeredTechnology,
  own: OwnParameters,
  read?: Studio,
): Promise<void> {
  const values = Object.fromEntries([...parametersOf(technology).keys()].map((name) => [name, own[name] ?? null]));
  // A JSON merge patch (RFC 7396), in which null removes a name: a simultaneous change of another technology stays.
  const patch = JSON.stringify({ [technology]: values });
  const changes = { processParameters: sql`json_patch(coalesce(${studios.processParameters}, '{}'), ${patch})` };
  const changed = await db.updateStudio(changes, read && isAsRead(studios, changes, read));
  if (changed.length === 0) throw new ChangedMeanwhile();
}
