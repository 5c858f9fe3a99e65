// Every statement that the Worker's code prepares, from all tests of a file, but those that tests prepare themselves.

import { env } from "cloudflare:workers";
import { FINAL_STATUSES } from "../../../src/domain/order.ts";

export interface RecordedStatement {
  readonly sql: string;
  /** The values of its first run with these statuses; undefined if it was never bound. */
  readonly values: readonly unknown[] | undefined;
}

/** By text, and by the final statuses that were bound: rows of these are the history. */
const recorded = new Map<string, RecordedStatement>();
const FINAL: ReadonlySet<unknown> = new Set([...FINAL_STATUSES, "answered", "closed"]);
let isRecording = true;

/** From now on each new statement is recorded, in every Worker and Durable Object of the isolate, until it is taken. */
export function recordStatements(): void {
  for (const database of [env.DB, env.DB.withSession()]) {
    const prototype: Pick<D1Database, "prepare"> = Object.getPrototypeOf(database);
    if (Object.hasOwn(prototype.prepare, "isRecording")) continue;
    const prepare = prototype.prepare;
    prototype.prepare = Object.assign(
      function (this: D1Database, sql: string): D1PreparedStatement {
        const statement = prepare.call(this, sql);
        return isRecording && this !== env.PLANS ? withNotedValues(statement, sql) : statement;
      },
      { isRecording: true },
    );
  }
}

/** The statements since the last call. */
export function takeRecorded(): RecordedStatement[] {
  const taken = [...recorded.values()];
  recorded.clear();
  return taken;
}

function unrecorded<Result>(work: () => Result): Result {
  isRecording = false;
  try {
    return work();
  } finally {
    isRecording = true;
  }
}

function withNotedValues(statement: D1PreparedStatement, sql: string): D1PreparedStatement {
  const bind = statement.bind.bind(statement);
  if (!recorded.has(sql)) recorded.set(sql, { sql, values: undefined });
  statement.bind = (...values) => {
    if (recorded.get(sql)?.values === undefined) recorded.delete(sql);
    const key = [sql, ...values.filter((value) => FINAL.has(value))].join(" ");
    if (!recorded.has(key)) recorded.set(key, { sql, values });
    return bind(...values);
  };
  return statement;
}

/** The database for a test's own rows: its statements are not recorded. */
export const databaseOfTests = {
  prepare: (sql: string) => unrecorded(() => env.DB.prepare(sql)),
  batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
  // drizzle calls no other method of a database.
} as unknown as D1Database;
