// The API Worker with requests interrupted at a statement, as by a lost client or a lost isolate.
//
// A request names in `Interrupt-Before` the beginning of the statement, and in `Interrupt-For` its wait there in milliseconds. With
// `Hang-Up`, its caller drops it at that point: workerd then cancels its tasks, which it does not do for a client of the local
// socket.

import { WorkerEntrypoint } from "cloudflare:workers";
import { createApp } from "../../src/app.ts";
import type { Env } from "../../src/env.ts";

export { StudioGate } from "../../src/gate/studio-gate.object.ts";
export { VisitorDay } from "../../src/gate/visitor-day.object.ts";
export { RequestLog } from "../../src/key-log/request-log.object.ts";
export { StudioOutbox } from "../../src/mail/studio-outbox.object.ts";
export { StudioNews } from "../../src/news/studio-news.object.ts";

const app = createApp();

/** Tells the caller that hangs up that its request has reached the statement. */
let hasCome = (): void => {};

/** The API itself, behind a caller that may drop it. */
export class Api extends WorkerEntrypoint<Env> {
  override fetch(request: Request): Response | Promise<Response> {
    const before = request.headers.get("Interrupt-Before");
    if (before === null) return app.fetch(request, this.env, this.ctx);
    const milliseconds = Number(request.headers.get("Interrupt-For"));
    return app.fetch(request, { ...this.env, DB: interrupted(this.env.DB, before, milliseconds) }, this.ctx);
  }
}

export default {
  async fetch(request, _env, context) {
    // This Worker's own exports, as the runtime makes them; the types know only those that wrangler generates.
    const { Api: api } = (context as unknown as { exports: { Api: Fetcher } }).exports;
    if (!request.headers.has("Hang-Up")) return api.fetch(request);
    const coming = Promise.withResolvers<void>();
    hasCome = coming.resolve;
    const call = new AbortController();
    const hangingUp = coming.promise.then(() => call.abort());
    const body = await request.arrayBuffer();
    try {
      return await api.fetch(new Request(request, { body }), { signal: call.signal });
    } catch {
      await hangingUp;
      return new Response("hung up", { status: 499 });
    }
  },
} satisfies ExportedHandler<Env>;

function interrupted(database: D1Database, before: string, milliseconds: number): D1Database {
  const waits = new WeakSet<D1PreparedStatement>();
  const pause = () => {
    hasCome();
    return scheduler.wait(milliseconds);
  };
  const noted = (statement: D1PreparedStatement, isIt: boolean): D1PreparedStatement => {
    if (!isIt) return statement;
    waits.add(statement);
    const bind = statement.bind.bind(statement);
    const all = statement.all.bind(statement);
    return Object.assign(statement, {
      bind: (...values: unknown[]) => noted(bind(...values), true),
      all: () => pause().then(() => all()),
    });
  };
  const changed: Pick<D1Database, "prepare" | "batch" | "withSession"> = {
    prepare: (sql) => noted(database.prepare(sql), sql.startsWith(before)),
    async batch<Row>(statements: D1PreparedStatement[]) {
      if (statements.some((statement) => waits.has(statement))) await pause();
      return database.batch<Row>(statements);
    },
    withSession: (constraint?: D1SessionConstraint) => database.withSession(constraint),
  };
  // The service calls no other method of a database.
  return changed as D1Database;
}
