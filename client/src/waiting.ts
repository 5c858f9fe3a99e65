// Waiting for slicing: follows a 202's job to its end, then sends the request again.

import {
  type AnswerTo,
  type Call,
  type CallOptions,
  type Connection,
  pause,
  type RequestParts,
  retryAfterSeconds,
} from "./connection.ts";
import { SlicingFailedError, StudioError } from "./errors.ts";
import type { Answered } from "./studio-call.ts";
import type { AcceptedJob, Operations, SlicingJob } from "./types.ts";

export interface Progress {
  /** The request is being sent, or its models are being sliced. */
  readonly stage: "uploading" | "slicing";
  /** 0 to 100, of the stage. */
  readonly percent: number;
  /** Number of slices that start before it; null once it is being sliced, while it is unknown, and for several files. */
  readonly queuedAhead: number | null;
  /** Null while uploading. */
  readonly jobId: string | null;
}

export interface WaitOptions extends CallOptions {
  /** Called at every news of the call's progress. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** The longest time for which the service holds an answer until slicing finishes, in seconds (wire: Jobs). */
const LONGEST_HOLD_SECONDS = 30;
/** After this many rounds a finished job that is answered with 202 again counts as a fault. */
const MAX_ROUNDS = 5;

/** The operations that answer 202 while their models are being sliced. */
export type WaitingOperation = {
  [Key in keyof Operations]: Operations[Key]["answers"] extends { readonly 202: AcceptedJob; readonly 200: AcceptedJob }
    ? never
    : Operations[Key]["answers"] extends { readonly 202: unknown }
      ? Key
      : never;
}[keyof Operations];

/** The answer that is no job. */
export type FinalAnswer<Key extends WaitingOperation> = Exclude<AnswerTo<Key>, { readonly status: 202 }>;

/**
 * Sends a request until it is answered with more than a job, and follows each job to its end in between.
 *
 * @param partsAfter the parts to send: first without a job, then given the previous 202
 * @throws SlicingFailedError if slicing failed twice. After the first failure the request is sent again: the service then names the
 *   file and its fault (ValidationError), or slices anew
 */
export async function sendUntilSliced<Key extends WaitingOperation>(
  connection: Connection,
  call: Call,
  operation: Key,
  options: WaitOptions,
  partsAfter: (accepted: AcceptedJob | undefined) => RequestParts,
): Promise<FinalAnswer<Key>> {
  let accepted: AcceptedJob | undefined;
  let hasFailed = false;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const parts = partsAfter(accepted);
    if (parts.body !== undefined)
      options.onProgress?.({ stage: "uploading", percent: 0, queuedAhead: null, jobId: null });
    const answer = await connection.send(call, operation, { ...parts, headers: preferWait(options) });
    // Only 202 carries a job among these operations' statuses (the contract).
    if (answer.status !== 202) return answer as FinalAnswer<Key>;
    accepted = answer.data as AcceptedJob;
    const firstPause = retryAfterSeconds(answer.response.headers) ?? 1;
    const { data: job } = await followJob(connection, call, accepted.jobId, firstPause, options);
    if (job.status === "failed" && hasFailed) throw new SlicingFailedError(job);
    hasFailed ||= job.status === "failed";
  }
  throw new StudioError(`${operation} still answers 202 although slicing job ${accepted?.jobId} has ended`);
}

/** Polls the job until it is done or failed, at the service's pace. */
export async function followJob(
  connection: Connection,
  call: Call,
  jobId: string,
  firstPauseSeconds: number,
  options: WaitOptions,
): Promise<Answered<SlicingJob>> {
  call.jobId = jobId;
  let seconds = firstPauseSeconds;
  for (;;) {
    await pause(seconds * 1000, call.signal);
    const parts = { path: { jobId }, headers: preferWait(options) };
    const answer = await connection.send(call, "GET /slicing-jobs/{jobId}", parts);
    const { data: job, response } = answer;
    options.onProgress?.({ stage: "slicing", percent: job.progress, queuedAhead: job.queuedAhead, jobId });
    if (job.status === "done" || job.status === "failed") return answer;
    seconds = retryAfterSeconds(response.headers) ?? 1;
  }
}

/**
 * With a listener for progress, the service's own pace: short at first, longer as the job grows older. Short holds to the end would
 * exceed the 20 requests that it promises.
 */
function preferWait({ onProgress }: WaitOptions): Record<string, string> {
  return onProgress === undefined ? { Prefer: `wait=${LONGEST_HOLD_SECONDS}` } : {};
}
