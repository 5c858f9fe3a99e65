// The API Worker under a turned clock, with its scheduled run and its outages on demand.
//
// `Date` shows the simulated moment, which stands still until it is turned, and the alarms of objects wait for it. KV's expiry, the rate
// counters of the platform, the bucket's dates, timers and the slicer Worker with its engine keep the real time.

import { env as variables } from "cloudflare:workers";
import { placedObject } from "../../slicer-service/src/contract/placed-object.ts";
import type { Env } from "../../src/env.ts";
import { VisitorDay as RealVisitorDay } from "../../src/gate/visitor-day.object.ts";
import worker from "../../src/index.ts";
import { RequestLog as RealRequestLog } from "../../src/key-log/request-log.object.ts";
import { StudioOutbox as RealStudioOutbox } from "../../src/mail/studio-outbox.object.ts";
import { type ClockTurn, type Failing, TRANSIENT_FAULT, TURN_PATH } from "./turn.ts";

export { StudioGate } from "../../src/gate/studio-gate.object.ts";
export { StudioNews } from "../../src/news/studio-news.object.ts";

const CRON = "17 * * * *";

const RealDate = Date;
/** The key of an object's alarm in its own storage: the platform's would come by the real time. */
const ALARM = "turned alarm";

// The system sets the variable before an isolate begins (week-system.ts).
let now = Number(Reflect.get(variables, "TURNED_NOW"));

function turnClock(moment: number): void {
  now = moment;
}

class TurnedDate extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(now);
    // One argument, or the parts of a date.
    else super(...(given as [number]));
  }

  static override now(): number {
    return now;
  }
}

globalThis.Date = TurnedDate as DateConstructor;

let areAlarmsTurned = false;

/** Has the alarms of all objects wait for the turned clock: their storages share these methods. */
function turnAlarms({ storage }: DurableObjectState): void {
  if (areAlarmsTurned) return;
  areAlarmsTurned = true;
  const shared: DurableObjectStorage = Object.getPrototypeOf(storage);
  const { setAlarm, deleteAlarm } = shared;
  shared.setAlarm = function (this: DurableObjectStorage, moment) {
    const at = Number(moment);
    this.kv.put(ALARM, at);
    return at <= now ? setAlarm.call(this, RealDate.now()) : deleteAlarm.call(this);
  };
  shared.getAlarm = function (this: DurableObjectStorage) {
    return Promise.resolve(this.kv.get<number>(ALARM) ?? null);
  };
  shared.deleteAlarm = function (this: DurableObjectStorage) {
    this.kv.delete(ALARM);
    return deleteAlarm.call(this);
  };
}

/** To be called as an object's alarm begins: it has none any more. */
function beginAlarm({ storage }: DurableObjectState): void {
  storage.kv.delete(ALARM);
}

/** Lets the object's alarm come, if its moment has come. */
async function ringIfDue({ storage }: DurableObjectState): Promise<void> {
  const at = await storage.getAlarm();
  if (at !== null && at <= now) await storage.setAlarm(at);
}

let failing: Failing = { database: false, sliceResults: false };

const withOutages = (env: Env): Env => ({
  ...env,
  DB: failingDatabase(env.DB, () => failing.database),
  SLICE_RESULTS: failingNamespace(env.SLICE_RESULTS, () => failing.sliceResults),
});

export class VisitorDay extends RealVisitorDay {
  constructor(state: DurableObjectState, env: Env) {
    turnAlarms(state);
    super(state, env);
  }

  override alarm(): Promise<void> {
    beginAlarm(this.ctx);
    return super.alarm();
  }
}

export class RequestLog extends RealRequestLog {
  constructor(state: DurableObjectState, env: Env) {
    turnAlarms(state);
    super(state, env);
  }

  override alarm(): Promise<void> {
    beginAlarm(this.ctx);
    return super.alarm();
  }
}

export class StudioOutbox extends RealStudioOutbox {
  constructor(state: DurableObjectState, env: Env) {
    turnAlarms(state);
    super(state, withOutages(env));
  }

  override alarm(): Promise<void> {
    beginAlarm(this.ctx);
    return super.alarm();
  }

  ringIfDue(): Promise<void> {
    return ringIfDue(this.ctx);
  }
}

export default {
  async fetch(request, env, context) {
    if (new URL(request.url).pathname !== TURN_PATH) return worker.fetch(request, withOutages(env), context);
    // The simulator writes it.
    const turn = (await request.json()) as ClockTurn;
    turnClock(turn.now);
    failing = turn.failing;
    if (turn.ringsOutboxes) await ringOutboxes(env);
    if (turn.runsSchedule) {
      await worker.scheduled({ scheduledTime: turn.now, cron: CRON, noRetry: () => {} }, withOutages(env));
    }
    return new Response(null, { status: 204 });
  },
} satisfies ExportedHandler<Env>;

async function ringOutboxes(env: Env): Promise<void> {
  const due = env.DB.prepare("SELECT DISTINCT studio_id FROM messages WHERE next_at IS NOT NULL AND next_at <= ?");
  const { results } = await due.bind(now).all<{ studio_id: number }>();
  await Promise.all(results.map(({ studio_id }) => outboxOf(env, studio_id).ringIfDue()));
}

function outboxOf(env: Env, studioId: number): { ringIfDue(): Promise<void> } {
  // This Worker's own class, above.
  return placedObject(env.STUDIO_OUTBOX, String(studioId), env.PLACE) as unknown as { ringIfDue(): Promise<void> };
}

type Prepares = Pick<D1Database, "prepare" | "batch">;

function failingDatabase(database: D1Database, doesFail: () => boolean): D1Database {
  const changed: Pick<D1Database, "prepare" | "batch" | "withSession"> = {
    ...failingQueries(database, doesFail),
    withSession: (constraint?: D1SessionConstraint) => {
      const session = database.withSession(constraint);
      // The service calls no other method of a session.
      return failingQueries(session, doesFail) as D1DatabaseSession;
    },
  };
  // The service calls no other method of a database.
  return changed as D1Database;
}

function failingQueries(database: Prepares, doesFail: () => boolean): Prepares {
  return {
    prepare: (sql) => failingStatement(database.prepare(sql), doesFail),
    batch: <Row>(statements: D1PreparedStatement[]) =>
      doesFail() ? Promise.reject(new Error(TRANSIENT_FAULT)) : database.batch<Row>(statements),
  };
}

function failingStatement(statement: D1PreparedStatement, doesFail: () => boolean): D1PreparedStatement {
  const [bind, all, run, raw] = [statement.bind, statement.all, statement.run, statement.raw].map((method) =>
    method.bind(statement),
  ) as [
    // The four methods, in their order.
    D1PreparedStatement["bind"],
    D1PreparedStatement["all"],
    D1PreparedStatement["run"],
    D1PreparedStatement["raw"],
  ];
  const unlessFailing =
    <Answer>(call: () => Promise<Answer>) =>
    () =>
      doesFail() ? Promise.reject(new Error(TRANSIENT_FAULT)) : call();
  return Object.assign(statement, {
    bind: (...values: unknown[]) => failingStatement(bind(...values), doesFail),
    all: unlessFailing(() => all()),
    run: unlessFailing(() => run()),
    raw: unlessFailing(() => raw()),
  });
}

/** The namespace; its reads and writes fail meanwhile. */
function failingNamespace(namespace: KVNamespace, doesFail: () => boolean): KVNamespace {
  return new Proxy(namespace, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...given: unknown[]) =>
        doesFail() ? Promise.reject(new Error("KV does not answer")) : Reflect.apply(member, target, given);
    },
  });
}
