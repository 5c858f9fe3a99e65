// 202 Accepted: a request that has to wait for slicing is given the job to wait for.

import { z } from "@hono/zod-openapi";
import { isEnded, SLICING_JOB_STATUSES, type SlicingJobStatus } from "../domain/slicing-job-status.ts";
import { BASE_PATH } from "./base-path.ts";
import type { ApiContext } from "./context.ts";

/** Seconds. Reading a job holds the response too, so asking sooner brings nothing. */
const RETRY_AFTER_SECONDS = "1";

export const acceptedJobSchema = z
  .object({ jobId: z.uuid(), status: z.enum(SLICING_JOB_STATUSES), statusUrl: z.url() })
  .openapi("AcceptedJob");

/** Points the response's headers at the job, and answers the response's data. */
export function acceptJob(
  context: ApiContext,
  { jobId, status }: { readonly jobId: string; readonly status: SlicingJobStatus },
): z.infer<typeof acceptedJobSchema> {
  const statusUrl = new URL(`${BASE_PATH}/slicing-jobs/${jobId}`, context.req.url).href;
  context.header("Location", statusUrl);
  setRetryAfter(context, status);
  return { jobId, status, statusUrl };
}

/** Tells when to ask for an unfinished job again. */
export function setRetryAfter(context: ApiContext, status: SlicingJobStatus): void {
  if (!isEnded(status)) context.header("Retry-After", RETRY_AFTER_SECONDS);
}
