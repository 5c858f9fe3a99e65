// The database with a count of its reads.

import { env } from "cloudflare:workers";

export interface CountedReads {
  batches: number;
  /** The rows that D1 read, for batches and for single statements. D1 counts a row again for each index that led to it. */
  rows: number;
  /** Takes the place of the real one. */
  readonly database: D1Database;
}

export function countedReads(): CountedReads {
  const note = (results: readonly D1Result[]): void => {
    for (const { meta } of results) counted.rows += meta.rows_read;
  };
  const database = new Proxy(env.DB, {
    get(real, name) {
      if (name === "prepare") return (sql: string) => countedStatement(real.prepare(sql), note);
      const value = Reflect.get(real, name);
      if (name !== "batch") return typeof value === "function" ? value.bind(real) : value;
      return async (statements: D1PreparedStatement[]) => {
        const results = await real.batch(statements);
        counted.batches++;
        note(results);
        return results;
      };
    },
  });
  const counted: CountedReads = { batches: 0, rows: 0, database };
  return counted;
}

/** The statement with its own methods: a batch takes it as any other. */
function countedStatement(
  statement: D1PreparedStatement,
  note: (results: readonly D1Result[]) => void,
): D1PreparedStatement {
  const bind = statement.bind.bind(statement);
  const all = statement.all.bind(statement);
  const run = async () => {
    const result = await all();
    note([result]);
    return result;
  };
  return Object.assign(statement, {
    bind: (...values: unknown[]) => countedStatement(bind(...values), note),
    all: run,
    run,
    // D1's own raw() does not tell the rows read. An object's values are in the order of the columns.
    raw: async () => (await run()).results.map((row) => Object.values(row)),
  });
}
