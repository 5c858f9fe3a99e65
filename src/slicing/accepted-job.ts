// How a request that has to wait for slicing is answered, and one whose model cannot be sliced.

import type { z } from "@hono/zod-openapi";
import type { FinishedSlice } from "../../slicer-service/src/contract/slices.ts";
import { BASE_PATH } from "../http/base-path.ts";
import type { ApiContext } from "../http/context.ts";
import { slicerUnavailable } from "../http/errors.ts";
import { Faults } from "../http/validation.ts";
import { allDone, type SlicedFile } from "./slices.ts";
import { type acceptedJobSchema, isEnded, keepJob } from "./slicing-job.ts";

/** How soon to ask again, in seconds. A job holds its answer too, so asking sooner brings nothing. */
export const RETRY_AFTER_SECONDS = "1";

/**
 * The results of all files; or the job to wait for, to be answered with 202.
 *
 * @param fieldOf the field a file came in, for telling that it cannot be sliced
 * @throws ApiError 400 where a model cannot be sliced; 503 where slicing failed by the service's fault
 */
export async function resultsOrAccepted(
  context: ApiContext,
  files: readonly SlicedFile[],
  fieldOf: (index: number) => string,
): Promise<
  { done: readonly (SlicedFile & { state: FinishedSlice })[] } | { accepted: z.infer<typeof acceptedJobSchema> }
> {
  if (allDone(files)) return { done: files };
  const faults = new Faults();
  for (const [index, { state, originalFileName }] of files.entries()) {
    if (state.status !== "failed") continue;
    if (state.failure.fault === "service") throw slicerUnavailable();
    faults.add(fieldOf(index), `"${originalFileName}": ${state.failure.message}`);
  }
  faults.throwIfAny();
  return { accepted: await acceptJob(context, files) };
}

/** Keeps the job of these files and points the answer's headers at it. */
export async function acceptJob(
  context: ApiContext,
  files: readonly SlicedFile[],
): Promise<z.infer<typeof acceptedJobSchema>> {
  const { jobId, status } = await keepJob(context.var.tenant, files);
  const statusUrl = new URL(`${BASE_PATH}/slicing-jobs/${jobId}`, context.req.url).href;
  context.header("Location", statusUrl);
  if (!isEnded(status)) context.header("Retry-After", RETRY_AFTER_SECONDS);
  return { jobId, status, statusUrl };
}
