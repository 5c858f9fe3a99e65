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
 * @param failing the number of the call that fails, counted from 1
 * @param words D1's message, made from the call's values
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

/** The first call with a statement that begins with `sql` takes place, but its answer is lost; so many further calls fail. */
export function losingAnswerOf(sql: string, furtherFaults: number): D1Database {
  const lost = "D1_ERROR: Network connection lost.";
  let faultsLeft: number | undefined;
  return databaseWhere(
    () => (faultsLeft !== undefined && faultsLeft-- > 0 ? lost : undefined),
    ({ statements }) => {
      if (faultsLeft !== undefined || !statements.some((statement) => statement.sql.startsWith(sql))) return undefined;
      faultsLeft = furtherFaults;
      return lost;
    },
  );
}

/** Acts right before the first call with a statement that begins with `sql`, as another request at the same moment would. */
export function beforeCallOf(sql: string, act: () => PromiseLike<unknown>): D1Database {
  let hasActed = false;
  return databaseWhere(async ({ statements }) => {
    if (!hasActed && statements.some((statement) => statement.sql.startsWith(sql))) {
      hasActed = true;
      await act();
    }
    return undefined;
  });
}

type Fault = (call: DatabaseCall) => string | undefined | Promise<string | undefined>;

/**
 * The real database, but for calls that fail.
 *
 * @param faultOf the fault of a call before it takes place
 * @param faultAfter the fault of a call that has taken place
 */
function databaseWhere(faultOf: Fault, faultAfter: Fault = () => undefined): D1Database {
  let number = 0;
  const noted = new WeakMap<object, DatabaseCall["statements"][number]>();
  const failIf = (fault: string | undefined): void => {
    if (fault !== undefined) throw new Error(fault);
  };
  const run = async <Result>(statements: readonly object[], call: () => Promise<Result> | Result): Promise<Result> => {
    const known = statements.map((statement) => noted.get(statement)).filter((one) => one !== undefined);
    const made = { number: ++number, statements: known };
    failIf(await faultOf(made));
    const result = await call();
    failIf(await faultAfter(made));
    return result;
  };
  const watched = (statement: D1PreparedStatement, sql: string, values: unknown[]): D1PreparedStatement => {
    noted.set(statement, { sql, values });
    // Own properties of the real statement: a batch takes no other.
    for (const name of ["all", "first", "raw", "run"] as const) {
      const call: unknown = Reflect.get(statement, name);
      if (typeof call !== "function") throw new Error(`a statement has no ${name}`);
      Reflect.set(statement, name, (...given: unknown[]) =>
        run([statement], () => Reflect.apply(call, statement, given)),
      );
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
          return (statements: D1PreparedStatement[]) => run(statements, () => real.batch(statements));
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
