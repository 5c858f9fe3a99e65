// Catalog records as the API writes them: schema (validation, type, documentation) and mapping from rows.

import { z } from "@hono/zod-openapi";
import { INFILL_PATTERNS, SPEED_MODES } from "../../slicer-service/src/contract/profile.ts";
import type { deliveryMethods, finishings, materials, printingQualities, products } from "../db/schema.ts";
import type { Currency } from "../domain/currency.ts";
import { decimalOrNull, formatDecimal } from "../domain/decimal.ts";
import { minorUnits } from "../domain/money.ts";
import { technologyOf } from "../domain/technology.ts";
import { isLowStock, MATERIAL_STATUSES } from "../domain/workshop.ts";
import { orNull } from "../http/contract/contract.ts";
import { moneySchema, toMoney } from "../http/contract/money.schema.ts";
import { technologySchema, toTechnology } from "../http/contract/technology.schema.ts";
import { shownSlug } from "./delivery-slug.ts";
import { absolutePhotoAddress } from "./photo-address.ts";

export const materialSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    color: z.string().nullable().openapi({ description: "Its name, in the studio's words" }),
    colorHex: z.string().nullable().openapi({ description: "# and six hexadecimal digits" }),
    technology: technologySchema,
    costPerKg: moneySchema,
    density: z.string().openapi({ description: "g/cm³: a decimal with two or three fraction digits" }),
    status: z.enum(MATERIAL_STATUSES).openapi({ description: "An inactive one is refused in quotes and orders" }),
    stockQuantity: z.string().nullable().openapi({ description: "g; null where the studio does not count it" }),
    lowStockThreshold: z.string().nullable().openapi({ description: "g; null where the studio set none" }),
    isLowStock: z.boolean().openapi({ description: "Whether the stock is at or below its threshold" }),
    studioId: z.int(),
  })
  .openapi("Material");

export function toMaterial(row: typeof materials.$inferSelect, currency: Currency): z.infer<typeof materialSchema> {
  const { stockHundredthsOfGram: stock, lowStockHundredthsOfGram: threshold } = row;
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    colorHex: row.colorHex,
    technology: toTechnology(technologyOf(row.technologyId)),
    costPerKg: toMoney(minorUnits(row.costPerKgMinor), currency),
    density: formatDecimal(row.densityMilligramsPerCubicCm, 3),
    status: row.status,
    stockQuantity: decimalOrNull(stock, 2),
    lowStockThreshold: decimalOrNull(threshold, 2),
    isLowStock: isLowStock(row),
    studioId: row.studioId,
  };
}

export const printingQualitySchema = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    technology: technologySchema,
    layerHeight: z.string().openapi({ description: "mm: a decimal with two or three fraction digits" }),
    nozzleDiameter: z.string().nullable().openapi({
      description: "mm; null but for filament, and where the quality takes its printer's own",
    }),
    infillPercent: z.int().nullable().openapi({ description: "null but for filament" }),
    wallCount: z.int().nullable().openapi({ description: "null but for filament" }),
    topLayers: z.int().nullable().openapi({ description: "null but for filament" }),
    bottomLayers: z.int().nullable().openapi({ description: "null but for filament" }),
    infillPattern: z.enum(INFILL_PATTERNS).nullable().openapi({ description: "null but for filament" }),
    supports: z.boolean().openapi({ description: "Whether overhangs are supported" }),
    speedMode: z.enum(SPEED_MODES),
    isDefault: z.boolean().openapi({ description: "The one to offer first for its technology" }),
    isActive: z.boolean().openapi({ description: "An inactive one is refused in quotes and orders" }),
    studioId: z.int(),
  })
  .openapi("PrintingQuality");

export function toPrintingQuality(row: typeof printingQualities.$inferSelect): z.infer<typeof printingQualitySchema> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    technology: toTechnology(technologyOf(row.technologyId)),
    layerHeight: formatDecimal(row.layerHeightMicrometres, 3),
    nozzleDiameter: decimalOrNull(row.nozzleDiameterMicrometres, 3),
    infillPercent: row.infillPercent,
    wallCount: row.wallCount,
    topLayers: row.topLayers,
    bottomLayers: row.bottomLayers,
    infillPattern: technologyOf(row.technologyId).process === "filament" ? row.infillPattern : null,
    supports: row.supports,
    speedMode: row.speedMode,
    isDefault: row.isDefault,
    isActive: row.isActive,
    studioId: row.studioId,
  };
}

export const finishingSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    price: orNull(moneySchema).openapi({ description: "For one copy; null where it is a percentage, or free" }),
    pricePercentage: z.string().nullable().openapi({
      description: "Percent of what material and time cost; null where it is an amount, or free",
    }),
    technology: orNull(technologySchema).openapi({
      description: "The technology that it is for; null where it is for all",
    }),
    studioId: z.int(),
  })
  .openapi("Finishing");

export function toFinishing(row: typeof finishings.$inferSelect, currency: Currency): z.infer<typeof finishingSchema> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    price: row.priceMinor === null ? null : toMoney(minorUnits(row.priceMinor), currency),
    pricePercentage: decimalOrNull(row.percentageBasisPoints, 2),
    technology: row.technologyId === null ? null : toTechnology(technologyOf(row.technologyId)),
    studioId: row.studioId,
  };
}

export const productSchema = z
  .object({
    id: z.int(),
    title: z.string(),
    description: z.string().nullable(),
    photos: z.array(z.string()).openapi({ description: "Addresses of pictures" }),
    price: moneySchema,
    leadTime: z.int().nullable().openapi({ description: "Days until it is ready; null where the studio does not say" }),
    isActive: z.boolean().openapi({ description: "Whether it is on offer" }),
    studioId: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .openapi("Product");

/** @param origin where the service is reached: addresses of photos that it keeps begin with it */
export function toProduct(
  row: typeof products.$inferSelect,
  currency: Currency,
  origin: string,
): z.infer<typeof productSchema> {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    photos: row.photos.map((address) => absolutePhotoAddress(address, origin)),
    price: toMoney(minorUnits(row.priceMinor), currency),
    leadTime: row.leadTimeDays,
    isActive: row.isActive,
    studioId: row.studioId,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

export const deliverySettingsSchema = z
  .object({
    deliveryMethods: z.array(
      z
        .object({
          id: z.int(),
          name: z.string(),
          slug: z.string().openapi({
            description: "Made of the method's first name; it stays when the name changes. Unique within the studio",
          }),
          isActive: z.boolean().openapi({ description: "false: an order for it is refused" }),
        })
        .openapi("DeliveryMethod"),
    ),
  })
  .openapi("DeliverySettings");

export function toDeliveryMethod(
  row: typeof deliveryMethods.$inferSelect,
): z.infer<typeof deliverySettingsSchema>["deliveryMethods"][number] {
  return { id: row.id, name: row.name, slug: shownSlug(row), isActive: row.isActive };
}
