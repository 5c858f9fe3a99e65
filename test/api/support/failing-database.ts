// The database with one statement that fails, as D1 fails in the middle of a deployment or a fault.

import { env } from "cloudflare:workers";

/** Fails every call with a statement that begins with `sql`, before it reaches D1. */
export function failingAt(sql: string, message = "D1_ERROR: internal error"): D1Database {
  const fails = new WeakSet<D1PreparedStatement>();
  const noted = (statement: D1PreparedStatement, text: string): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(real, name) {
        if (name === "bind") return (...values: unknown[]) => noted(real.bind(...values), text);
        const value = Reflect.get(real, name);
        if (typeof value !== "function") return value;
        return (...parameters: unknown[]) => {
          if (text.startsWith(sql)) throw new Error(message);
          return Reflect.apply(value, real, parameters);
        };
      },
    });
    if (text.startsWith(sql)) fails.add(proxy);
    realOf.set(proxy, statement);
    return proxy;
  };
  const realOf = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  const database: Pick<D1Database, "prepare" | "batch"> & { withSession: () => unknown } = {
    prepare: (text) => noted(env.DB.prepare(text), text),
    batch: async (statements) => {
      if (statements.some((statement) => fails.has(statement))) throw new Error(message);
      return env.DB.batch(statements.map((statement) => realOf.get(statement) ?? statement));
    },
    withSession: () => database,
  };
  // The service uses nothing else of a database.
  return database as unknown as D1Database;
}
