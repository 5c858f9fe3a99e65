// Platform calls of one request: the bindings, wrapped so that each call is counted.

/** The platform calls of one request. */
export interface PlatformCalls {
  /** A batch of statements counts as one. */
  count: number;
  /** Errors that the platform answered; other errors come from the request itself, or from our code. */
  readonly failures: WeakSet<object>;
}

export function noPlatformCalls(): PlatformCalls {
  return { count: 0, failures: new WeakSet() };
}

/** The binding of a bucket, a namespace or a service: each method call counts, but for those named in `results`. */
export function countedBinding<Binding extends object>(
  binding: Binding,
  calls: PlatformCalls,
  results: Readonly<Record<string, "free" | "free, then counted" | "counted, then counted">> = {},
): Binding {
  return new Proxy(binding, {
    get(real, name) {
      const value: unknown = Reflect.get(real, name);
      if (typeof value !== "function") return value;
      const kind = typeof name === "string" ? results[name] : "free";
      return (...given: unknown[]) => {
        // Reflect.apply and not `bind`: every property of a stub is a remote method, `bind` too.
        const call = (): unknown => Reflect.apply(value, real, given);
        switch (kind) {
          case "free":
            return call();
          case "free, then counted":
            return countedResult(call(), calls);
          case "counted, then counted":
            return Promise.resolve(countCall(call, calls)).then((result) => countedResult(result, calls));
          case undefined:
            return countCall(call, calls);
          default:
            return kind satisfies never;
        }
      };
    },
  });
}

/** A Durable Object's namespace: calls of its objects count, getting a stub does not. */
export function countedObjects<Namespace extends object>(namespace: Namespace, calls: PlatformCalls): Namespace {
  return countedBinding(namespace, calls, {
    get: "free, then counted",
    getByName: "free, then counted",
    jurisdiction: "free",
    idFromName: "free",
    idFromString: "free",
    newUniqueId: "free",
  });
}

/** A bucket: the parts of an upload count too. */
export function countedBucket<Bucket extends object>(bucket: Bucket, calls: PlatformCalls): Bucket {
  return countedBinding(bucket, calls, {
    createMultipartUpload: "counted, then counted",
    resumeMultipartUpload: "free, then counted",
  });
}

/** A database: each statement that runs counts, and each batch. */
export function countedDatabase(database: D1Database, calls: PlatformCalls): D1Database {
  // src/platform/d1.ts calls no other method of a database.
  return new CountedDatabase(database, calls) as unknown as D1Database;
}

/** Written out and no proxy, as its statements are: every request makes many of them. */
class CountedDatabase {
  readonly #database: D1Database | D1DatabaseSession;
  readonly #calls: PlatformCalls;

  constructor(database: D1Database | D1DatabaseSession, calls: PlatformCalls) {
    this.#database = database;
    this.#calls = calls;
  }

  withSession(constraint: D1SessionConstraint): CountedDatabase {
    if (!("withSession" in this.#database)) throw new Error("a session of D1 has no sessions of its own");
    return new CountedDatabase(this.#database.withSession(constraint), this.#calls);
  }

  prepare(query: string): CountedStatement {
    return new CountedStatement(this.#database.prepare(query), this.#calls);
  }

  batch(statements: readonly CountedStatement[]): Promise<D1Result[]> {
    return countCall(() => this.#database.batch(statements.map(({ statement }) => statement)), this.#calls);
  }
}

class CountedStatement {
  readonly statement: D1PreparedStatement;
  readonly #calls: PlatformCalls;

  constructor(statement: D1PreparedStatement, calls: PlatformCalls) {
    this.statement = statement;
    this.#calls = calls;
  }

  bind(...values: unknown[]): CountedStatement {
    return new CountedStatement(this.statement.bind(...values), this.#calls);
  }

  all(): Promise<D1Result> {
    return countCall(() => this.statement.all(), this.#calls);
  }

  run(): Promise<D1Result> {
    return countCall(() => this.statement.run(), this.#calls);
  }

  raw(): Promise<unknown[]> {
    return countCall(() => this.statement.raw(), this.#calls);
  }
}

function countedResult(result: unknown, calls: PlatformCalls): unknown {
  return typeof result === "object" && result !== null ? countedBinding(result, calls) : result;
}

/** Returns the RPC promise itself: it also carries pipelined methods. */
function countCall<Result>(call: () => Result, calls: PlatformCalls): Result {
  calls.count++;
  const result = call();
  // Every answer of a binding is a promise or thenable.
  if (isThenable(result)) {
    result.then(ignoreRejection, (error: unknown) => {
      if (typeof error === "object" && error !== null) calls.failures.add(error);
    });
  }
  return result;
}

/** A remote call's promise accepts only functions as handlers. */
function ignoreRejection(): void {}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (value === null || (typeof value !== "object" && typeof value !== "function")) return false;
  return "then" in value && typeof value.then === "function";
}
