// `parametersChangedAt` of a machine profile, for the statement that writes its parameters.

import { type SQL, sql } from "drizzle-orm";
import { machineProfiles } from "../db/schema.ts";

/**
 * `parametersChangedAt` of an update that sets the parameters: now, or unchanged if they are the same in any order.
 *
 * @param after the new parameters, as JSON
 */
export function changeOfParameters(after: SQL): SQL {
  const { parameters, parametersChangedAt } = machineProfiles;
  return sql`CASE WHEN ${sorted(sql`${parameters}`)} = ${sorted(after)} THEN ${parametersChangedAt} ELSE ${Date.now()} END`;
}

function sorted(json: SQL): SQL {
  return sql`(SELECT json_group_array(json_array(own.key, own.value)) FROM (SELECT key, value FROM json_each(${json}) ORDER BY key) AS own)`;
}
