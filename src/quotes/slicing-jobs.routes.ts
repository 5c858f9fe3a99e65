// POST /slicing-jobs and GET /slicing-jobs/{jobId}

import { createRoute, z } from "@hono/zod-openapi";
import { NotFound } from "../domain/errors.ts";
import type { Sentence } from "../domain/sentence.ts";
import { acceptedJobSchema, acceptJob, setRetryAfter } from "../http/accepted-job.ts";
import {
  errorResponses,
  JOB_HEADERS,
  jsonResponse,
  LOCATION,
  namingIgnoredFields,
  WHILE_SLICING,
} from "../http/contract/contract.ts";
import { success } from "../http/contract/envelope.ts";
import { modelIdField } from "../http/contract/model-id.schema.ts";
import { pathParameter } from "../http/contract/parameters.ts";
import { holdSeconds } from "../http/job-pace.ts";
import { languageAsked } from "../http/language.ts";
import { idField, inFormText } from "../http/request/fields.ts";
import { preferHeaderOf, preferredWait } from "../http/request/prefer-wait.ts";
import { RequestFields } from "../http/request/request-fields.ts";
import { apiRouter } from "../http/router.ts";
import { onlyItem, sliceItems } from "../items/quote-items.ts";
import {
  CHOSEN_MODEL_BODY,
  EITHER_FILE_OR_ID,
  MODEL_FIELD,
  uploadBody,
  withChosenModelForm,
} from "../models/upload.request.ts";
import { slicingJobSchema, toSlicingJob } from "../slicing/slicing-job.schema.ts";
import { type JobFile, keepJob, readJob } from "../slicing/slicing-job.ts";
import { readRoom, warningsOfFile } from "./job-warnings.ts";
import { addChoiceFaults } from "./quote.request.ts";

const sliceFields = new RequestFields(
  z.object({
    printingQualityId: inFormText(idField),
    materialId: inFormText(idField).optional().openapi({
      description:
        "The material of the quote to come. One with limits of its own (flow, cooling, retraction) is sliced on its own; not sent: as a material without any",
    }),
    modelId: modelIdField.optional(),
  }),
  {},
  [MODEL_FIELD],
);

const startSlicing = createRoute({
  method: "post",
  path: "/slicing-jobs",
  operationId: "createSlicingJob",
  tags: ["Slicing"],
  summary: "Slices a model ahead of its quote",
  description:
    "So that its quote and its order need not wait. Finishings and quantity need no slicing of their own, nor do materials but for those with limits of their own.",
  parameters: [preferHeaderOf("it is not held")],
  request: { body: uploadBody(sliceFields, CHOSEN_MODEL_BODY, EITHER_FILE_OR_ID) },
  responses: namingIgnoredFields({
    200: jsonResponse(acceptedJobSchema, "The model is sliced already", LOCATION),
    202: jsonResponse(acceptedJobSchema, "Slicing runs", JOB_HEADERS),
    ...errorResponses(400, 404, 413, 415, 503),
  }),
});

const getSlicingJob = createRoute({
  method: "get",
  path: "/slicing-jobs/{jobId}",
  operationId: "getSlicingJob",
  tags: ["Slicing"],
  summary: "How far a slicing job is",
  description:
    "The answer is held while the job runs, and says by `Retry-After` when to ask again. A job can be read for at least 24 hours.",
  parameters: [
    pathParameter("jobId", { type: "string", format: "uuid", description: "The `jobId` of a 202" }),
    preferHeaderOf("twice the age of the job, from 2 to 30 seconds"),
  ],
  responses: {
    200: jsonResponse(slicingJobSchema, "The job", WHILE_SLICING),
    ...errorResponses(404, 503),
  },
});

const MESSAGES: Readonly<Record<"sliced" | "slicing", Sentence>> = {
  slicing: {
    en: "Nothing is ordered or priced yet: the model is being sliced. Once the job at statusUrl is done, POST /quotes answers its price at once.",
    uk: "Ще нічого не замовлено і не оцінено: модель нарізається. Коли завдання за statusUrl буде готове, POST /quotes відразу назве ціну.",
  },
  sliced: {
    en: "Nothing is ordered or priced yet, but the model is sliced: POST /quotes answers its price at once.",
    uk: "Ще нічого не замовлено і не оцінено, але модель нарізано: POST /quotes відразу назве ціну.",
  },
};

export const slicingJobRoutes = apiRouter()
  .openapi(startSlicing, (context) =>
    withChosenModelForm(context, sliceFields, addChoiceFaults, async ({ fields, model }) => {
      const { tenant } = context.var;
      const waitMilliseconds = preferredWait(context.req.header("Prefer"), 0);
      const { materialId, printingQualityId } = fields;
      const items = [{ choice: { materialId, printingQualityId }, model }];
      const { outcome, files } = await sliceItems(tenant, { items, pathOf: onlyItem, waitMilliseconds });
      const job = acceptJob(context, await keepJob(tenant, files), MESSAGES[outcome]);
      return context.json(success(job), outcome === "slicing" ? 202 : 200);
    }),
  )
  .openapi(getSlicingJob, async (context) => {
    const { tenant, admitted } = context.var;
    const jobId = context.req.param("jobId");
    const prefer = context.req.header("Prefer");
    const waitOf = (createdAt: Date) => preferredWait(prefer, holdSeconds(createdAt));
    // At the same time, so that a job that has ended is told after no more round trips than one that runs.
    const [job, room] = await Promise.all([readJob(tenant, jobId, waitOf, admitted), readRoom(tenant.db)]);
    if (job === undefined) throw new NotFound();
    setRetryAfter(context, job);
    const warningsOf = (file: JobFile) => warningsOfFile(file, room);
    return context.json(success(toSlicingJob(job, warningsOf, languageAsked(context, "en"))), 200);
  });
