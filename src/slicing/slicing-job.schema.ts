// SlicingJob and ModelMetrics as the API writes them.

import { z } from "@hono/zod-openapi";
import type { SliceResult } from "../../slicer-service/src/contract/slices.ts";
import { SLICING_JOB_STATUSES } from "../domain/slicing-job-status.ts";
import { minutesOfOneCopy } from "../pricing/price.ts";
import type { JobFile, SlicingJob } from "./slicing-job.ts";

export const modelMetricsSchema = z
  .object({
    volumeCm3: z.number(),
    dimensions: z.object({ x: z.number(), y: z.number(), z: z.number() }).openapi({ description: "mm" }),
  })
  .openapi("ModelMetrics");

const figures = {
  engine: z.string().nullable().openapi({
    description: "What sliced it, with its version; another one may find other figures. null until it is done",
    example: "prusaslicer-2.9.2/5",
  }),
  printingTimeMinutes: z.int().nullable(),
  materialUsed: z.number().nullable(),
  materialUnit: z.literal("cm3").nullable(),
  modelMetrics: modelMetricsSchema.nullable(),
};

const queuedAhead = z.int().nullable().openapi({
  description:
    "How many slices start before it, if no other comes: studios take turns. null once it is being sliced, and while it is not known",
});

const slicingJobItemSchema = z
  .object({
    index: z.int(),
    originalFileName: z.string(),
    status: z.enum(SLICING_JOB_STATUSES),
    progress: z.int(),
    queuedAhead,
    ...figures,
    errorMessage: z.string().nullable(),
  })
  .openapi("SlicingJobItem");

export const slicingJobSchema = z
  .object({
    jobId: z.uuid(),
    status: z.enum(SLICING_JOB_STATUSES),
    progress: z.int().openapi({ description: "0 to 100" }),
    queuedAhead,
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    errorMessage: z.string().nullable(),
    ...figures,
    items: z.array(slicingJobItemSchema),
  })
  .openapi("SlicingJob", {
    description: "queuedAhead and the figures at the top level are those of the only file, where there is one",
  });

export function toSlicingJob(job: SlicingJob): z.infer<typeof slicingJobSchema> {
  const [only = null] = job.files.length === 1 ? job.files : [];
  return {
    jobId: job.jobId,
    status: job.status,
    progress: job.progress,
    queuedAhead: only?.queuedAhead ?? null,
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
    errorMessage: job.errorMessage,
    ...toFigures(only?.result ?? null),
    items: job.files.map(toSlicingJobItem),
  };
}

function toSlicingJobItem(
  { originalFileName, status, progress, queuedAhead, result, errorMessage }: JobFile,
  index: number,
): z.infer<typeof slicingJobItemSchema> {
  return { index, originalFileName, status, progress, queuedAhead, ...toFigures(result), errorMessage };
}

const NO_FIGURES = {
  engine: null,
  printingTimeMinutes: null,
  materialUsed: null,
  materialUnit: null,
  modelMetrics: null,
};

function toFigures(result: SliceResult | null) {
  if (result === null) return NO_FIGURES;
  return {
    engine: result.engine,
    printingTimeMinutes: minutesOfOneCopy(result.printSeconds),
    materialUsed: roundTo(result.materialCubicMm / 1000, 3),
    materialUnit: "cm3" as const,
    modelMetrics: toModelMetrics(result),
  };
}

export function toModelMetrics({
  solidCubicMm,
  dimensionsMm: { x, y, z },
}: SliceResult): z.infer<typeof modelMetricsSchema> {
  return {
    volumeCm3: roundTo(solidCubicMm / 1000, 3),
    dimensions: { x: roundTo(x, 2), y: roundTo(y, 2), z: roundTo(z, 2) },
  };
}

function roundTo(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
