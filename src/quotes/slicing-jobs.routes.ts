// POST /slicing-jobs and GET /slicing-jobs/{jobId}

import { createRoute, z } from "@hono/zod-openapi";
import { NotFound } from "../domain/errors.ts";
import { acceptedJobSchema, acceptJob, setRetryAfter } from "../http/accepted-job.ts";
import { errorResponses, JOB_HEADERS, jsonResponse } from "../http/contract.ts";
import { success } from "../http/envelope.ts";
import { idField, inFormText } from "../http/fields.ts";
import { preferHeader, preferredWait } from "../http/prefer-wait.ts";
import { apiRouter } from "../http/router.ts";
import { SINGLE_MODEL_BODY, uploadBody, withSingleModelForm } from "../models/upload.request.ts";
import { slicingJobSchema, toSlicingJob } from "../slicing/slicing-job.schema.ts";
import { keepJob, readJob } from "../slicing/slicing-job.ts";
import { sliceAhead } from "./slice-ahead.ts";

const fieldsSchema = z.object({ printingQualityId: inFormText(idField) });

const startSlicing = createRoute({
  method: "post",
  path: "/slicing-jobs",
  tags: ["Slicing"],
  summary: "Slices a model ahead of its quote",
  request: { body: uploadBody(fieldsSchema, SINGLE_MODEL_BODY) },
  responses: {
    200: jsonResponse(acceptedJobSchema, "The model is sliced already"),
    202: jsonResponse(acceptedJobSchema, "Slicing runs", JOB_HEADERS),
    ...errorResponses(400, 404, 413, 415, 503),
  },
});

const getSlicingJob = createRoute({
  method: "get",
  path: "/slicing-jobs/{jobId}",
  tags: ["Slicing"],
  summary: "How far a slicing job is",
  request: { params: z.object({ jobId: z.string() }), headers: preferHeader },
  responses: {
    200: jsonResponse(slicingJobSchema, "The job", { "Retry-After": JOB_HEADERS["Retry-After"] }),
    ...errorResponses(404),
  },
});

export const slicingJobRoutes = apiRouter()
  .openapi(startSlicing, (context) =>
    withSingleModelForm(context, fieldsSchema, async ({ fields, file }) => {
      const { tenant } = context.var;
      const { outcome, files } = await sliceAhead(tenant, fields.printingQualityId, file);
      const job = acceptJob(context, await keepJob(tenant, files));
      return context.json(success(job), outcome === "running" ? 202 : 200);
    }),
  )
  .openapi(getSlicingJob, async (context) => {
    const { tenant, admitted } = context.var;
    const { jobId } = context.req.valid("param");
    const job = await readJob(tenant, jobId, preferredWait(context.req.valid("header").prefer), admitted);
    if (job === undefined) throw new NotFound();
    setRetryAfter(context, job.status);
    return context.json(success(toSlicingJob(job)), 200);
  });
