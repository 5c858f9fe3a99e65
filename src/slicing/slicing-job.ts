// Slicing job: a stored list of the slices that a client waits for. Its state follows from theirs.

import { eq, sql } from "drizzle-orm";
import type { SliceFailure, SliceResult, SliceState } from "../../slicer-service/src/contract/slices.ts";
import { findTechnologyBySlug, type Technology } from "../../slicer-service/src/contract/technologies.ts";
import type { SlicingJobItem } from "../db/column-types.ts";
import { slicingJobs } from "../db/schema.ts";
import { type ModelId, modelIdOf, type StudioId } from "../domain/ids.ts";
import { isEnded, type SlicingJobStatus } from "../domain/print/slicing.ts";
import type { Sentence } from "../domain/sentence.ts";
import { sha256Hex } from "../platform/sha256.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { failureReason } from "./failure-sentence.ts";
import { readingAhead, rememberNeeded } from "./reads-ahead.ts";
import { readSlices, type SlicedFile } from "./slices.ts";

/** Longer than a slice and its turn take, but for a queue of hours. */
const MAX_RUN_MILLISECONDS = 3_600_000;

/** A job that was just kept. */
export interface KeptJob {
  readonly jobId: string;
  readonly status: SlicingJobStatus;
  readonly createdAt: Date;
  /** One per file. */
  readonly modelIds: readonly ModelId[];
}

/** A file of a job that is to be kept. */
export type FileOfJob = SlicedFile & { readonly printingQualityId: number };

/** One file of a job. `progress` is 0 to 100. */
export interface JobFile {
  readonly originalFileName: string;
  /** Null in a job of before it was kept, and so the next two. */
  readonly modelId: ModelId | null;
  readonly printingQualityId: number | null;
  readonly technology: Technology | null;
  readonly status: SlicingJobStatus;
  readonly progress: number;
  /** The number of slices that start before it; null once it is being sliced, and if unknown. */
  readonly queuedAhead: number | null;
  /** Null until the file is sliced. */
  readonly result: SliceResult | null;
  readonly errorMessage: Sentence | null;
  readonly errorCode: SliceFailure["code"] | null;
}

export interface SlicingJob extends Omit<KeptJob, "modelIds"> {
  readonly progress: number;
  /** Null while a slice runs. */
  readonly finishedAt: Date | null;
  readonly errorMessage: Sentence | null;
  /** The code of the first failed file, like the sentence. */
  readonly errorCode: SliceFailure["code"] | null;
  readonly files: readonly JobFile[];
}

/**
 * Keeps a job of these files. The same studio's same slices are the same job, so a request that is sent again finds the
 * job it was given before.
 */
export async function keepJob(tenant: Tenant, files: readonly FileOfJob[]): Promise<KeptJob> {
  const jobId = await jobIdOf(tenant.studioId, files);
  const now = Date.now();
  const items = files.map(({ sliceKey, originalFileName, model, printingQualityId, profile }) => ({
    sliceKey,
    originalFileName,
    sha256: model.sha256,
    printingQualityId,
    technology: profile.technology,
  }));
  // A job of that age has ended, and this request is another run of it: its client begins to wait anew.
  const beganAt = sql`iif(${slicingJobs.createdAt} < ${now - MAX_RUN_MILLISECONDS}, ${now}, ${slicingJobs.createdAt})`;
  const [kept] = await retryTransient(async () =>
    tenant.db.insert(
      slicingJobs,
      { id: jobId, items, createdAt: now, lastUsedAt: now },
      { target: [slicingJobs.studioId, slicingJobs.id], set: { items, createdAt: beganAt, lastUsedAt: now } },
    ),
  );
  rememberNeeded(tenant, questionOf(jobId), { sliceKeys: files.map(({ sliceKey }) => sliceKey) });
  const status = statusOf(files.map(({ state }) => state));
  const modelIds = files.map(({ model }) => modelIdOf(tenant.studioId, model.sha256));
  return { jobId, status, createdAt: new Date(kept?.createdAt ?? now), modelIds };
}

/**
 * The studio's job, or undefined if it has none of this id. Answers when the job has ended or the wait is over.
 *
 * @param waitOf the longest wait for a job made at that time, in milliseconds
 * @param admitted resolves before the job is waited for: a refused request must not be held
 */
export async function readJob(
  tenant: Tenant,
  jobId: string,
  waitOf: (createdAt: Date) => number,
  admitted: Promise<unknown>,
): Promise<SlicingJob | undefined> {
  const ahead = readingAhead(tenant, questionOf(jobId));
  const [[job]] = await Promise.all([tenant.db.select(slicingJobs, eq(slicingJobs.id, jobId)), admitted]);
  if (job === undefined) return undefined;
  const createdAt = new Date(job.createdAt);
  const sliceKeys = job.items.map(({ sliceKey }) => sliceKey);
  rememberNeeded(tenant, questionOf(jobId), { sliceKeys });
  const slices = await readSlices(ahead, sliceKeys, waitOf(createdAt));
  const states = job.items.map(({ sliceKey }) => slices.get(sliceKey) ?? expiredSlice(job.lastUsedAt));
  const files = job.items.map((item) =>
    toJobFile(tenant, item, slices.get(item.sliceKey) ?? expiredSlice(job.lastUsedAt)),
  );
  const status = statusOf(states);
  const failed = status === "failed" ? files.find((file) => file.status === "failed") : undefined;
  return {
    jobId: job.id,
    status,
    progress: Math.floor(files.reduce((sum, file) => sum + file.progress, 0) / files.length),
    createdAt,
    finishedAt: isEnded(status) ? new Date(lastEnd(states, job.createdAt)) : null,
    errorMessage: failed?.errorMessage ? ofFile(failed, failed.errorMessage) : null,
    errorCode: failed?.errorCode ?? null,
    files,
  };
}

/** A job's id is made of its slices, so they stay the same. */
function questionOf(jobId: string): string {
  return `job ${jobId}`;
}

/** `done` only when every slice is; `failed` as soon as one is and none still runs. */
function statusOf(states: readonly SliceState[]): SlicingJobStatus {
  const statuses = states.map((state) => state.status);
  if (statuses.every((status) => status === "done")) return "done";
  if (statuses.every((status) => status === "queued")) return "pending";
  return statuses.some((status) => status === "queued" || status === "slicing") ? "processing" : "failed";
}

function ofFile({ originalFileName }: JobFile, reason: Sentence): Sentence {
  return { en: `${originalFileName}: ${reason.en}`, uk: `${originalFileName}: ${reason.uk}` };
}

function toJobFile({ studioId }: Tenant, item: SlicingJobItem, state: SliceState): JobFile {
  return {
    originalFileName: item.originalFileName,
    modelId: item.sha256 === undefined ? null : modelIdOf(studioId, item.sha256),
    printingQualityId: item.printingQualityId ?? null,
    technology: findTechnologyBySlug(item.technology) ?? null,
    status: statusOf([state]),
    progress: Math.floor(state.progress),
    queuedAhead: state.status === "queued" ? state.ahead : null,
    result: state.status === "done" ? state.result : null,
    errorMessage: state.status === "failed" ? failureReason(state.failure) : null,
    errorCode: state.status === "failed" ? state.failure.code : null,
  };
}

/** Slices outlive the jobs that wait for them; should one be gone all the same, its job says so. */
function expiredSlice(at: number): SliceState {
  const message = "The result is no longer kept. Please send the request again.";
  return {
    status: "failed",
    progress: 0,
    finishedAt: new Date(at).toISOString(),
    failure: { fault: "service", code: "model_file_missing", message },
  };
}

/** Milliseconds since 1970. */
function lastEnd(states: readonly SliceState[], createdAt: number): number {
  // A slice may have ended before a job asked for it.
  const ends = states.map((state) => ("finishedAt" in state ? Date.parse(state.finishedAt) : createdAt));
  return Math.max(createdAt, ...ends);
}

/** A UUID (version 8, RFC 9562: custom content) derived from the studio and its slices. */
async function jobIdOf(studioId: StudioId, files: readonly SlicedFile[]): Promise<string> {
  const hash = await sha256Hex(JSON.stringify([studioId, ...files.map(({ sliceKey }) => sliceKey)]));
  const variant = ((Number.parseInt(hash.slice(15, 16), 16) & 0x3) | 0x8).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(12, 15)}`,
    variant + hash.slice(16, 19),
    hash.slice(20, 32),
  ].join("-");
}
