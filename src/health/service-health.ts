// Service health: asks each part that requests depend on, and lists the silent ones. It reads no studio's data.

import {
  EXPECTED_SLICE_SECONDS,
  type LongSlices,
  type SlicerHealth,
} from "../../slicer-service/src/contract/slices.ts";
import { askDatabase } from "../db/operating-queries.ts";
import type { Env } from "../env.ts";
import { askAnyGate } from "../gate/studio-gate.ts";
import { primaryOf } from "../platform/d1.ts";
import { logError } from "../platform/error-log.ts";
import { withTimeout } from "../platform/with-timeout.ts";

/** One part. An unhealthy part has a sentence for the operator in `problem`. */
export interface PartHealth {
  readonly ok: boolean;
  readonly problem?: string;
  /** Time to the part's answer. */
  readonly milliseconds?: number;
}

export interface ServiceHealth {
  readonly checkedAt: Date;
  readonly database: PartHealth;
  readonly gate: PartHealth;
  readonly slicer: PartHealth & { readonly engine: SlicerHealth["engine"]["status"] | null };
  /** The age is null if only long slices wait, or if it is unknown; long slices wait in the slow lane. */
  readonly queue: PartHealth & {
    readonly oldestQueuedSeconds: number | null;
    readonly longSlices: LongSlices | null;
  };
}

/** Bounds a part that hangs, so that a monitor hears of it. Longer than the slicer Worker gives its engine. */
const MAX_PART_MILLISECONDS = 3000;

/** Asks all parts at once. A part that fails or hangs is an answer, not an error. */
export async function checkHealth(env: Env): Promise<ServiceHealth> {
  const [database, gate, slicer] = await Promise.all([
    ask("database", () => askDatabase(primaryOf(env.DB))),
    ask("gate", () => askAnyGate(env)),
    ask("slicer", () => env.SLICER.health()),
  ]);
  return {
    checkedAt: new Date(),
    database: database.part,
    gate: gate.part,
    ...slicerHealth(slicer, env.SLICE_ENGINE),
  };
}

export function isWell({ database, gate, slicer, queue }: ServiceHealth): boolean {
  return [database, gate, slicer, queue].every(({ ok }) => ok);
}

interface Asked<Answer> {
  readonly part: PartHealth;
  /** Undefined if it did not answer. */
  readonly answer?: Answer;
}

async function ask<Answer>(name: string, call: () => Promise<Answer>): Promise<Asked<Answer>> {
  const begunAt = Date.now();
  try {
    const answer = await withTimeout(MAX_PART_MILLISECONDS, call());
    const milliseconds = Date.now() - begunAt;
    if (answer !== "too_late") return { part: { ok: true, milliseconds }, answer };
    return {
      part: { ok: false, problem: `does not answer within ${MAX_PART_MILLISECONDS / 1000} s`, milliseconds },
    };
  } catch (error) {
    // The fault's text may quote values, which only the log may hold.
    logError({ operation: "health", part: name }, error);
    return { part: { ok: false, problem: "answers with an error: see the log", milliseconds: Date.now() - begunAt } };
  }
}

function slicerHealth(
  { part, answer }: Asked<SlicerHealth>,
  wantedEngineName: string,
): Pick<ServiceHealth, "slicer" | "queue"> {
  if (answer === undefined) {
    const queue = { ok: false, problem: "not known, since the slicer does not say" };
    return { slicer: { ...part, engine: null }, queue: { ...queue, oldestQueuedSeconds: null, longSlices: null } };
  }
  const { engine, oldestQueuedAt, longSlices = null } = answer;
  const problem = engineProblem(engine, wantedEngineName);
  const slicer = problem === undefined ? part : { ...part, ok: false, problem };
  return { slicer: { ...slicer, engine: engine.status }, queue: { ...queueHealth(oldestQueuedAt), longSlices } };
}

function engineProblem(engine: SlicerHealth["engine"], wantedEngineName: string): string | undefined {
  switch (engine.status) {
    case "on_demand":
      return engine.engineName === wantedEngineName
        ? undefined
        : `containers are started as ${engine.engineName}, and SLICE_ENGINE asks for ${wantedEngineName}`;
    case "other_image":
      return `a container answers as ${engine.answeredAs}, and should be ${engine.image}, since ${new Date(engine.since).toISOString()}`;
    case "answering":
      return engine.engineName === null || engine.engineName === wantedEngineName
        ? undefined
        : `the engine is ${engine.engineName}, and SLICE_ENGINE asks for ${wantedEngineName}`;
    case "unreachable":
      return engine.since === null
        ? "no engine answers"
        : `no engine has answered a slice since ${new Date(engine.since).toISOString()}`;
    default:
      return engine satisfies never;
  }
}

function queueHealth(oldestQueuedAt: number | null): Omit<ServiceHealth["queue"], "longSlices"> {
  if (oldestQueuedAt === null) return { ok: true, oldestQueuedSeconds: null };
  const oldestQueuedSeconds = Math.max(0, Math.floor((Date.now() - oldestQueuedAt) / 1000));
  if (oldestQueuedSeconds <= EXPECTED_SLICE_SECONDS) return { ok: true, oldestQueuedSeconds };
  const problem = `a slice waits for more than ${EXPECTED_SLICE_SECONDS / 60} minutes: npm run studio -- jobs --stuck`;
  return { ok: false, problem, oldestQueuedSeconds };
}
