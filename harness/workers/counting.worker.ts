// The API Worker with its bindings wrapped: each answer has a header that counts its request's platform calls.
//
// Requests must come one at a time, since every call before the answer is counted for it.

import { createApp } from "../../src/app.ts";
import type { Env } from "../../src/env.ts";
import { StudioGate as UncountedStudioGate } from "../../src/gate/studio-gate.object.ts";
import { VisitorDay as UncountedVisitorDay } from "../../src/gate/visitor-day.object.ts";
import {
  COUNTS_HEADER,
  COUNTS_PATH,
  type CountedStatement,
  type Counts,
  type SettledCounts,
  STATEMENTS_PATH,
} from "./counts.ts";

type Written<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** The longest sequence of calls, each waiting for the previous one. The gate's object has a chain of its own. */
class Chain {
  deepest = 0;

  /** @param within the chain of the called object; its sequence adds to this one */
  async wait<Answer>(call: () => Promise<Answer>, within?: Chain): Promise<Answer> {
    const before = this.deepest;
    const inside = within?.deepest ?? 0;
    try {
      return await call();
    } finally {
      this.deepest = Math.max(this.deepest, before + 1 + (within?.deepest ?? 0) - inside);
    }
  }
}

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
  } satisfies Written<Omit<Counts, "inSequence" | "objectRowsRead" | "objectRowsWritten">>;
  /** A cursor counts its own rows, until the last of them was read. */
  readonly cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  alarms = 0;
  unfinished = 0;
  readonly statements: (Omit<CountedStatement, "plan"> & { readonly values: readonly unknown[] })[] = [];
  readonly request = new Chain();
  readonly gate = new Chain();

  result(): Counts {
    return {
      ...this.counts,
      objectRowsRead: sumOf(this.cursors.map(({ rowsRead }) => rowsRead)),
      objectRowsWritten: this.alarms + sumOf(this.cursors.map(({ rowsWritten }) => rowsWritten)),
      inSequence: this.request.deepest,
    };
  }

  settled(): SettledCounts {
    return { ...this.result(), unfinished: this.unfinished };
  }
}

let counting = new Counting();

function sumOf(figures: readonly number[]): number {
  return figures.reduce((sum, one) => sum + one, 0);
}

function countOne(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

type WhichChain = "request" | "gate";

class CountingStatement {
  readonly statement: D1PreparedStatement;
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly #chain: WhichChain;

  constructor(statement: D1PreparedStatement, chain: WhichChain, sql: string, values: readonly unknown[] = []) {
    this.statement = statement;
    this.sql = sql;
    this.values = values;
    this.#chain = chain;
  }

  bind(...values: unknown[]): CountingStatement {
    return new CountingStatement(this.statement.bind(...values), this.#chain, this.sql, values);
  }

  all(): Promise<D1Result> {
    return countD1(this.#chain, [this], async () => [await this.statement.all()]).then(([result]) => {
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

function countingDatabase(database: D1Database | D1DatabaseSession, chain: WhichChain): D1Database {
  const counted = {
    prepare: (sql: string) => new CountingStatement(database.prepare(sql), chain, sql),
    batch: (statements: readonly CountingStatement[]) =>
      countD1(chain, statements, () => database.batch(statements.map(({ statement }) => statement))),
    // A session has no sessions of its own.
    withSession: (constraint?: D1SessionConstraint) =>
      "withSession" in database ? countingDatabase(database.withSession(constraint), chain) : undefined,
  };
  // drizzle calls no other method of a database.
  return counted as unknown as D1Database;
}

async function countD1(
  chain: WhichChain,
  called: readonly CountingStatement[],
  call: () => Promise<D1Result[]>,
): Promise<D1Result[]> {
  const { counts, statements, [chain]: waits } = counting;
  counts.d1Calls++;
  const results = await waits.wait(call);
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
    counting.statements.map(async ({ values, ...statement }) => {
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

const countKv: Call = (_name, make, [keys]) => {
  counting.counts.kvReads++;
  counting.counts.kvKeysRead += Array.isArray(keys) ? keys.length : 1;
  return counting.request.wait(make);
};

const countR2: Call = async (name, make) => {
  countOne(counting.counts.r2, name);
  const answer = await counting.request.wait(make);
  return isMultipartUpload(answer) ? calledThrough(answer, countR2) : answer;
};

const countRpc: Call = (name, make) => {
  countOne(counting.counts.rpc, name);
  return counting.request.wait(make, counting.gate);
};

const countObject: Call = (name, make, parameters) => {
  counting.counts.objectCalls++;
  return countRpc(name, make, parameters);
};

function isMultipartUpload(answer: unknown): answer is R2MultipartUpload {
  return typeof answer === "object" && answer !== null && "uploadPart" in answer;
}

function countingObjects<Objects extends DurableObjectNamespace<UncountedStudioGate | UncountedVisitorDay>>(
  objects: Objects,
): Objects {
  const counted = {
    idFromName: (name: string) => objects.idFromName(name),
    get: (id: DurableObjectId, options?: DurableObjectNamespaceGetDurableObjectOptions) =>
      calledThrough(objects.get(id, options), countObject),
  };
  // The API uses nothing else of an objects' namespace.
  return counted as unknown as Objects;
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
    counting.cursors.push(cursor);
    return cursor;
  } as SqlStorage["exec"];
  const alarms: DurableObjectStorage = Object.getPrototypeOf(storage);
  const setAlarm = alarms.setAlarm;
  alarms.setAlarm = function (this: DurableObjectStorage, ...parameters) {
    counting.alarms++;
    return setAlarm.apply(this, parameters);
  };
}

export class VisitorDay extends UncountedVisitorDay {
  constructor(state: DurableObjectState, env: Env) {
    countRows(state);
    super(state, env);
  }
}

export class StudioGate extends UncountedStudioGate {
  constructor(state: DurableObjectState, env: Env) {
    countRows(state);
    super(state, { ...env, DB: countingDatabase(env.DB, "gate") });
  }
}

/** The context of a request that is counted as unfinished until its work after the answer has ended. */
function followed(context: ExecutionContext): ExecutionContext {
  const { props } = context;
  const counted = counting;
  const waitUntil = (work: Promise<unknown>) => {
    counted.unfinished++;
    const end = () => {
      counted.unfinished--;
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
    if (pathname === COUNTS_PATH) return Response.json(counting.settled());
    counting = new Counting();
    const answer = await app.fetch(
      request,
      {
        ...env,
        DB: countingDatabase(env.DB, "request"),
        MODELS: calledThrough(env.MODELS, countR2),
        SLICE_RESULTS: calledThrough(env.SLICE_RESULTS, countKv),
        SLICER: calledThrough(env.SLICER, countRpc),
        STUDIO_GATE: countingObjects(env.STUDIO_GATE),
        VISITOR_DAY: countingObjects(env.VISITOR_DAY),
      },
      followed(context),
    );
    const counted = new Response(answer.body, answer);
    counted.headers.set(COUNTS_HEADER, JSON.stringify(counting.result()));
    return counted;
  },
} satisfies ExportedHandler<Env>;
