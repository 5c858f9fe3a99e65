// GET /materials, /printing-qualities, /finishings, /products: the studio's catalog, each list whole.
//
// The specification has no pagination here, so parameters such as `page` and `limit` are ignored.

import { createRoute, z } from "@hono/zod-openapi";
import { eq } from "drizzle-orm";
import { finishings, materials, printingQualities, products } from "../db/schema.ts";
import { currencyOfStudio } from "../db/studio-record.ts";
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
    const { db } = context.var.tenant;
    const [studio, rows] = await db.batch([db.studio(), db.select(materials, undefined, materials.id)]);
    const currency = currencyOfStudio(studio);
    return context.json(success(rows.map((row) => toMaterial(row, currency))), 200);
  })
  .openapi(listPrintingQualities, async (context) => {
    const rows = await context.var.tenant.db.select(printingQualities, undefined, printingQualities.id);
    return context.json(success(rows.map(toPrintingQuality)), 200);
  })
  .openapi(listFinishings, async (context) => {
    const { db } = context.var.tenant;
    const [studio, rows] = await db.batch([
      db.studio(),
      db.select(finishings, eq(finishings.isArchived, false), finishings.id),
    ]);
    const currency = currencyOfStudio(studio);
    return context.json(success(rows.map((row) => toFinishing(row, currency))), 200);
  })
  .openapi(listProducts, async (context) => {
    const { db } = context.var.tenant;
    const [studio, rows] = await db.batch([db.studio(), db.select(products, undefined, products.id)]);
    const currency = currencyOfStudio(studio);
    return context.json(success(rows.map((row) => toProduct(row, currency))), 200);
  });
