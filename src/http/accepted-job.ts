// 202 Accepted: a request that has to wait for slicing is given the job to wait for.

import { z } from "@hono/zod-openapi";
import type { ModelId } from "../domain/ids.ts";
import { isEnded, SLICING_JOB_STATUSES, type SlicingJobStatus } from "../domain/print/slicing.ts";
import type { Sentence } from "../domain/sentence.ts";
import { BASE_PATH } from "./base-path.ts";
import type { ApiContext } from "./context.ts";
import { modelIdSchema } from "./contract/model-id.schema.ts";
import { jobRetryAfterSeconds } from "./job-pace.ts";
import { languageAsked } from "./language.ts";

export const acceptedJobSchema = z
  .object({
    jobId: z.uuid().openapi({ description: "The same files and profiles give the same job" }),
    status: z.enum(SLICING_JOB_STATUSES),
    statusUrl: z
      .url()
      .openapi({ description: "The job. GET it until it is done; it says by Retry-After when to ask again" }),
    message: z.string().openapi({ description: "That nothing is ordered or priced yet, and what to do" }),
    modelId: modelIdSchema.nullable().openapi({ description: "Of the only file; null where there are several" }),
    modelIds: z.array(modelIdSchema).openapi({ description: "One per file, in their order" }),
  })
  .openapi("AcceptedJob");

interface JobToWaitFor {
  readonly jobId: string;
  readonly status: SlicingJobStatus;
  readonly createdAt: Date;
  /** One per file. */
  readonly modelIds: readonly ModelId[];
}

/**
 * Points the response's headers at the job, and answers the response's data.
 *
 * @param message the next step of the operation's client
 */
export function acceptJob(
  context: ApiContext,
  job: JobToWaitFor,
  message: Sentence,
): z.infer<typeof acceptedJobSchema> {
  const { jobId, status } = job;
  const statusUrl = new URL(`${BASE_PATH}/slicing-jobs/${jobId}`, context.req.url).href;
  context.header("Location", statusUrl);
  setRetryAfter(context, job);
  const modelIds = [...job.modelIds];
  const [only = null] = modelIds.length === 1 ? modelIds : [];
  return { jobId, status, statusUrl, message: message[languageAsked(context, "en")], modelId: only, modelIds };
}

/** States the pause before an unfinished job is asked for again. */
export function setRetryAfter(
  context: ApiContext,
  { status, createdAt }: Pick<JobToWaitFor, "status" | "createdAt">,
): void {
  if (!isEnded(status)) context.header("Retry-After", String(jobRetryAfterSeconds(createdAt)));
}
