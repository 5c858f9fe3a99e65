// GET /materials, /printing-qualities, /finishings, /products, each whole or one record by id, and GET /delivery/settings.
//
// Lists are whole: parameters such as `page` and `limit` are ignored (specification 3.4).

import { createRoute, z } from "@hono/zod-openapi";
import type { Currency } from "../domain/currency.ts";
import { ifNoneMatchHeader, revalidatedResponses } from "../http/contract/contract.ts";
import { success } from "../http/contract/envelope.ts";
import { revalidated } from "../http/middleware/revalidation.middleware.ts";
import { pathId, pathIdParameters } from "../http/request/path-id.ts";
import { apiRouter } from "../http/router.ts";
import {
  readDeliveryMethods,
  readEntryNearby,
  readFinishings,
  readMaterials,
  readNearby,
  readPricedFinishing,
  readPricedMaterial,
  readPricedProduct,
  readPrintingQualities,
  readPrintingQuality,
  readProducts,
} from "./catalog.store.ts";
import type { RecordContext } from "./catalog-field.ts";
import { deliverySettingsSchema, toDeliveryMethod } from "./delivery-method/delivery-method.schema.ts";
import { finishingSchema, toFinishing } from "./finishing/finishing.schema.ts";
import { materialSchema, toMaterial } from "./material/material.schema.ts";
import { productSchema, toProduct } from "./product/product.schema.ts";
import { printingQualitySchema, toPrintingQuality } from "./quality/quality.schema.ts";

const common = { method: "get" as const, tags: ["Catalog"] };
const ofList = { ...common, request: { headers: ifNoneMatchHeader } };
const ofRecord = { ...common, request: { headers: ifNoneMatchHeader, params: pathIdParameters } };

const listMaterials = createRoute({
  ...ofList,
  path: "/materials",
  operationId: "listMaterials",
  summary: "The studio's materials",
  description: "The whole list, inactive ones included. Its ids are the `materialId` of quotes and orders.",
  responses: revalidatedResponses(z.array(materialSchema), "All materials, by id"),
});

const getMaterial = createRoute({
  ...ofRecord,
  path: "/materials/{id}",
  operationId: "getMaterial",
  summary: "A material",
  description: "As `GET /materials` shows it; only one that is `active` can be ordered.",
  responses: revalidatedResponses(materialSchema, "The material", 404),
});

const listPrintingQualities = createRoute({
  ...ofList,
  path: "/printing-qualities",
  operationId: "listPrintingQualities",
  summary: "The studio's print-quality profiles",
  description: "The whole list, inactive ones included. Its ids are the `printingQualityId` of quotes and orders.",
  responses: revalidatedResponses(z.array(printingQualitySchema), "All profiles, by id"),
});

const getPrintingQuality = createRoute({
  ...ofRecord,
  path: "/printing-qualities/{id}",
  operationId: "getPrintingQuality",
  summary: "A print-quality profile",
  description: "As `GET /printing-qualities` shows it; only one whose `isActive` is true can be ordered.",
  responses: revalidatedResponses(printingQualitySchema, "The profile", 404),
});

const listFinishings = createRoute({
  ...ofList,
  path: "/finishings",
  operationId: "listFinishings",
  summary: "The studio's post-processing services",
  description:
    "What is done with a printed part, such as painting. Its ids are the `finishingIds` of quotes and orders.",
  responses: revalidatedResponses(z.array(finishingSchema), "All services on offer, by id"),
});

const getFinishing = createRoute({
  ...ofRecord,
  path: "/finishings/{id}",
  operationId: "getFinishing",
  summary: "A post-processing service",
  description:
    "Also one that is no longer on offer, since orders keep its id. Only those that `GET /finishings` lists can be ordered.",
  responses: revalidatedResponses(finishingSchema, "The service", 404),
});

const listProducts = createRoute({
  ...ofList,
  path: "/products",
  operationId: "listProducts",
  summary: "The studio's products",
  description: "What the studio sells ready made. The whole list, those that are not on offer included.",
  responses: revalidatedResponses(z.array(productSchema), "All products, by id"),
});

const getProduct = createRoute({
  ...ofRecord,
  path: "/products/{id}",
  operationId: "getProduct",
  summary: "A product",
  description: "As `GET /products` shows it; one whose `isActive` is false is no longer on offer.",
  responses: revalidatedResponses(productSchema, "The product", 404),
});

const getDeliverySettings = createRoute({
  ...ofList,
  path: "/delivery/settings",
  operationId: "getDeliverySettings",
  summary: "The studio's delivery methods",
  description: "The ids that an order's `deliveryMethodId` takes, where `isActive` is true.",
  responses: revalidatedResponses(deliverySettingsSchema, "All delivery methods, by id"),
});

const operations = apiRouter();
// Each list, and each record below it.
for (const path of ["/materials/*", "/printing-qualities/*", "/finishings/*", "/products/*", "/delivery/settings"]) {
  operations.use(path, revalidated);
}

export const catalogRoutes = operations
  .openapi(listMaterials, async (context) => {
    const { rows, currency } = await readNearby(context.var.tenant, readMaterials);
    const shown = shownIn(context, currency);
    return context.json(success(rows.map((row) => toMaterial(row, shown))), 200);
  })
  .openapi(getMaterial, async (context) => {
    const id = pathId(context.req.valid("param").id);
    const { row, currency } = await readEntryNearby(context.var.tenant, (db) => readPricedMaterial(db, id));
    return context.json(success(toMaterial(row, shownIn(context, currency))), 200);
  })
  .openapi(listPrintingQualities, async (context) => {
    const qualities = await readNearby(context.var.tenant, readPrintingQualities);
    return context.json(success(qualities.map(toPrintingQuality)), 200);
  })
  .openapi(getPrintingQuality, async (context) => {
    const id = pathId(context.req.valid("param").id);
    const quality = await readEntryNearby(context.var.tenant, (db) => readPrintingQuality(db, id));
    return context.json(success(toPrintingQuality(quality)), 200);
  })
  .openapi(listFinishings, async (context) => {
    const { rows, currency } = await readNearby(context.var.tenant, readFinishings);
    const shown = shownIn(context, currency);
    return context.json(success(rows.map((row) => toFinishing(row, shown))), 200);
  })
  .openapi(getFinishing, async (context) => {
    const id = pathId(context.req.valid("param").id);
    const { row, currency } = await readEntryNearby(context.var.tenant, (db) => readPricedFinishing(db, id));
    return context.json(success(toFinishing(row, shownIn(context, currency))), 200);
  })
  .openapi(listProducts, async (context) => {
    const { rows, currency } = await readNearby(context.var.tenant, readProducts);
    const shown = shownIn(context, currency);
    return context.json(success(rows.map((row) => toProduct(row, shown))), 200);
  })
  .openapi(getProduct, async (context) => {
    const id = pathId(context.req.valid("param").id);
    const { row, currency } = await readEntryNearby(context.var.tenant, (db) => readPricedProduct(db, id));
    return context.json(success(toProduct(row, shownIn(context, currency))), 200);
  })
  .openapi(getDeliverySettings, async (context) => {
    const methods = await readNearby(context.var.tenant, readDeliveryMethods);
    return context.json(success({ deliveryMethods: methods.map(toDeliveryMethod) }), 200);
  });

function shownIn({ req }: { readonly req: { readonly url: string } }, currency: Currency): RecordContext {
  return { currency, origin: new URL(req.url).origin };
}
