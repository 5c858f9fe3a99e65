// 202: the answer while a visitor's models are still being sliced.

import { jobRetryAfterSeconds } from "../../http/job-pace.ts";
import { type FileOfJob, keepJob } from "../../slicing/slicing-job.ts";
import type { StillSlicing } from "../wire.ts";
import type { StorefrontContext } from "./page-context.ts";

/** An answer waits so long for its slices: most are done by then, and a visitor sees the progress of longer ones. */
export const HOLD_MILLISECONDS = 3_000;

/** @param files the job's files, at least one of them unfinished */
export async function stillSlicing(context: StorefrontContext, files: readonly FileOfJob[]): Promise<Response> {
  const { createdAt } = await keepJob(context.var.tenant, files);
  const seconds = jobRetryAfterSeconds(createdAt);
  context.header("Retry-After", String(seconds));
  const answer: StillSlicing = {
    status: "slicing",
    progress: Math.floor(files.reduce((sum, { state }) => sum + state.progress, 0) / files.length),
    queuedAhead: queuedAhead(files),
    retryAfterSeconds: seconds,
  };
  return context.json(answer, 202);
}

/** Slices before the first of them; null if one runs already, or if the queue is unknown. */
function queuedAhead(files: readonly FileOfJob[]): number | null {
  const states = files.map(({ state }) => state);
  if (states.some(({ status }) => status === "slicing")) return null;
  const known = states.flatMap((state) => (state.status === "queued" && state.ahead !== null ? [state.ahead] : []));
  return known.length === 0 ? null : Math.min(...known);
}
