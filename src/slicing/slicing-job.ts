// A slicing job: what a client waits for. The job is only the list of its slices; how far it is follows from them.

import { z } from "@hono/zod-openapi";
import { and, eq } from "drizzle-orm";
import type { SliceState } from "../../slicer-service/src/contract/slices.ts";
import { slicingJobs } from "../db/schema.ts";
import type { StudioId } from "../domain/ids.ts";
import { sha256Hex } from "../platform/sha256.ts";
import { minutesOfOneCopy } from "../pricing/price.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { readSlices, type SlicedFile } from "./slices.ts";

const jobStatus = z.enum(["pending", "processing", "done", "failed"]);
type JobStatus = z.infer<typeof jobStatus>;

export const modelMetricsSchema = z
  .object({
    volumeCm3: z.number(),
    dimensions: z.object({ x: z.number(), y: z.number(), z: z.number() }).openapi({ description: "mm" }),
  })
  .openapi("ModelMetrics");

const figures = {
  engine: z.string().nullable().openapi({
    description: "What sliced it, with its version; another one may find other figures. null until it is done",
    example: "prusaslicer-2.9.2/4",
  }),
  printingTimeMinutes: z.int().nullable(),
  materialUsed: z.number().nullable(),
  materialUnit: z.literal("cm3").nullable(),
  modelMetrics: modelMetricsSchema.nullable(),
};

const slicingJobItemSchema = z
  .object({
    index: z.int(),
    originalFileName: z.string(),
    status: jobStatus,
    progress: z.int(),
    ...figures,
    errorMessage: z.string().nullable(),
  })
  .openapi("SlicingJobItem");

export const slicingJobSchema = z
  .object({
    jobId: z.uuid(),
    status: jobStatus,
    progress: z.int().openapi({ description: "0 to 100" }),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    errorMessage: z.string().nullable(),
    ...figures,
    items: z.array(slicingJobItemSchema),
  })
  .openapi("SlicingJob", {
    description: "The figures at the top level are those of the only file, where there is one",
  });

export type SlicingJob = z.infer<typeof slicingJobSchema>;

export const acceptedJobSchema = z
  .object({ jobId: z.uuid(), status: jobStatus, statusUrl: z.url() })
  .openapi("AcceptedJob");

/**
 * Keeps a job of these files. The same studio's same slices are the same job, so a request that is sent again finds the
 * one it was told before.
 */
export async function keepJob(
  tenant: Tenant,
  files: readonly SlicedFile[],
): Promise<{ jobId: string; status: JobStatus }> {
  const jobId = await jobIdOf(tenant.studioId, files);
  const now = Date.now();
  const items = files.map(({ sliceKey, originalFileName }) => ({ sliceKey, originalFileName }));
  await tenant.db.insert(
    slicingJobs,
    { id: jobId, items, createdAt: now, lastUsedAt: now },
    { target: [slicingJobs.studioId, slicingJobs.id], set: { items, lastUsedAt: now } },
  );
  return { jobId, status: statusOf(files.map(({ state }) => state)) };
}

/** The studio's job, or undefined where it has none of this id. */
export async function readJob(
  tenant: Tenant,
  jobId: string,
  waitMilliseconds: number,
): Promise<SlicingJob | undefined> {
  const [job] = await tenant.db.select(slicingJobs, and(eq(slicingJobs.id, jobId)));
  if (job === undefined) return undefined;
  const slices = await readSlices(
    tenant,
    job.items.map(({ sliceKey }) => sliceKey),
    waitMilliseconds,
  );
  const states = job.items.map(({ sliceKey }) => slices.get(sliceKey) ?? forgotten(job.lastUsedAt));
  const items = job.items.map(({ originalFileName }, index) => ({
    index,
    originalFileName,
    ...describeState(states[index] ?? forgotten(job.lastUsedAt)),
  }));
  const status = statusOf(states);
  const failed = items.find((item) => item.status === "failed");
  const [first] = items;
  const only = items.length === 1 ? first : undefined;
  return {
    jobId: job.id,
    status,
    progress: Math.floor(items.reduce((sum, item) => sum + item.progress, 0) / items.length),
    createdAt: new Date(job.createdAt).toISOString(),
    finishedAt: isEnded(status) ? lastEnd(states, job.createdAt) : null,
    errorMessage: status === "failed" && failed ? `${failed.originalFileName}: ${failed.errorMessage}` : null,
    engine: only?.engine ?? null,
    printingTimeMinutes: only?.printingTimeMinutes ?? null,
    materialUsed: only?.materialUsed ?? null,
    materialUnit: only?.materialUnit ?? null,
    modelMetrics: only?.modelMetrics ?? null,
    items,
  };
}

export function isEnded(status: JobStatus): boolean {
  return status === "done" || status === "failed";
}

export function toModelMetrics({
  solidCubicMm,
  dimensionsMm: { x, y, z },
}: SliceFigures): z.infer<typeof modelMetricsSchema> {
  return {
    volumeCm3: roundTo(solidCubicMm / 1000, 3),
    dimensions: { x: roundTo(x, 2), y: roundTo(y, 2), z: roundTo(z, 2) },
  };
}

type SliceFigures = Extract<SliceState, { status: "done" }>["result"];

/** `done` only when every slice is; `failed` as soon as one is and none still runs. */
function statusOf(states: readonly SliceState[]): JobStatus {
  const statuses = states.map((state) => state.status);
  if (statuses.every((status) => status === "done")) return "done";
  if (statuses.every((status) => status === "queued")) return "pending";
  return statuses.some((status) => status === "queued" || status === "slicing") ? "processing" : "failed";
}

function describeState(state: SliceState): Omit<z.infer<typeof slicingJobItemSchema>, "index" | "originalFileName"> {
  const result = state.status === "done" ? state.result : undefined;
  return {
    status: statusOf([state]),
    progress: Math.floor(state.progress),
    engine: result?.engine ?? null,
    printingTimeMinutes: result === undefined ? null : minutesOfOneCopy(result.printSeconds),
    materialUsed: result === undefined ? null : roundTo(result.materialCubicMm / 1000, 3),
    materialUnit: result === undefined ? null : "cm3",
    modelMetrics: result === undefined ? null : toModelMetrics(result),
    errorMessage: state.status === "failed" ? state.failure.message : null,
  };
}

/** Slices outlive the jobs that wait for them; should one be gone all the same, its job says so. */
function forgotten(at: number): SliceState {
  const message = "The result is no longer kept. Please send the request again.";
  return {
    status: "failed",
    progress: 0,
    finishedAt: new Date(at).toISOString(),
    failure: { fault: "service", code: "model_file_missing", message },
  };
}

function lastEnd(states: readonly SliceState[], createdAt: number): string {
  // A slice may have ended before a job asked for it.
  const ends = states.map((state) => ("finishedAt" in state ? Date.parse(state.finishedAt) : createdAt));
  return new Date(Math.max(createdAt, ...ends)).toISOString();
}

/** A UUID (version 8, RFC 9562: of the maker's own design) that follows from the studio and its slices. */
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

function roundTo(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
