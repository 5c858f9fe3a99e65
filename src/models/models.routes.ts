// POST /models: stores a model and returns its id.

import { createRoute, z } from "@hono/zod-openapi";
import { errorResponses, jsonResponse, namingIgnoredFields } from "../http/contract/contract.ts";
import { success } from "../http/contract/envelope.ts";
import { RequestFields } from "../http/request/request-fields.ts";
import { apiRouter } from "../http/router.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import { modelReads, useModels } from "./chosen-models.ts";
import { modelSchema, toModel } from "./model.schema.ts";
import { MODEL_FIELD, SINGLE_MODEL_BODY, uploadBody, withSingleModelForm } from "./upload.request.ts";

const modelFields = new RequestFields(z.object({}), {}, [MODEL_FIELD]);

const createModel = createRoute({
  method: "post",
  path: "/models",
  operationId: "createModel",
  tags: ["Models"],
  summary: "Keeps a model, so that it is sent once",
  description:
    "Name it from then on by its `modelId`, in place of its file. It is kept for 30 days after its last use, and always once it was ordered.",
  request: { body: uploadBody(modelFields, SINGLE_MODEL_BODY) },
  responses: namingIgnoredFields({
    200: jsonResponse(modelSchema, "The studio has this content already: the same id"),
    201: jsonResponse(modelSchema, "The model, kept"),
    ...errorResponses(400, 413, 415),
  }),
});

export const modelRoutes = apiRouter().openapi(createModel, (context) =>
  withSingleModelForm(context, modelFields, async ({ model: sent }) => {
    const { tenant } = context.var;
    const rows = await retryTransient(() => tenant.db.batchNamed(modelReads(tenant, [sent])));
    const [known] = rows.models;
    const [inUse] = useModels(tenant, [sent], rows);
    if (inUse === undefined) throw new Error("one model became none");
    const row = await inUse.kept;
    // One of several concurrent requests with the same content has its file in the row.
    const isNew = known === undefined && row.objectKey === (await inUse.model.objectKey);
    return context.json(success(toModel(row, sent.originalFileName)), isNew ? 201 : 200);
  }),
);
