// GET /models/{modelId}/prices: a model's prices in all named materials and qualities, in one call.

import { createRoute, z } from "@hono/zod-openapi";
import type { Sentence } from "../domain/sentence.ts";
import { acceptedJobSchema, acceptJob } from "../http/accepted-job.ts";
import { errorResponses, JOB_HEADERS, jsonResponse, namingIgnoredFields } from "../http/contract/contract.ts";
import { success } from "../http/contract/envelope.ts";
import { MODEL_ID_DESCRIPTION } from "../http/contract/model-id.schema.ts";
import { pathParameter } from "../http/contract/parameters.ts";
import { languageAsked } from "../http/language.ts";
import { PREFER_HEADER, preferredWait } from "../http/request/prefer-wait.ts";
import { queryTexts } from "../http/request/request-fields.ts";
import { apiRouter } from "../http/router.ts";
import { keepJob } from "../slicing/slicing-job.ts";
import { addPricesFaults } from "./model-combinations.ts";
import { namedInPrices, PRICES_PARAMETERS, pricesFields, toPricesAsked } from "./model-prices.request.ts";
import { modelPricesSchema, toModelPrices } from "./model-prices.schema.ts";
import { priceModel } from "./price-model.ts";

const getModelPrices = createRoute({
  method: "get",
  path: "/models/{modelId}/prices",
  operationId: "getModelPrices",
  tags: ["Models"],
  summary: "Prices of a model in many materials, qualities and quantities",
  description:
    "Each is what `POST /quotes` would answer, and the whole is one request of the studio's hour. While one of the qualities is not sliced, the answer is 202 and a job to wait for.",
  parameters: [
    pathParameter("modelId", { type: "string", description: MODEL_ID_DESCRIPTION }),
    ...PRICES_PARAMETERS,
    PREFER_HEADER,
  ],
  responses: namingIgnoredFields({
    200: jsonResponse(z.array(modelPricesSchema), "One entry per quality, in the order asked for"),
    202: jsonResponse(
      acceptedJobSchema,
      "Slicing takes longer: wait for the job, then send the same request again",
      JOB_HEADERS,
    ),
    ...errorResponses(400, 404, 503),
  }),
});

const SLICING: Sentence = {
  en: "Nothing is ordered or priced yet: the model is being sliced. Wait for the job at statusUrl, then send the same request again.",
  uk: "Ще нічого не замовлено і не оцінено: модель нарізається. Дочекайтеся завдання за statusUrl і надішліть той самий запит ще раз.",
};

export const modelPriceRoutes = apiRouter().openapi(getModelPrices, async (context) => {
  const { tenant, admitted } = context.var;
  const modelId = context.req.param("modelId");
  const { fields, readable, faults, ignored } = pricesFields.readTexts(queryTexts(context));
  context.set("ignoredFields", ignored);
  if (fields === undefined || faults.fieldCount > 0) {
    await admitted;
    await addPricesFaults(tenant, namedInPrices(readable()), faults);
    faults.throwIfAny();
    throw new Error("a query whose fields cannot be read was not refused");
  }
  const asked = toPricesAsked(fields);
  const waitMilliseconds = preferredWait(context.req.header("Prefer"));
  const outcome = await priceModel(tenant, { modelId, asked, waitMilliseconds, admitted });
  if (outcome.outcome === "priced")
    return context.json(
      success(outcome.qualities.map((prices) => toModelPrices(prices, languageAsked(context, "en")))),
      200,
    );
  const job = await keepJob(tenant, outcome.files);
  // Several slices, but of one file.
  return context.json(success(acceptJob(context, { ...job, modelIds: job.modelIds.slice(0, 1) }, SLICING)), 202);
});
