// SlicingJob and ModelMetrics as the API writes them.

import { z } from "@hono/zod-openapi";
import type { SliceResult } from "../../slicer-service/src/contract/slices.ts";
import type { ItemWarning } from "../domain/item-warning.ts";
import type { Language } from "../domain/person.ts";
import { SLICING_JOB_STATUSES } from "../domain/print/slicing.ts";
import { failureCodeSchema } from "../http/contract/failure-code.schema.ts";
import { modelIdSchema } from "../http/contract/model-id.schema.ts";
import { orNull } from "../http/contract/or-null.schema.ts";
import { technologySchema, toTechnology } from "../http/contract/technology.schema.ts";
import { toWarnings, warningSchema } from "../http/contract/warning.schema.ts";
import { slicedMinutesOfOneCopy } from "../pricing/price.ts";
import type { JobFile, SlicingJob } from "./slicing-job.ts";

export const modelMetricsSchema = z
  .object({
    volumeCm3: z.number().openapi({ description: "cm³" }),
    dimensions: z
      .object({ x: z.number(), y: z.number(), z: z.number() })
      .openapi({ description: "mm, of the box around the model as it is printed" }),
  })
  .openapi("ModelMetrics");

const figures = {
  engine: z.string().nullable().openapi({
    description: "What sliced it, with its version; another one may find other figures. null until it is done",
  }),
  printingTimeMinutes: z.int().nullable().openapi({
    description: "Of one copy, as sliced: without a correction of the machine. null until it is done",
  }),
  materialUsed: z.number().nullable().openapi({ description: "By one copy, in materialUnit. null until it is done" }),
  // An enum, since of a literal that may be null the library publishes a constant that may not.
  materialUnit: z.enum(["cm3"]).nullable().openapi({ description: "null until it is done" }),
  modelMetrics: orNull(modelMetricsSchema).openapi({ description: "null until it is done" }),
};

const queuedAhead = z.int().nullable().openapi({
  description:
    "How many slices start before it, if no other comes: studios take turns. null once it is being sliced, and while it is not known",
});

/** Subject and profile of a slice. */
const slicedSchema = {
  modelId: modelIdSchema.nullable(),
  printingQualityId: z.int().nullable(),
  technology: orNull(technologySchema),
};

const warnings = z.array(warningSchema).openapi({
  description: "What to know before it is printed; none while it is not sliced, and at the top level of several files",
});

const slicingJobItemSchema = z
  .object({
    index: z.int().openapi({ description: "The place of its file in the request, from 0" }),
    originalFileName: z.string(),
    ...slicedSchema,
    status: z.enum(SLICING_JOB_STATUSES),
    progress: z.int().openapi({ description: "0 to 100" }),
    queuedAhead,
    ...figures,
    errorMessage: z
      .string()
      .nullable()
      .openapi({ description: "Why it failed, for the customer; null where it did not" }),
    errorCode: orNull(failureCodeSchema).openapi({ description: "Why it failed, for programs; null where it did not" }),
    warnings,
  })
  .openapi("SlicingJobItem");

export const slicingJobSchema = z
  .object({
    jobId: z.uuid(),
    originalFileName: z.string().nullable(),
    ...slicedSchema,
    status: z
      .enum(SLICING_JOB_STATUSES)
      .openapi({ description: "done when every item is; failed as soon as one is and none still runs" }),
    progress: z.int().openapi({ description: "0 to 100" }),
    queuedAhead,
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable().openapi({ description: "null while it runs" }),
    errorMessage: z
      .string()
      .nullable()
      .openapi({ description: "Why it failed, for the customer; null where it did not" }),
    errorCode: orNull(failureCodeSchema).openapi({
      description: "Why it failed, for programs, of the first item that did; null where none did",
    }),
    warnings,
    ...figures,
    items: z.array(slicingJobItemSchema),
  })
  .openapi("SlicingJob", {
    description:
      "What stands at the top level and in an item is, at the top level, that of the only file; null where there are several. Jobs that were kept before modelId, printingQualityId and technology have null there",
  });

/**
 * @param warningsOf the warnings of a sliced file
 * @param language of the reasons for which something failed, and of warnings
 */
export function toSlicingJob(
  job: SlicingJob,
  warningsOf: (file: JobFile) => readonly ItemWarning[],
  language: Language,
): z.infer<typeof slicingJobSchema> {
  const [only = null] = job.files.length === 1 ? job.files : [];
  return {
    jobId: job.jobId,
    originalFileName: only?.originalFileName ?? null,
    ...toSliced(only),
    status: job.status,
    progress: job.progress,
    queuedAhead: only?.queuedAhead ?? null,
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
    errorMessage: job.errorMessage?.[language] ?? null,
    errorCode: job.errorCode,
    warnings: only === null ? [] : toWarnings(warningsOf(only), language),
    ...toFigures(only?.result ?? null),
    items: job.files.map((file, index) => toSlicingJobItem(file, index, warningsOf(file), language)),
  };
}

function toSlicingJobItem(
  file: JobFile,
  index: number,
  ofFile: readonly ItemWarning[],
  language: Language,
): z.infer<typeof slicingJobItemSchema> {
  const { originalFileName, status, progress, queuedAhead, result, errorMessage, errorCode } = file;
  return {
    index,
    originalFileName,
    ...toSliced(file),
    status,
    progress,
    queuedAhead,
    ...toFigures(result),
    errorMessage: errorMessage?.[language] ?? null,
    errorCode,
    warnings: toWarnings(ofFile, language),
  };
}

function toSliced(file: Pick<JobFile, "modelId" | "printingQualityId" | "technology"> | null) {
  return {
    modelId: file?.modelId ?? null,
    printingQualityId: file?.printingQualityId ?? null,
    technology: file?.technology == null ? null : toTechnology(file.technology),
  };
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
    printingTimeMinutes: slicedMinutesOfOneCopy(result.printSeconds),
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
