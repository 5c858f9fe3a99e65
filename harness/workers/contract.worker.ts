// The API Worker on a platform that fails as a request's header demands, for faults of the platform.

import { createApp } from "../../src/app.ts";
import type { Env } from "../../src/env.ts";
import { type ContractFault, FAULT_HEADER } from "../contract/contract-faults.ts";

export { StudioGate } from "../../src/gate/studio-gate.object.ts";
export { VisitorDay } from "../../src/gate/visitor-day.object.ts";
export { RequestLog } from "../../src/key-log/request-log.object.ts";
export { StudioOutbox } from "../../src/mail/studio-outbox.object.ts";
export { StudioNews } from "../../src/news/studio-news.object.ts";

const app = createApp();
const logError = console.error;
/** Time enough for a second request to find the first one running. */
const SLOW_ANSWER_MILLISECONDS = 1500;

function faulty(env: Env, fault: ContractFault): Env {
  switch (fault) {
    case "gate fails":
      return { ...env, STUDIO_GATE: gatesThatThrow(env, new Error("an unforeseen fault")) };
    case "gate is overloaded":
      return { ...env, STUDIO_GATE: gatesThatThrow(env, Object.assign(new Error("overloaded"), { overloaded: true })) };
    case "slicer is lost":
      return { ...env, SLICER: failing<Env["SLICER"]>(new Error("the slicer cannot be reached")) };
    case "the claim of its key is answered slowly":
      return { ...env, DB: slowAtFirst(env.DB) };
    case "files are limited to a megabyte":
      return { ...env, MAX_FILE_MEGABYTES: 1 };
    case "https is required":
      return { ...env, HTTPS_ONLY: true };
  }
}

/** A binding that fails in every method. */
function failing<Binding extends object>(error: Error): Binding {
  // All methods of a binding return promises.
  return new Proxy({}, { get: (_, name) => (name === "then" ? undefined : () => Promise.reject(error)) }) as Binding;
}

function gatesThatThrow(env: Env, error: Error): Env["STUDIO_GATE"] {
  const gates = {
    idFromName: (name: string) => env.STUDIO_GATE.idFromName(name),
    get: () => failing<ReturnType<Env["STUDIO_GATE"]["get"]>>(error),
  };
  // The API uses nothing else of the objects' namespace.
  return gates as unknown as Env["STUDIO_GATE"];
}

/** The database that answers its first batch late: that one claims the request's Idempotency-Key. */
function slowAtFirst(database: D1Database): D1Database {
  let batches = 0;
  return new Proxy(database, {
    get(real, name) {
      const member: unknown = Reflect.get(real, name);
      if (typeof member !== "function") return member;
      return (...given: unknown[]) => {
        const answer: unknown = Reflect.apply(member, real, given);
        return name === "batch" && batches++ === 0 ? late(answer) : answer;
      };
    },
  });
}

async function late<Answer>(answer: Answer): Promise<Awaited<Answer>> {
  const answered = await answer;
  await new Promise((end) => setTimeout(end, SLOW_ANSWER_MILLISECONDS));
  return answered;
}

export default {
  fetch(request, env, context) {
    // The contract's scenarios send no other values.
    const fault = request.headers.get(FAULT_HEADER) as ContractFault | null;
    // A requested fault's log would only mislead.
    console.error = fault === null ? logError : () => {};
    return app.fetch(request, fault === null ? env : faulty(env, fault), context);
  },
} satisfies ExportedHandler<Env>;
