// D1, primary or nearest copy, with its reads repeated after a transient fault.
//
// Writes are not repeated here: D1 may have done one although it answered with an error. A write under a request key is repeated by
// its caller.

import { retryTransient } from "./transient-fault.ts";

/** The methods that drizzle calls on a database or session. */
type Queryable = Pick<D1Database, "prepare" | "batch">;

/** The primary: it knows every write. */
export function primaryOf(binding: D1Database): D1Database {
  return retryingReads(binding);
}

/** The copy nearest to the caller, which may be seconds behind; the primary if read replication is off. */
export function nearestCopyOf(binding: D1Database): D1Database {
  // Begun with its first statement: most requests have none for it.
  let session: D1DatabaseSession | undefined;
  const begun = () => (session ??= binding.withSession("first-unconstrained"));
  return retryingReads({
    prepare: (sql) => begun().prepare(sql),
    batch: (statements) => begun().batch(statements),
  });
}

function retryingReads(database: Queryable): D1Database {
  const retrying = {
    prepare: (sql: string) => new RetriedStatement(database.prepare(sql), isRead(sql)),
    batch: (statements: readonly RetriedStatement[]) => {
      const run = () => database.batch(statements.map(({ statement }) => statement));
      return statements.every(({ isRead }) => isRead) ? retryTransient(run) : run();
    },
  };
  // drizzle calls no other method of a database or statement.
  return retrying as unknown as D1Database;
}

class RetriedStatement {
  readonly statement: D1PreparedStatement;
  readonly isRead: boolean;

  constructor(statement: D1PreparedStatement, isRead: boolean) {
    this.statement = statement;
    this.isRead = isRead;
  }

  bind(...values: unknown[]): RetriedStatement {
    return new RetriedStatement(this.statement.bind(...values), this.isRead);
  }

  all(): Promise<D1Result> {
    return this.#run(() => this.statement.all());
  }

  run(): Promise<D1Result> {
    return this.#run(() => this.statement.run());
  }

  raw(): Promise<unknown[]> {
    return this.#run(() => this.statement.raw());
  }

  #run<Result>(call: () => Promise<Result>): Promise<Result> {
    return this.isRead ? retryTransient(call) : call();
  }
}

function isRead(sql: string): boolean {
  return /^\s*select\b/i.test(sql);
}
