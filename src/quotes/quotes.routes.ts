// POST /quotes: the price of a print.

import { createRoute } from "@hono/zod-openapi";
import type { Sentence } from "../domain/sentence.ts";
import { acceptedJobSchema, acceptJob } from "../http/accepted-job.ts";
import { errorResponses, JOB_HEADERS, jsonResponse, namingIgnoredFields } from "../http/contract/contract.ts";
import { success } from "../http/contract/envelope.ts";
import { languageAsked } from "../http/language.ts";
import { PREFER_HEADER, preferredWait } from "../http/request/prefer-wait.ts";
import { apiRouter } from "../http/router.ts";
import { onlyItem, quoteItems } from "../items/quote-items.ts";
import { CHOSEN_MODEL_BODY, EITHER_FILE_OR_ID, uploadBody, withChosenModelForm } from "../models/upload.request.ts";
import { keepJob } from "../slicing/slicing-job.ts";
import { addChoiceFaults, quoteFields, toItemChoice } from "./quote.request.ts";
import { quoteSchema, toQuote } from "./quote.schema.ts";

const createQuote = createRoute({
  method: "post",
  path: "/quotes",
  operationId: "createQuote",
  tags: ["Quotes and orders"],
  summary: "Prices a print of a model",
  description:
    "Send the model's file, or the `modelId` of one sent before. A model that was not sliced with this profile is sliced first: where that takes longer than the answer is held, the answer is 202 and a job to wait for.",
  parameters: [PREFER_HEADER],
  request: { body: uploadBody(quoteFields, CHOSEN_MODEL_BODY, EITHER_FILE_OR_ID) },
  responses: namingIgnoredFields({
    200: jsonResponse(quoteSchema, "The price"),
    202: jsonResponse(
      acceptedJobSchema,
      "Slicing takes longer: wait for the job, then send the same request again",
      JOB_HEADERS,
    ),
    ...errorResponses(400, 404, 413, 415, 503),
  }),
});

const SLICING: Sentence = {
  en: "Nothing is ordered or priced yet: the model is being sliced. Wait for the job at statusUrl, then send the same request again; modelId may take the place of the file.",
  uk: "Ще нічого не замовлено і не оцінено: модель нарізається. Дочекайтеся завдання за statusUrl і надішліть той самий запит ще раз; замість файлу можна надіслати modelId.",
};

export const quoteRoutes = apiRouter().openapi(createQuote, (context) =>
  withChosenModelForm(context, quoteFields, addChoiceFaults, async ({ fields, model }) => {
    const { tenant } = context.var;
    const waitMilliseconds = preferredWait(context.req.header("Prefer"));
    const items = [{ choice: toItemChoice(fields), model }];
    const { priority } = fields;
    const quoted = await quoteItems(tenant, { items, pathOf: onlyItem, priority, waitMilliseconds });
    if (quoted.outcome === "slicing") {
      return context.json(success(acceptJob(context, await keepJob(tenant, quoted.files), SLICING)), 202);
    }
    const [quote] = quoted.items;
    if (quote === undefined) throw new Error("one item was quoted to none");
    return context.json(success(toQuote(quote, quoted, languageAsked(context, "en"))), 200);
  }),
);
