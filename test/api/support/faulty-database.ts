// The database with a fault in one of its calls, in words of D1's that quote what it was given.

import { env } from "cloudflare:workers";

export interface FaultyDatabase {
  /** Takes the place of the real one. */
  readonly database: D1Database;
  /** Whether as many calls were made as the fault needs. */
  hasFailed(): boolean;
}

/**
 * @param failing which call fails, counted from 1. A batch is one.
 * @param words what D1 says, of the values that the call was given
 */
export function faultyDatabase(failing: number, words: (values: string) => string): FaultyDatabase {
  let calls = 0;
  const valuesOf = new WeakMap<object, unknown[]>();
  const failIfDue = (statements: readonly object[]): void => {
    if (++calls === failing) throw new Error(words(JSON.stringify(statements.map((one) => valuesOf.get(one)))));
  };
  const watched = (statement: D1PreparedStatement, values: unknown[]): D1PreparedStatement => {
    valuesOf.set(statement, values);
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
    Reflect.set(statement, "bind", (...given: unknown[]) => watched(bind(...given), given));
    return statement;
  };
  const wrapped = <Database extends Pick<D1Database, "prepare" | "batch">>(database: Database): Database =>
    new Proxy(database, {
      get(real, name) {
        if (name === "prepare") return (query: string) => watched(real.prepare(query), []);
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
  return { database: wrapped(env.DB), hasFailed: () => calls >= failing };
}
