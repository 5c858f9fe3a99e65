// POST /slicing-jobs and GET /slicing-jobs/{jobId}

import { createRoute, z } from "@hono/zod-openapi";
import { errorResponses, JOB_HEADERS, jsonResponse } from "../http/contract.ts";
import { success } from "../http/envelope.ts";
import { notFound } from "../http/errors.ts";
import { idField, inFormText } from "../http/fields.ts";
import { preferHeader, preferredWait } from "../http/prefer-wait.ts";
import { apiRouter } from "../http/router.ts";
import { chooseQuality } from "../items/slice-profile.ts";
import { readUploadForm, SINGLE_MODEL_BODY, singleModel, uploadBody } from "../models/upload-form.ts";
import { acceptJob, RETRY_AFTER_SECONDS, resultsOrAccepted } from "../slicing/accepted-job.ts";
import { sliceFiles } from "../slicing/slices.ts";
import { acceptedJobSchema, isEnded, readJob, slicingJobSchema } from "../slicing/slicing-job.ts";

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

export const slicingRoutes = apiRouter()
  .openapi(startSlicing, async (context) => {
    const { tenant } = context.var;
    const { fields, models } = await readUploadForm(context, fieldsSchema, singleModel);
    const profile = await chooseQuality(tenant.db, fields.printingQualityId);
    const files = await sliceFiles(
      tenant,
      models.map((file) => ({ ...file, profile })),
      0,
    );
    const slicing = await resultsOrAccepted(context, files, () => "model");
    if ("accepted" in slicing) return context.json(success(slicing.accepted), 202);
    return context.json(success(await acceptJob(context, files)), 200);
  })
  .openapi(getSlicingJob, async (context) => {
    const { tenant, admitted } = context.var;
    // The gate still decides while a read runs; what it refuses must not be held for seconds.
    await admitted;
    const { jobId } = context.req.valid("param");
    const job = await readJob(tenant, jobId, preferredWait(context.req.valid("header").prefer));
    if (job === undefined) throw notFound();
    if (!isEnded(job.status)) context.header("Retry-After", RETRY_AFTER_SECONDS);
    return context.json(success(job), 200);
  });
