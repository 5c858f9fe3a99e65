// Union of sub-selects, as one.

import { type SQL, sql } from "drizzle-orm";

/** D1 joins no more than five SELECTs by UNION, so some of them are joined first. */
const MAX_UNION_TERMS = 5;

/** The results of all sub-selects as one; no rows of none. */
export function unionOf(subselects: readonly SQL[]): SQL {
  const [first, ...rest] = subselects.slice(0, MAX_UNION_TERMS - 1);
  if (first === undefined) return sql`(SELECT NULL WHERE 0)`;
  const others = subselects.slice(MAX_UNION_TERMS - 1);
  const terms = others.length === 0 ? [first, ...rest] : [first, ...rest, unionOf(others)];
  const selects = terms.map((term) => sql`SELECT * FROM ${term}`);
  return sql`(${sql.join(selects, sql` UNION ALL `)})`;
}
