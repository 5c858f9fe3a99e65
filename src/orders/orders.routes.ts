// POST /orders and GET /orders/{id}

import { createRoute } from "@hono/zod-openapi";
import { eq } from "drizzle-orm";
import { orders } from "../db/schema.ts";
import { BASE_PATH } from "../http/base-path.ts";
import type { ApiContext } from "../http/context.ts";
import { errorResponses, JOB_HEADERS, jsonResponse, LOCATION, REPLAYED } from "../http/contract.ts";
import { success } from "../http/envelope.ts";
import { notFound } from "../http/errors.ts";
import { pathId, pathIdParameters } from "../http/path-id.ts";
import { preferHeader, preferredWait } from "../http/prefer-wait.ts";
import { apiRouter } from "../http/router.ts";
import { idempotencyHeader, performOnce } from "../idempotency/perform-once.ts";
import { priceChosenItem } from "../items/priced-item.ts";
import { chooseFromCatalog, itemChoiceSchema } from "../items/resolve-items.ts";
import { downloadUrlsOf } from "../models/download-links.ts";
import { type NamedModel, readUploadForm, uploadBody } from "../models/upload-form.ts";
import { resultsOrAccepted } from "../slicing/accepted-job.ts";
import { sliceFiles } from "../slicing/slices.ts";
import { acceptedJobSchema } from "../slicing/slicing-job.ts";
import { deliveryOf } from "./delivery.ts";
import { ORDER_FILES_BODY, type OrderFields, orderFieldsSchema, orderFiles } from "./order.request.ts";
import { type OrderRows, orderSchema, toOrder } from "./order.schema.ts";
import { placeOrder, readOrder } from "./order.store.ts";

const createOrder = createRoute({
  method: "post",
  path: "/orders",
  tags: ["Quotes and orders"],
  summary: "Places an order",
  request: {
    headers: preferHeader.extend(idempotencyHeader.shape),
    body: uploadBody(orderFieldsSchema, ORDER_FILES_BODY),
  },
  responses: {
    201: jsonResponse(orderSchema, "The order, pending", { ...LOCATION, ...REPLAYED }),
    202: jsonResponse(
      acceptedJobSchema,
      "Slicing takes longer: wait for the job, then send the same request again",
      JOB_HEADERS,
    ),
    ...errorResponses(400, 404, 409, 413, 415, 422, 503),
  },
});

const getOrder = createRoute({
  method: "get",
  path: "/orders/{id}",
  tags: ["Quotes and orders"],
  summary: "An order",
  request: { params: pathIdParameters },
  responses: { 200: jsonResponse(orderSchema, "The order"), ...errorResponses(404) },
});

const orderOperations = apiRouter();
// Items travel as JSON inside a form's text, where the published contract would not find their schema by itself.
orderOperations.openAPIRegistry.register("ItemChoice", itemChoiceSchema);

export const orderRoutes = orderOperations
  .openapi(createOrder, async (context) => {
    const { fields, models } = await readUploadForm(context, orderFieldsSchema, orderFiles);
    const wait = preferredWait(context.req.valid("header").prefer);
    return performOnce(context, {
      payload: [fields, models.map(({ field, originalFileName, model }) => [field, originalFileName, model.sha256])],
      perform: (requestKey) => orderPrints(context, fields, models, wait, requestKey),
      async recover(requestKey) {
        const rows = await readOrder(context.var.tenant.db, eq(orders.requestKey, requestKey));
        return rows && created(context, rows);
      },
    });
  })
  .openapi(getOrder, async (context) => {
    const id = pathId(context.req.valid("param").id);
    const rows = await readOrder(context.var.tenant.db, eq(orders.id, id));
    if (rows === undefined) throw notFound();
    return context.json(success(await describeOrder(context, rows)), 200);
  });

/** Prices every item as a quote would, and writes the order; or tells which job to wait for. */
async function orderPrints(
  context: ApiContext,
  fields: OrderFields,
  models: readonly NamedModel[],
  waitMilliseconds: number,
  requestKey: string,
) {
  const { tenant } = context.var;
  const { studio, items, deliveryMethod } = await chooseFromCatalog(
    tenant.db,
    fields.items,
    (index) => `items.${index}.`,
    fields.deliveryMethodId,
  );
  const prints = items.map((chosen, index) => ({ ...entryOf(models, index), chosen, profile: chosen.profile }));
  const files = await sliceFiles(tenant, prints, waitMilliseconds);
  const slicing = await resultsOrAccepted(context, files, (index) => entryOf(prints, index).field);
  if ("accepted" in slicing) return context.json(success(slicing.accepted), 202);

  const rows = await placeOrder(tenant.db, {
    requestKey,
    currencyId: studio.currencyId,
    source: fields.source ?? "api",
    delivery: deliveryOf(fields, deliveryMethod?.name),
    contact: {
      firstName: fields.customerFirstName,
      lastName: fields.customerLastName,
      phoneNumber: fields.customerPhoneNumber,
      email: fields.customerEmail,
      locale: fields.customerLocale ?? studio.locale,
    },
    items: prints.map(({ originalFileName, model, chosen }, index) => {
      const { result } = entryOf(slicing.done, index).state;
      return { originalFileName, model, chosen, priced: priceChosenItem(chosen, result, studio) };
    }),
  });
  return created(context, rows);
}

/** What belongs to an item. Were it missing, the order would leave out something that was asked for. */
function entryOf<Entry>(entries: readonly Entry[], index: number): Entry {
  const entry = entries[index];
  if (entry === undefined) throw new Error(`item ${index} of an order lacks its counterpart`);
  return entry;
}

async function created(context: ApiContext, rows: OrderRows) {
  context.header("Location", new URL(`${BASE_PATH}/orders/${rows.order.id}`, context.req.url).href);
  return context.json(success(await describeOrder(context, rows)), 201);
}

async function describeOrder(context: ApiContext, rows: OrderRows) {
  return toOrder(rows, await downloadUrlsOf(context, rows.items));
}
