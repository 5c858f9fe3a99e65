// GET /materials, /printing-qualities, /finishings, /products, each whole or one record by id, and GET /delivery/settings.
//
// Lists are whole: parameters such as `page` and `limit` are ignored (specification 3.4).

import { createRoute, z } from "@hono/zod-openapi";
import type { StudioDb } from "../db/studio-db.ts";
import type { Currency } from "../domain/currency.ts";
import type { ApiContext } from "../http/context.ts";
import { IF_NONE_MATCH_HEADER, revalidatedResponses } from "../http/contract/contract.ts";
import { ID_IN_PATH, pathId } from "../http/request/path-id.ts";
import { revalidated } from "../http/revalidated.ts";
import { apiRouter } from "../http/router.ts";
import {
  type PricedRow,
  type PricedRows,
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
const ofList = [IF_NONE_MATCH_HEADER];
const ofRecord = [ID_IN_PATH, IF_NONE_MATCH_HEADER];

const listMaterials = createRoute({
  ...common,
  path: "/materials",
  operationId: "listMaterials",
  summary: "The studio's materials",
  description: "The whole list, inactive ones included. Its ids are the `materialId` of quotes and orders.",
  parameters: ofList,
  responses: revalidatedResponses(z.array(materialSchema), "All materials, by id"),
});

const getMaterial = createRoute({
  ...common,
  path: "/materials/{id}",
  operationId: "getMaterial",
  summary: "A material",
  description: "As `GET /materials` shows it; only one that is `active` can be ordered.",
  parameters: ofRecord,
  responses: revalidatedResponses(materialSchema, "The material", 404),
});

const listPrintingQualities = createRoute({
  ...common,
  path: "/printing-qualities",
  operationId: "listPrintingQualities",
  summary: "The studio's print-quality profiles",
  description: "The whole list, inactive ones included. Its ids are the `printingQualityId` of quotes and orders.",
  parameters: ofList,
  responses: revalidatedResponses(z.array(printingQualitySchema), "All profiles, by id"),
});

const getPrintingQuality = createRoute({
  ...common,
  path: "/printing-qualities/{id}",
  operationId: "getPrintingQuality",
  summary: "A print-quality profile",
  description: "As `GET /printing-qualities` shows it; only one whose `isActive` is true can be ordered.",
  parameters: ofRecord,
  responses: revalidatedResponses(printingQualitySchema, "The profile", 404),
});

const listFinishings = createRoute({
  ...common,
  path: "/finishings",
  operationId: "listFinishings",
  summary: "The studio's post-processing services",
  description:
    "What is done with a printed part, such as painting. Its ids are the `finishingIds` of quotes and orders.",
  parameters: ofList,
  responses: revalidatedResponses(z.array(finishingSchema), "All services on offer, by id"),
});

const getFinishing = createRoute({
  ...common,
  path: "/finishings/{id}",
  operationId: "getFinishing",
  summary: "A post-processing service",
  description:
    "Also one that is no longer on offer, since orders keep its id. Only those that `GET /finishings` lists can be ordered.",
  parameters: ofRecord,
  responses: revalidatedResponses(finishingSchema, "The service", 404),
});

const listProducts = createRoute({
  ...common,
  path: "/products",
  operationId: "listProducts",
  summary: "The studio's products",
  description: "What the studio sells ready made. The whole list, those that are not on offer included.",
  parameters: ofList,
  responses: revalidatedResponses(z.array(productSchema), "All products, by id"),
});

const getProduct = createRoute({
  ...common,
  path: "/products/{id}",
  operationId: "getProduct",
  summary: "A product",
  description: "As `GET /products` shows it; one whose `isActive` is false is no longer on offer.",
  parameters: ofRecord,
  responses: revalidatedResponses(productSchema, "The product", 404),
});

const getDeliverySettings = createRoute({
  ...common,
  path: "/delivery/settings",
  operationId: "getDeliverySettings",
  summary: "The studio's delivery methods",
  description: "The ids that an order's `deliveryMethodId` takes, where `isActive` is true.",
  parameters: ofList,
  responses: revalidatedResponses(deliverySettingsSchema, "All delivery methods, by id"),
});

export const catalogRoutes = apiRouter()
  .openapi(listMaterials, (context) => showPriced(context, readMaterials, toMaterial))
  .openapi(getMaterial, (context) => showPricedEntry(context, readPricedMaterial, toMaterial))
  .openapi(listPrintingQualities, async (context) => {
    const qualities = await readNearby(context.var.tenant, readPrintingQualities);
    return revalidated(context, qualities.map(toPrintingQuality));
  })
  .openapi(getPrintingQuality, async (context) => {
    const id = pathId(context.req.param("id"));
    const quality = await readEntryNearby(context.var.tenant, (db) => readPrintingQuality(db, id));
    return revalidated(context, toPrintingQuality(quality));
  })
  .openapi(listFinishings, (context) => showPriced(context, readFinishings, toFinishing))
  .openapi(getFinishing, (context) => showPricedEntry(context, readPricedFinishing, toFinishing))
  .openapi(listProducts, (context) => showPriced(context, readProducts, toProduct))
  .openapi(getProduct, (context) => showPricedEntry(context, readPricedProduct, toProduct))
  .openapi(getDeliverySettings, async (context) => {
    const { rows, currency } = await readNearby(context.var.tenant, readDeliveryMethods);
    return revalidated(context, { deliveryMethods: rows.map((row) => toDeliveryMethod(row, { currency })) });
  });

async function showPriced<Row, Shown>(
  context: ApiContext,
  read: (db: StudioDb) => Promise<PricedRows<Row>>,
  toShown: (row: Row, shown: RecordContext) => Shown,
) {
  const { rows, currency } = await readNearby(context.var.tenant, read);
  const shown = shownIn(context, currency);
  return revalidated(
    context,
    rows.map((row) => toShown(row, shown)),
  );
}

/** @throws NotFound */
async function showPricedEntry<Row, Shown>(
  context: ApiContext,
  read: (db: StudioDb, id: number) => Promise<PricedRow<Row>>,
  toShown: (row: Row, shown: RecordContext) => Shown,
) {
  const id = pathId(context.req.param("id") ?? "");
  const { row, currency } = await readEntryNearby(context.var.tenant, (db) => read(db, id));
  return revalidated(context, toShown(row, shownIn(context, currency)));
}

function shownIn({ req }: { readonly req: { readonly url: string } }, currency: Currency): RecordContext {
  return { currency, origin: new URL(req.url).origin };
}
