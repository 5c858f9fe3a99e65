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

/** The statements behind their wrappers: a batch takes the real ones only. */
const realStatements = new WeakMap<object, D1PreparedStatement>();

/** A database, or a session of one: each statement that runs counts, and each batch. */
export function countedDatabase<Database extends Pick<D1Database, "prepare" | "batch">>(
  database: Database,
  calls: PlatformCalls,
): Database {
  return new Proxy(database, {
    get(real, name) {
      if (name === "prepare") return (query: string) => countedStatement(real.prepare(query), calls);
      if (name === "batch") {
        return (statements: D1PreparedStatement[]) =>
          countCall(() => real.batch(statements.map((statement) => realStatements.get(statement) ?? statement)), calls);
      }
      const value: unknown = Reflect.get(real, name);
      if (typeof value !== "function") return value;
      if (name === "withSession") {
        return (...given: unknown[]) => countedDatabase(Reflect.apply(value, real, given), calls);
      }
      return (...given: unknown[]) => Reflect.apply(value, real, given);
    },
  });
}

function countedStatement(statement: D1PreparedStatement, calls: PlatformCalls): D1PreparedStatement {
  const wrapper = new Proxy(statement, {
    get(real, name) {
      if (name === "bind") return (...values: unknown[]) => countedStatement(real.bind(...values), calls);
      const value: unknown = Reflect.get(real, name);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => countCall(() => Reflect.apply(value, real, given), calls);
    },
  });
  realStatements.set(wrapper, statement);
  return wrapper;
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
