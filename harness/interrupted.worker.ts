// The API Worker with requests interrupted at a statement, as a lost client or a lost isolate does it.
//
// A request says in `Interrupt-Before` how the statement begins, and in `Interrupt-For` for how many milliseconds it waits there.
// With `Hang-Up-After`, its caller drops it after so many milliseconds: workerd then cancels its tasks, which it does not do
// for a client of the local socket.

import { WorkerEntrypoint } from "cloudflare:workers";
import { createApp } from "../src/app.ts";
import type { Env } from "../src/env.ts";

export { StudioGate } from "../src/gate/studio-gate.object.ts";

const app = createApp();

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
    // This Worker's own exports, as the runtime makes them; the types know only of what wrangler generates.
    const { Api: api } = (context as unknown as { exports: { Api: Fetcher } }).exports;
    const hangUpAfter = request.headers.get("Hang-Up-After");
    if (hangUpAfter === null) return api.fetch(request);
    const body = await request.arrayBuffer();
    try {
      return await api.fetch(new Request(request, { body }), { signal: AbortSignal.timeout(Number(hangUpAfter)) });
    } catch {
      return new Response("hung up", { status: 499 });
    }
  },
} satisfies ExportedHandler<Env>;

function interrupted(database: D1Database, before: string, milliseconds: number): D1Database {
  const waits = new WeakSet<D1PreparedStatement>();
  const pause = () => scheduler.wait(milliseconds);
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
  // The service uses nothing else of a database.
  return changed as D1Database;
}
