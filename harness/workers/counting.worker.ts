// The API Worker with its bindings wrapped: each answer has a header that counts its request's platform calls.
//
// A request with the distances of the bindings waits for its calls in virtual time: virtual-clock.ts. Requests must come one at a time,
// since the calls of a studio's gate are counted for the latest one.

import { createApp } from "../../src/app.ts";
import type { Env } from "../../src/env.ts";
import { StudioGate as UncountedStudioGate } from "../../src/gate/studio-gate.object.ts";
import { VisitorDay as UncountedVisitorDay } from "../../src/gate/visitor-day.object.ts";
import { RequestLog as UncountedRequestLog } from "../../src/key-log/request-log.object.ts";

export { StudioOutbox } from "../../src/mail/studio-outbox.object.ts";
export { StudioNews } from "../../src/news/studio-news.object.ts";

import {
  COUNTS_HEADER,
  COUNTS_PATH,
  type CountedStatement,
  type Counts,
  type SettledCounts,
  STATEMENTS_PATH,
} from "./counts.ts";
import { type Binding, DISTANCES_HEADER, type Distances, WAITED_HEADER } from "./distances.ts";
import { VirtualClock } from "./virtual-clock.ts";

type Written<Type> = { -readonly [Name in keyof Type]: Type[Name] };

class Counting {
  readonly counts = {
    d1Calls: 0,
    statements: 0,
    rowsRead: 0,
    rowsWritten: 0,
    kvReads: 0,
    kvKeysRead: 0,
    r2: {} as Record<string, number>,
    rpc: {} as Record<string, number>,
    objectCalls: 0,
  } satisfies Written<Omit<Counts, "objectRowsRead" | "objectRowsWritten">>;
  /** A cursor counts its own rows, until the last of them was read. */
  readonly cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  alarms = 0;
  unfinished = 0;
  readonly statements: (Omit<CountedStatement, "plan"> & { readonly values: readonly unknown[] })[] = [];
  /** Undefined: the request's calls wait for nothing but their answers. */
  readonly clock: VirtualClock | undefined;

  constructor(distances: Distances | undefined) {
    this.clock = distances && new VirtualClock(distances);
  }

  wait<Answer>(binding: Binding, make: () => Promise<Answer>, isInGate = false): Promise<Answer> {
    return this.clock === undefined ? make() : this.clock.call(binding, make, isInGate);
  }

  result(): Counts {
    return {
      ...this.counts,
      objectRowsRead: sumOf(this.cursors.map(({ rowsRead }) => rowsRead)),
      objectRowsWritten: this.alarms + sumOf(this.cursors.map(({ rowsWritten }) => rowsWritten)),
    };
  }

  settled(): SettledCounts {
    return { ...this.result(), unfinished: this.unfinished };
  }
}

let latest = new Counting(undefined);

function sumOf(figures: readonly number[]): number {
  return figures.reduce((sum, one) => sum + one, 0);
}

function countOne(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** The count and the wait of one call of D1. */
type CallD1 = (called: readonly CountingStatement[], call: () => Promise<D1Result[]>) => Promise<D1Result[]>;

class CountingStatement {
  readonly statement: D1PreparedStatement;
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly #call: CallD1;

  constructor(statement: D1PreparedStatement, call: CallD1, sql: string, values: readonly unknown[] = []) {
    this.statement = statement;
    this.sql = sql;
    this.values = values;
    this.#call = call;
  }

  bind(...values: unknown[]): CountingStatement {
    return new CountingStatement(this.statement.bind(...values), this.#call, this.sql, values);
  }

  all(): Promise<D1Result> {
    return this.#call([this], async () => [await this.statement.all()]).then(([result]) => {
      if (result === undefined) throw new Error("a statement has one result");
      return result;
    });
  }

  run(): Promise<D1Result> {
    return this.all();
  }

  async raw(): Promise<unknown[][]> {
    // D1's own raw() does not report the rows read. An object's values are in the order of the columns.
    const { results } = await this.all();
    return results.map((row) => Object.values(row as object));
  }
}

/**
 * @param counting the request that the calls are counted for
 * @param isInGate whether a studio's gate makes them, for which the request waits
 */
function countingDatabase(
  database: D1Database | D1DatabaseSession,
  counting: () => Counting,
  isInGate: boolean,
  copy: "primary" | "replica" = "primary",
): D1Database {
  const call: CallD1 = (called, make) => {
    const current = counting();
    return countD1(current, called, () => current.wait(copy, make, isInGate));
  };
  const counted = {
    prepare: (sql: string) => new CountingStatement(database.prepare(sql), call, sql),
    batch: (statements: readonly CountingStatement[]) =>
      call(statements, () => database.batch(statements.map(({ statement }) => statement))),
    withSession(constraint?: D1SessionConstraint) {
      // A session has no sessions of its own.
      if (!("withSession" in database)) return;
      const asked = constraint === "first-unconstrained" ? "replica" : "primary";
      return countingDatabase(database.withSession(constraint), counting, isInGate, asked);
    },
  };
  // drizzle calls no other method of a database.
  return counted as unknown as D1Database;
}

async function countD1(
  { counts, statements }: Counting,
  called: readonly CountingStatement[],
  call: () => Promise<D1Result[]>,
): Promise<D1Result[]> {
  counts.d1Calls++;
  const results = await call();
  for (const [place, { meta }] of results.entries()) {
    const { sql = "", values = [] } = called[place] ?? {};
    const [rowsRead, rowsWritten] = [meta.rows_read, meta.rows_written];
    statements.push({ sql, values, rowsRead, rowsWritten, milliseconds: meta.duration });
    counts.statements++;
    counts.rowsRead += rowsRead;
    counts.rowsWritten += rowsWritten;
  }
  return results;
}

/** The last request's statements, each with its plan in the database as it is now. */
async function explainedStatements(database: D1Database): Promise<CountedStatement[]> {
  return Promise.all(
    latest.statements.map(async ({ values, ...statement }) => {
      const explained = database.prepare(`EXPLAIN QUERY PLAN ${statement.sql}`).bind(...values);
      const { results } = await explained.all<{ detail: string }>();
      return { ...statement, plan: results.map(({ detail }) => detail) };
    }),
  );
}

type Call = (name: string, make: () => Promise<unknown>, parameters: readonly unknown[]) => Promise<unknown>;

/** The binding with every method called through `call`. All methods of a binding return promises. */
function calledThrough<Binding extends object>(binding: Binding, call: Call): Binding {
  return new Proxy(binding, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof name !== "string" || typeof member !== "function") return member;
      return (...parameters: unknown[]) =>
        call(name, async () => Reflect.apply(member, target, parameters), parameters);
    },
  });
}

function isMultipartUpload(answer: unknown): answer is R2MultipartUpload {
  return typeof answer === "object" && answer !== null && "uploadPart" in answer;
}

type ObjectNamespace = Env["STUDIO_GATE" | "VISITOR_DAY" | "STUDIO_NEWS" | "STUDIO_OUTBOX" | "REQUEST_LOG"];

function countingObjects<Namespace extends ObjectNamespace>(objects: Namespace, call: Call): Namespace {
  const counted = {
    idFromName: (name: string) => objects.idFromName(name),
    get: (id: DurableObjectId, options?: DurableObjectNamespaceGetDurableObjectOptions) =>
      calledThrough(objects.get(id, options), call),
  };
  // The API uses nothing else of the objects' namespaces.
  return counted as unknown as Namespace;
}

/** The bindings of one request. */
function countingEnv(env: Env, counting: Counting): Env {
  const { counts } = counting;
  const kv: Call = (_name, make, [keys]) => {
    counts.kvReads++;
    counts.kvKeysRead += Array.isArray(keys) ? keys.length : 1;
    return counting.wait("KV", make);
  };
  const r2: Call = async (name, make) => {
    countOne(counts.r2, name);
    const answer = await counting.wait("R2", make);
    return isMultipartUpload(answer) ? calledThrough(answer, r2) : answer;
  };
  const rpc =
    (binding: Binding): Call =>
    (name, make) => {
      countOne(counts.rpc, name);
      return counting.wait(binding, make);
    };
  const object =
    (binding: Binding): Call =>
    (name, make, parameters) => {
      counts.objectCalls++;
      return rpc(binding)(name, make, parameters);
    };
  return {
    ...env,
    DB: countingDatabase(env.DB, () => counting, false),
    MODELS: calledThrough(env.MODELS, r2),
    SLICE_RESULTS: calledThrough(env.SLICE_RESULTS, kv),
    SLICER: calledThrough(env.SLICER, rpc("slicer")),
    STUDIO_GATE: countingObjects(env.STUDIO_GATE, object("gate")),
    VISITOR_DAY: countingObjects(env.VISITOR_DAY, object("visitor's day")),
    STUDIO_NEWS: countingObjects(env.STUDIO_NEWS, object("news")),
    STUDIO_OUTBOX: countingObjects(env.STUDIO_OUTBOX, object("outbox")),
    REQUEST_LOG: countingObjects(env.REQUEST_LOG, object("request log")),
  };
}

let areRowsCounted = false;

/** Counts the rows of all objects: their storages share these methods. */
function countRows({ storage }: DurableObjectState): void {
  if (areRowsCounted) return;
  areRowsCounted = true;
  const sql: SqlStorage = Object.getPrototypeOf(storage.sql);
  const execute = sql.exec;
  sql.exec = function (this: SqlStorage, query: string, ...values: unknown[]) {
    const cursor = execute.call(this, query, ...values);
    latest.cursors.push(cursor);
    return cursor;
  } as SqlStorage["exec"];
  const alarms: DurableObjectStorage = Object.getPrototypeOf(storage);
  const setAlarm = alarms.setAlarm;
  alarms.setAlarm = function (this: DurableObjectStorage, ...parameters) {
    latest.alarms++;
    return setAlarm.apply(this, parameters);
  };
}

export class VisitorDay extends UncountedVisitorDay {
  constructor(state: DurableObjectState, env: Env) {
    countRows(state);
    super(state, env);
  }
}

export class RequestLog extends UncountedRequestLog {
  constructor(state: DurableObjectState, env: Env) {
    countRows(state);
    super(state, env);
  }
}

export class StudioGate extends UncountedStudioGate {
  constructor(state: DurableObjectState, env: Env) {
    countRows(state);
    super(state, { ...env, DB: countingDatabase(env.DB, () => latest, true) });
  }
}

/** The context of a request that is counted as unfinished until its work after the answer has ended. */
function followed(context: ExecutionContext, counting: Counting): ExecutionContext {
  const { props } = context;
  const waitUntil = (work: Promise<unknown>) => {
    counting.unfinished++;
    const end = () => {
      counting.unfinished--;
    };
    context.waitUntil(work.then(end, end));
  };
  // The app uses nothing else of a context.
  return { waitUntil, props, passThroughOnException: () => {} } as unknown as ExecutionContext;
}

const app = createApp();

export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (pathname === STATEMENTS_PATH) return Response.json(await explainedStatements(env.DB));
    if (pathname === COUNTS_PATH) return Response.json(latest.settled());
    const distances = request.headers.get(DISTANCES_HEADER);
    // The harness writes it.
    const counting = new Counting(distances === null ? undefined : (JSON.parse(distances) as Distances));
    latest = counting;
    // A body that still came in from the socket would be work of unknown length.
    const received = distances === null ? request : new Request(request, { body: await wholeBody(request) });
    const answer = await app.fetch(received, countingEnv(env, counting), followed(context, counting));
    const counted = new Response(answer.body, answer);
    counted.headers.set(COUNTS_HEADER, JSON.stringify(counting.result()));
    if (counting.clock !== undefined) counted.headers.set(WAITED_HEADER, JSON.stringify(counting.clock.waited()));
    return counted;
  },
} satisfies ExportedHandler<Env>;

async function wholeBody(request: Request): Promise<ArrayBuffer | null> {
  return request.body === null ? null : await request.arrayBuffer();
}
