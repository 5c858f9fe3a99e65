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
import type { AcceptedJob, Operations, SlicingJob } from "./types.ts";

export interface Progress {
  /** The request is being sent, or its models are being sliced. */
  readonly stage: "uploading" | "slicing";
  /** 0 to 100, of the stage. */
  readonly percent: number;
  /** How many slices start before it; null once it is being sliced, while it is not known, and for several files. */
  readonly queuedAhead: number | null;
  /** Null while uploading. */
  readonly jobId: string | null;
}

export interface WaitOptions extends CallOptions {
  /** Told what the call is doing, whenever the service says something new. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Seconds for which an answer may be held for slicing to finish: the most that the service takes (wire: Jobs). */
const LONGEST_HOLD_SECONDS = 30;
/** How often a request is sent before a job that is done, and yet answered with 202 again, counts as a fault. */
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
export type FinalAnswer<Key extends WaitingOperation> = Exclude<AnswerTo<Key>, { readonly status: 202 }>["data"];

/**
 * Sends a request until it is answered with more than a job, and follows each job to its end in between.
 *
 * @param partsAfter what to send: first without a job, then knowing the 202 that came before
 * @throws SlicingFailedError if slicing failed although it was tried twice. The first time, the request is sent again: the
 *   service then names the file and says what is wrong with it (ValidationError), or slices anew
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
    // Of the statuses that these operations answer, only 202 carries a job (the contract).
    if (answer.status !== 202) return answer.data as FinalAnswer<Key>;
    accepted = answer.data as AcceptedJob;
    const job = await followJob(connection, call, accepted.jobId, retryAfterSeconds(answer.headers) ?? 1, options);
    if (job.status === "failed" && hasFailed) throw new SlicingFailedError(job);
    hasFailed ||= job.status === "failed";
  }
  throw new StudioError(`${operation} still answers 202 although slicing job ${accepted?.jobId} has ended`);
}

/** Asks for the job until it is done or failed, no sooner than the service wants to be asked. */
export async function followJob(
  connection: Connection,
  call: Call,
  jobId: string,
  firstPauseSeconds: number,
  options: WaitOptions,
): Promise<SlicingJob> {
  call.jobId = jobId;
  let seconds = firstPauseSeconds;
  for (;;) {
    await pause(seconds * 1000, call.signal);
    const parts = { path: { jobId }, headers: preferWait(options) };
    const { data: job, headers } = await connection.send(call, "GET /slicing-jobs/{jobId}", parts);
    options.onProgress?.({ stage: "slicing", percent: job.progress, queuedAhead: job.queuedAhead, jobId });
    if (job.status === "done" || job.status === "failed") return job;
    seconds = retryAfterSeconds(headers) ?? 1;
  }
}

/**
 * Where somebody wants to see progress, the service's own pace: short at first, longer as the job grows older. Short holds to the end
 * would cost more than the 20 requests that it promises.
 */
function preferWait({ onProgress }: WaitOptions): Record<string, string> {
  return onProgress === undefined ? { Prefer: `wait=${LONGEST_HOLD_SECONDS}` } : {};
}
