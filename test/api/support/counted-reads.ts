// The database with a count of its reads.

import { env } from "cloudflare:workers";

export interface CountedReads {
  batches: number;
  /** The rows that D1 read for them. D1 counts a row again for each index that led to it. */
  rows: number;
  /** Takes the place of the real one. */
  readonly database: D1Database;
}

export function countedReads(): CountedReads {
  const database = new Proxy(env.DB, {
    get(real, name) {
      const value = Reflect.get(real, name);
      if (name !== "batch") return typeof value === "function" ? value.bind(real) : value;
      return async (statements: D1PreparedStatement[]) => {
        const results = await real.batch(statements);
        counted.batches++;
        for (const { meta } of results) counted.rows += meta.rows_read;
        return results;
      };
    },
  });
  const counted: CountedReads = { batches: 0, rows: 0, database };
  return counted;
}
