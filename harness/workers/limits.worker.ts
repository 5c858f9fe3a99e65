// The API Worker for the limits' proof: its clocks are turned, its gates lose their memory, answers and database.
//
// Each object has a machine of its own, and the isolate another: a call carries the object's clock. Rate-limit bindings of the platform
// count by its own clock and are not asked.

import { AsyncLocalStorage } from "node:async_hooks";
import { createApp } from "../../src/app.ts";
import { asStudioId } from "../../src/domain/ids.ts";
import { networksOf } from "../../src/domain/visitor.ts";
import type { Env } from "../../src/env.ts";
import {
  type Admission,
  type AdmissionRequest,
  StudioGate as RealStudioGate,
} from "../../src/gate/studio-gate.object.ts";
import { VisitorDay as RealVisitorDay } from "../../src/gate/visitor-day.object.ts";
import { takeOfDay } from "../../src/gate/visitor-day.ts";
import {
  admitAttempt,
  counterOfMails,
  countersOf,
  FORGOTTEN_PASSWORD,
  SIGN_IN,
  type TooManyAttempts,
} from "../../src/people/attempts.store.ts";
import { forgetAttempts } from "../../src/people/check-password.ts";
import { openPeopleDatabase } from "../../src/people/people-database.ts";
import {
  type AskCall,
  type AskedAnswer,
  type AttemptCall,
  LIMIT_CALL_PATH,
  type LimitCall,
  type Lost,
  type Machine,
  OPERATIONS,
  type TakeCall,
} from "./limit-calls.ts";

export { RequestLog } from "../../src/key-log/request-log.object.ts";
export { StudioOutbox } from "../../src/mail/studio-outbox.object.ts";
export { StudioNews } from "../../src/news/studio-news.object.ts";

const machines = new AsyncLocalStorage<Machine>();
const realNow = Date.now;
Date.now = () => machines.getStore()?.now ?? realNow();

const printError = console.error;
// The log of a database that is down on purpose would only mislead.
console.error = (...words) => {
  if (machines.getStore()?.isDatabaseDown !== true) printError(...words);
};

const at = <Result>(now: number, work: () => Result) => machines.run({ now, isDatabaseDown: false }, work);

export class StudioGate extends RealStudioGate {
  readonly #readings: Set<Promise<unknown>>;

  constructor(state: DurableObjectState, env: Env) {
    const readings = new Set<Promise<unknown>>();
    super(state, { ...env, DB: breakable(env.DB, readings) });
    this.#readings = readings;
  }

  /** Readings that the request has begun in the background end before its answer: the next one meets them ended. */
  override async admit(request: AdmissionRequest & { readonly machine?: Machine }): Promise<Admission> {
    const admission = await onMachine(request.machine, () => super.admit(request));
    while (this.#readings.size > 0) {
      await Promise.allSettled(this.#readings);
      await new Promise((end) => setTimeout(end));
    }
    return admission;
  }

  override accessChanged(studioId: AdmissionRequest["studioId"], machine?: Machine): Promise<boolean> {
    return onMachine(machine, () => super.accessChanged(studioId));
  }

  usedOn(machine: Machine): number {
    return machines.run(machine, () => this.use().usedThisHour);
  }

  loseMemory(): void {
    this.ctx.abort("evicted by the proof");
  }
}

export class VisitorDay extends RealVisitorDay {
  override take(...parameters: [...Parameters<RealVisitorDay["take"]>, now?: number]) {
    const [from, allowance, names, now] = parameters;
    return now === undefined ? super.take(from, allowance, names) : at(now, () => super.take(from, allowance, names));
  }

  loseMemory(): void {
    this.ctx.abort("evicted by the proof");
  }
}

const app = createApp();

export default {
  async fetch(request, env, context) {
    if (new URL(request.url).pathname !== LIMIT_CALL_PATH) return app.fetch(request, env, context);
    // Only the proof calls this path.
    return Response.json(await answerOf((await request.json()) as LimitCall, env, context));
  },
} satisfies ExportedHandler<Env>;

async function answerOf(call: LimitCall, env: Env, context: ExecutionContext): Promise<unknown> {
  switch (call.call) {
    case "ask":
      return ask(call, env, context);
    case "tell":
      return gateOf(env, call.studioId).accessChanged(asStudioId(call.studioId), call.machine);
    case "use":
      return gateOf(env, call.studioId).usedOn(call.machine);
    case "evict": {
      const namespace = call.object === "gate" ? env.STUDIO_GATE : env.VISITOR_DAY;
      await losing(namespace.get(namespace.idFromName(call.name)));
      return null;
    }
    case "take":
      return take(call, env);
    case "attempt":
      return attempt(call, env);
    case "forget":
      await forgetAttempts(openPeopleDatabase(env), call.account);
      return null;
  }
}

async function ask(call: AskCall, env: Env, context: ExecutionContext): Promise<AskedAnswer[]> {
  const { machine, isolateNow, gap, keys } = call;
  const send = async (key: string, later: number, lost: Lost): Promise<AskedAnswer> => {
    const onGate = { ...machine, now: machine.now + later };
    const asked = { ...env, STUDIO_GATE: gatesOn(env, onGate, lost) };
    const { method, path } = OPERATIONS[call.operation];
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const body = method === "POST" ? { body: "{}" } : {};
    const request = new Request(`http://127.0.0.1/api/v1${path}`, { method, headers, ...body });
    const answer = await at(isolateNow + later, () => app.fetch(request, asked, context));
    await answer.arrayBuffer();
    return {
      status: answer.status,
      rateLimit: answer.headers.get("RateLimit"),
      policy: answer.headers.get("RateLimit-Policy"),
      retryAfter: answer.headers.get("Retry-After"),
    };
  };
  const lostOf = (index: number) => (index === 0 ? call.lost : "nothing");
  if (gap === null) return Promise.all(keys.map((key, index) => send(key, 0, lostOf(index))));
  const answers: AskedAnswer[] = [];
  for (const [index, key] of keys.entries()) {
    answers.push(await send(key, index * gap, lostOf(index)));
  }
  return answers;
}

function take({ now, studioId, address, allowance, requests }: TakeCall, env: Env) {
  const days = new Proxy(env.VISITOR_DAY, {
    get: (real, name) => (name === "get" ? (id: DurableObjectId) => dayAt(real.get(id), now) : methodOf(real, name)),
  });
  const visitor = { studioId: asStudioId(studioId), networks: networksOf(address) };
  const onMachine = { ...env, VISITOR_DAY: days };
  return Promise.all(requests.map((names) => takeOfDay(onMachine, visitor, allowance, names)));
}

async function attempt({ now, kind, account, address, times }: AttemptCall, env: Env): Promise<(number | null)[]> {
  const database = openPeopleDatabase(env);
  const limits = kind === "sign-in" ? SIGN_IN : FORGOTTEN_PASSWORD;
  const counters = kind === "mails" ? [counterOfMails(Number(account))] : await countersOf(limits, account, address);
  const all = Array.from({ length: times }, () => at(now, () => admitAttempt(database, counters)));
  return (await Promise.all(all)).map((refusal: TooManyAttempts | undefined) => refusal?.secondsLeft ?? null);
}

// The bindings of this Worker name its own classes.
const gateOf = (env: Env, studioId: number) =>
  env.STUDIO_GATE.get(env.STUDIO_GATE.idFromName(String(studioId))) as unknown as DurableObjectStub<StudioGate>;

/** The namespace of the gates: each call carries the machine's clock, and the first answer is lost if it is to be. */
function gatesOn(env: Env, machine: Machine, lost: Lost): Env["STUDIO_GATE"] {
  let isLost = lost === "nothing";
  const wrapped = (gate: ReturnType<typeof gateOf>) =>
    new Proxy(gate, {
      get(_, name) {
        if (name !== "admit") return methodOf(gate, name);
        return async (request: AdmissionRequest) => {
          const admission = await gate.admit({ ...request, machine });
          if (isLost) return admission;
          isLost = true;
          if (lost === "object") await losing(gate);
          throw Object.assign(new Error("the answer was lost"), { retryable: true });
        };
      },
    });
  return new Proxy(env.STUDIO_GATE, {
    get(real, name) {
      if (name !== "get") return methodOf(real, name);
      // As for `gateOf`.
      return (id: DurableObjectId) => wrapped(real.get(id) as unknown as ReturnType<typeof gateOf>);
    },
  });
}

function dayAt(day: DurableObjectStub<RealVisitorDay>, now: number): unknown {
  const take = (...parameters: unknown[]) => Reflect.apply(Reflect.get(day, "take"), day, [...parameters, now]);
  return new Proxy(day, { get: (_, name) => (name === "take" ? take : methodOf(day, name)) });
}

/** A stub has a method for every name. */
function methodOf(real: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(real, name);
  return typeof member === "function" ? (...parameters: unknown[]) => Reflect.apply(member, real, parameters) : member;
}

/** The call that makes an object lose its memory is lost with it. */
async function losing(stub: object): Promise<void> {
  const loseMemory: unknown = Reflect.get(stub, "loseMemory");
  if (typeof loseMemory !== "function") throw new Error("This object cannot lose its memory");
  await Promise.resolve(Reflect.apply(loseMemory, stub, [])).catch(() => {});
}

function onMachine<Result>(machine: Machine | undefined, work: () => Result): Result {
  return machine === undefined ? work() : machines.run(machine, work);
}

/** The database, which fails on a machine that cannot reach it. */
function breakable(database: D1Database, readings: Set<Promise<unknown>>): D1Database {
  return new Proxy(database, {
    get(real, name) {
      // The gate makes no other call of D1.
      if (name !== "batch") return methodOf(real, name);
      return (statements: D1PreparedStatement[]) => {
        const isDown = machines.getStore()?.isDatabaseDown === true;
        const reading = isDown ? Promise.reject(new Error("D1 is down")) : real.batch(statements);
        const end = () => void readings.delete(reading);
        readings.add(reading);
        reading.then(end, end);
        return reading;
      };
    },
  });
}
