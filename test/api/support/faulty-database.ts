// The database with a fault in one of its calls, in D1's words, which may quote its values.

import { env } from "cloudflare:workers";

/** One call: a statement by itself, or a batch. */
interface DatabaseCall {
  /** Counted from 1. */
  readonly number: number;
  readonly statements: readonly { readonly sql: string; readonly values: readonly unknown[] }[];
}

export interface FaultyDatabase {
  /** Takes the place of the real one. */
  readonly database: D1Database;
  /** Whether as many calls were made as the fault needs. */
  hasFailed(): boolean;
}

/**
 * @param failing which call fails, counted from 1
 * @param words what D1 says, of the values that the call was given
 */
export function faultyDatabase(failing: number, words: (values: string) => string): FaultyDatabase {
  let calls = 0;
  const database = databaseWhere(({ number, statements }) => {
    calls = number;
    return number === failing ? words(JSON.stringify(statements.map(({ values }) => values))) : undefined;
  });
  return { database, hasFailed: () => calls >= failing };
}

/** Fails every call with a statement that begins with `sql`. */
export function failingAt(sql: string): D1Database {
  return databaseWhere(({ statements }) =>
    statements.some((statement) => statement.sql.startsWith(sql)) ? "D1_ERROR: internal error" : undefined,
  );
}

/** The real database, but for calls of which `faultOf` says how they fail. Those do not reach it. */
function databaseWhere(faultOf: (call: DatabaseCall) => string | undefined): D1Database {
  let number = 0;
  const noted = new WeakMap<object, DatabaseCall["statements"][number]>();
  const failIfDue = (statements: readonly object[]): void => {
    const known = statements.map((statement) => noted.get(statement)).filter((one) => one !== undefined);
    const fault = faultOf({ number: ++number, statements: known });
    if (fault !== undefined) throw new Error(fault);
  };
  const watched = (statement: D1PreparedStatement, sql: string, values: unknown[]): D1PreparedStatement => {
    noted.set(statement, { sql, values });
    // Own properties of the real statement: a batch takes no other.
    for (const name of ["all", "first", "raw", "run"] as const) {
      const call: unknown = Reflect.get(statement, name);
      if (typeof call !== "function") throw new Error(`a statement has no ${name}`);
      Reflect.set(statement, name, async (...given: unknown[]) => {
        failIfDue([statement]);
        return Reflect.apply(call, statement, given);
      });
    }
    const bind = statement.bind.bind(statement);
    Reflect.set(statement, "bind", (...given: unknown[]) => watched(bind(...given), sql, given));
    return statement;
  };
  const wrapped = <Database extends Pick<D1Database, "prepare" | "batch">>(database: Database): Database =>
    new Proxy(database, {
      get(real, name) {
        if (name === "prepare") return (sql: string) => watched(real.prepare(sql), sql, []);
        if (name === "batch") {
          return async (statements: D1PreparedStatement[]) => {
            failIfDue(statements);
            return real.batch(statements);
          };
        }
        const value: unknown = Reflect.get(real, name);
        if (typeof value !== "function") return value;
        // A session is a database of its own.
        if (name === "withSession") return (...given: unknown[]) => wrapped(Reflect.apply(value, real, given));
        return (...given: unknown[]) => Reflect.apply(value, real, given);
      },
    });
  return wrapped(env.DB);
}
