// GET /materials, /printing-qualities, /finishings, /products: the studio's catalog, each list whole.
//
// The specification has no pagination here, so parameters such as `page` and `limit` are ignored.

import { createRoute, z } from "@hono/zod-openapi";
import { errorResponses, jsonResponse } from "../http/contract.ts";
import { success } from "../http/envelope.ts";
import { apiRouter } from "../http/router.ts";
import {
  finishingSchema,
  materialSchema,
  printingQualitySchema,
  productSchema,
  toFinishing,
  toMaterial,
  toPrintingQuality,
  toProduct,
} from "./catalog.schema.ts";
import { readFinishings, readMaterials, readNearby, readPrintingQualities, readProducts } from "./catalog.store.ts";

const listMaterials = createRoute({
  method: "get",
  path: "/materials",
  tags: ["Catalog"],
  summary: "The studio's materials",
  responses: { 200: jsonResponse(z.array(materialSchema), "All materials, by id"), ...errorResponses() },
});

const listPrintingQualities = createRoute({
  method: "get",
  path: "/printing-qualities",
  tags: ["Catalog"],
  summary: "The studio's print-quality profiles",
  responses: { 200: jsonResponse(z.array(printingQualitySchema), "All profiles, by id"), ...errorResponses() },
});

const listFinishings = createRoute({
  method: "get",
  path: "/finishings",
  tags: ["Catalog"],
  summary: "The studio's post-processing services",
  responses: { 200: jsonResponse(z.array(finishingSchema), "All services on offer, by id"), ...errorResponses() },
});

const listProducts = createRoute({
  method: "get",
  path: "/products",
  tags: ["Catalog"],
  summary: "The studio's products",
  responses: { 200: jsonResponse(z.array(productSchema), "All products, by id"), ...errorResponses() },
});

export const catalogRoutes = apiRouter()
  .openapi(listMaterials, async (context) => {
    const { materials, currency } = await readNearby(context.var.tenant, readMaterials);
    return context.json(success(materials.map((row) => toMaterial(row, currency))), 200);
  })
  .openapi(listPrintingQualities, async (context) => {
    const qualities = await readNearby(context.var.tenant, readPrintingQualities);
    return context.json(success(qualities.map(toPrintingQuality)), 200);
  })
  .openapi(listFinishings, async (context) => {
    const { finishings, currency } = await readNearby(context.var.tenant, readFinishings);
    return context.json(success(finishings.map((row) => toFinishing(row, currency))), 200);
  })
  .openapi(listProducts, async (context) => {
    const { products, currency } = await readNearby(context.var.tenant, readProducts);
    const { origin } = new URL(context.req.url);
    return context.json(success(products.map((row) => toProduct(row, currency, origin))), 200);
  });
