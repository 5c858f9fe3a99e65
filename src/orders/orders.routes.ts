// POST /orders and GET /orders/{id}

import { createRoute } from "@hono/zod-openapi";
import type { KeyKind } from "../domain/api-key.ts";
import { NotFound } from "../domain/errors.ts";
import { isTestOrder } from "../domain/order.ts";
import type { Sentence } from "../domain/sentence.ts";
import { acceptedJobSchema, acceptJob } from "../http/accepted-job.ts";
import { BASE_PATH } from "../http/base-path.ts";
import type { ApiContext } from "../http/context.ts";
import {
  errorResponses,
  JOB_HEADERS,
  jsonResponse,
  LOCATION,
  namingIgnoredFields,
  REPLAYED,
} from "../http/contract/contract.ts";
import { success } from "../http/contract/envelope.ts";
import { languageAsked } from "../http/language.ts";
import { linkIssuer } from "../http/link-issuer.ts";
import { ID_IN_PATH, pathId } from "../http/request/path-id.ts";
import { PREFER_HEADER, preferredWait } from "../http/request/prefer-wait.ts";
import { apiRouter } from "../http/router.ts";
import { addKeyFaults, IDEMPOTENCY_HEADER, performOnce } from "../idempotency/perform-once.ts";
import { itemChoiceSchema } from "../items/item.schema.ts";
import { contentOf } from "../models/chosen-models.ts";
import { downloadLinks } from "../models/download-links.ts";
import { type FormOperation, uploadBody, withUploadForm } from "../models/upload.request.ts";
import { keepJob } from "../slicing/slicing-job.ts";
import {
  NOT_BOTH_FILE_FIELDS,
  namedInOrder,
  ORDER_FILES_BODY,
  type OrderFields,
  orderFields,
  orderFiles,
  toOrderToPlace,
} from "./order.request.ts";
import { orderSchema, toOrder, withFreshLinks } from "./order.schema.ts";
import type { DescribedOrder } from "./order.store.ts";
import { addNamedFaults, type OrderBook, type OrderToPlace, orderReads } from "./place-order.ts";

const createOrder = createRoute({
  method: "post",
  path: "/orders",
  operationId: "createOrder",
  tags: ["Quotes and orders"],
  summary: "Places an order",
  description:
    "Each element of `items` has its model: a file, or the `modelId` of one sent before. An order is placed whole or not at all; where a model has to be sliced first and that takes longer than the answer is held, nothing is placed and the answer is 202 and a job to wait for. With an `Idempotency-Key` the request may be sent again: it places one order.",
  parameters: [PREFER_HEADER, IDEMPOTENCY_HEADER],
  request: { body: uploadBody(orderFields, ORDER_FILES_BODY, NOT_BOTH_FILE_FIELDS) },
  responses: namingIgnoredFields({
    201: jsonResponse(orderSchema, "The order, pending", { ...LOCATION, ...REPLAYED }),
    202: jsonResponse(
      acceptedJobSchema,
      "Slicing takes longer: wait for the job, then send the same request again",
      JOB_HEADERS,
    ),
    ...errorResponses(400, 404, 409, 413, 415, 422, 503),
  }),
});

const getOrder = createRoute({
  method: "get",
  path: "/orders/{id}",
  operationId: "getOrder",
  tags: ["Quotes and orders"],
  summary: "An order",
  description: "As it is now: the studio moves its `status`. Its links to files are made anew with every answer.",
  parameters: [ID_IN_PATH],
  responses: { 200: jsonResponse(orderSchema, "The order"), ...errorResponses(404) },
});

const SLICING: Sentence = {
  en: "Nothing is ordered or priced yet: the models are being sliced. Wait for the job at statusUrl, then send the same request again; each item's modelId may take the place of its file.",
  uk: "Ще нічого не замовлено і не оцінено: моделі нарізаються. Дочекайтеся завдання за statusUrl і надішліть той самий запит ще раз; замість файлу позиції можна надіслати її modelId.",
};

/** @param books one for the keys of each kind */
export function createOrderRoutes(books: Readonly<Record<KeyKind, OrderBook>>) {
  const orderOperations = apiRouter();
  // Items travel as JSON inside a form's text; its description only refers to their schema.
  orderOperations.openAPIRegistry.register("ItemChoice", itemChoiceSchema);

  return orderOperations
    .openapi(createOrder, (context) =>
      withUploadForm(context, orderForm, async ({ fields, models }) => {
        const { tenant, admitted } = context.var;
        const { key } = await admitted;
        const book = books[key.kind];
        const wait = preferredWait(context.req.header("Prefer"));
        const order = toOrderToPlace(fields, models, tenant.studioId);
        return performOnce(context, {
          payload: payloadOf(fields, order),
          reads: orderReads(tenant, order),
          async perform(requestKey, read) {
            const placing = await book.place(tenant, order, { requestKey, apiKeyId: key.id }, read, wait);
            if (placing.outcome === "placed") return created(context, placing.rows);
            if (placing.outcome === "not_as_agreed") throw new Error("an order of the API has no agreed price");
            return context.json(success(acceptJob(context, await keepJob(tenant, placing.files), SLICING)), 202);
          },
          async recover(requestKey) {
            const rows = await book.findWritten(tenant.db, requestKey);
            return rows && created(context, rows);
          },
          async freshen(body, requestKey) {
            const rows = await book.findWritten(tenant.db, requestKey);
            return rows === undefined ? body : withFreshLinks(body, await linksOf(context, rows));
          },
        });
      }),
    )
    .openapi(getOrder, async (context) => {
      const { tenant, admitted } = context.var;
      const id = pathId(context.req.param("id"));
      // The id tells the book, so that the order is read while the gate decides.
      const kind = isTestOrder(id) ? "test" : "live";
      const [rows, { key }] = await Promise.all([books[kind].read(tenant.db, id), admitted]);
      if (key.kind !== kind) throw new NotFound();
      return context.json(success(await describeOrder(context, rows)), 200);
    });
}

const orderForm: FormOperation<typeof orderFields.schema> = {
  fields: orderFields,
  files: orderFiles,
  addHeaderFaults: addKeyFaults,
  addNamedFaults: (tenant, fields, faults) => addNamedFaults(tenant, namedInOrder(fields, tenant.studioId), faults),
};

/** Requests with the same payload are the same order: fields and contents. A file and its modelId are the same, under any name. */
function payloadOf({ items: _, ...fields }: OrderFields, { items }: OrderToPlace): unknown {
  return [fields, items.map(({ choice, model }) => [choice, contentOf(model) ?? null])];
}

async function created(context: ApiContext, rows: DescribedOrder) {
  context.header("Location", new URL(`${BASE_PATH}/orders/${rows.order.id}`, context.req.url).href);
  return context.json(success(await describeOrder(context, rows)), 201);
}

async function describeOrder(context: ApiContext, rows: DescribedOrder) {
  return toOrder(rows, await linksOf(context, rows), languageAsked(context, "en"));
}

function linksOf(context: ApiContext, { items, models }: DescribedOrder): Promise<ReadonlyMap<number, string>> {
  const withModels = items.map((item) => ({ item, model: models.find(({ id }) => id === item.modelId) }));
  return downloadLinks(linkIssuer(context), withModels);
}
