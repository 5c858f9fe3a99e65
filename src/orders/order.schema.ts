// An order as the API writes it.

import { z } from "@hono/zod-openapi";
import { type Currency, currencyOf } from "../domain/currency.ts";
import { asStudioId, modelIdOf } from "../domain/ids.ts";
import { formatMinorUnits, minorUnits } from "../domain/money.ts";
import { isTestOrder, ORDER_STATUSES } from "../domain/order.ts";
import type { Language } from "../domain/person.ts";
import { modelIdSchema } from "../http/contract/model-id.schema.ts";
import { moneySchema, toMoney, toMoneyOrNull } from "../http/contract/money.schema.ts";
import { orNull } from "../http/contract/or-null.schema.ts";
import { toWarnings, warningSchema } from "../http/contract/warning.schema.ts";
import { costBreakdownSchema, toCostBreakdown, toWeight } from "../items/item.schema.ts";
import { deliverySchema } from "./delivery.schema.ts";
import type { DescribedOrder } from "./order.store.ts";

const customerSchema = z
  .object({
    id: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    phoneNumber: z.string().openapi({ description: "E.164" }),
    email: z.string().openapi({ description: "Empty if staff placed the order for a customer without one" }),
    locale: z.string().openapi({ description: "The customer's language, such as uk" }),
    totalOrders: z.int().nullable().openapi({
      description: "This customer's orders with the studio, null in a test order. Cancelled orders do not count",
    }),
    totalSpent: z
      .string()
      .nullable()
      .openapi({ description: "A decimal, null in a test order. Cancelled orders do not count" }),
  })
  .openapi("Customer", {
    description:
      "With the contact that the order was placed with. Names, phone number and e-mail are empty texts after the studio has erased them at the customer's wish; the e-mail also in an order that staff entered without one",
  });

const orderItemSchema = z
  .object({
    id: z.int(),
    filePath: z.string().nullable().openapi({ description: "The name under which the studio's file is kept" }),
    originalFileName: z.string().nullable(),
    downloadUrl: z.url().nullable().openapi({ description: "Works for an hour, without a key" }),
    quantity: z.int().openapi({ description: "Copies" }),
    price: moneySchema.openapi({ description: "For the whole quantity" }),
    materialId: z.int().nullable(),
    finishingIds: z.array(z.int()),
    printingQualityId: z.int().nullable(),
    printingTime: z.int().openapi({ description: "Minutes, for the whole quantity" }),
    weight: z.string().openapi({ description: "g, for the whole quantity: a decimal" }),
    productId: z.int().nullable().openapi({ description: "Where the item is a product of the catalog" }),
    productTitle: z.string().nullable(),
    costBreakdown: orNull(costBreakdownSchema),
    modelId: modelIdSchema.nullable(),
    fitsBuildVolume: z.boolean().nullable().openapi({
      description:
        "As its quote said when it was ordered; null where no build volume was known, and for items that were ordered before this was kept",
    }),
    warnings: z.array(warningSchema).openapi({
      description:
        "What its quote warned of when it was ordered; none for items that were ordered before this was kept",
    }),
  })
  .openapi("OrderItem");

export const orderSchema = z
  .object({
    id: z.int(),
    number: z.int().openapi({
      description:
        "The studio's own number of the order, for people: from 1, without gaps, as on its pages, sheets and mails. Addresses and programs use id. A test order has its id for a number",
    }),
    test: z.boolean().openapi({
      description:
        "Whether a test key placed it: it is then no order of the studio's, moves through the statuses by itself, and is deleted after a week",
    }),
    customer: customerSchema,
    status: z.enum(ORDER_STATUSES),
    totalPrice: moneySchema,
    items: z.array(orderItemSchema),
    studioSlug: z.string().openapi({ description: "The studio in the address of its order page" }),
    source: z.string().openapi({ description: "The `source` that was sent with it, else api" }),
    priority: z
      .object({ slug: z.string(), name: z.string() })
      .optional()
      .openapi({ description: "As it was named when the order was placed; absent where none was sent" }),
    delivery: orNull(deliverySchema).openapi({ description: "null where nothing of it was sent" }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .openapi("Order");

/**
 * @param downloadUrls the links to the items' files, by item id
 * @param language of warnings
 */
export function toOrder(
  rows: DescribedOrder,
  downloadUrls: ReadonlyMap<number, string>,
  language: Language,
): z.infer<typeof orderSchema> {
  const { order, customer } = rows;
  const currency = currencyOf(order.currencyId);
  return {
    id: order.id,
    number: order.number,
    test: isTestOrder(order.id),
    customer: {
      id: order.customerId,
      ...order.contact,
      totalOrders: customer?.orderCount ?? null,
      totalSpent: customer === null ? null : formatMinorUnits(minorUnits(customer.spentMinor)),
    },
    status: order.status,
    totalPrice: toMoney(minorUnits(order.totalPriceMinor), currency),
    items: rows.items.map((item) =>
      toOrderItem(item, rows.models, downloadUrls.get(item.id) ?? null, currency, language),
    ),
    studioSlug: rows.studioSlug,
    source: order.source,
    ...(order.priority === null ? {} : { priority: order.priority }),
    delivery: toDelivery(order, currency),
    createdAt: new Date(order.createdAt).toISOString(),
    updatedAt: new Date(order.updatedAt).toISOString(),
  };
}

function toDelivery(
  { delivery, deliveryPriceMinor }: DescribedOrder["order"],
  currency: Currency,
): z.infer<typeof orderSchema>["delivery"] {
  if (delivery === null) return null;
  return { ...delivery, price: toMoneyOrNull(deliveryPriceMinor, currency) };
}

/** Earlier versions may have written orders with other fields. */
const writtenOrderSchema = z.looseObject({
  data: z.looseObject({ items: z.array(z.looseObject({ id: z.int() })) }),
});

/** An order's response as it was written before, with links that are valid from now on. */
export function withFreshLinks(body: string, downloadUrls: ReadonlyMap<number, string>): string {
  const written = writtenOrderSchema.parse(JSON.parse(body));
  const items = written.data.items.map((item) => ({ ...item, downloadUrl: downloadUrls.get(item.id) ?? null }));
  return JSON.stringify({ ...written, data: { ...written.data, items } });
}

function toOrderItem(
  item: DescribedOrder["items"][number],
  models: DescribedOrder["models"],
  downloadUrl: string | null,
  currency: Currency,
  language: Language,
): z.infer<typeof orderItemSchema> {
  const model = models.find(({ id }) => id === item.modelId);
  return {
    id: item.id,
    filePath: model === undefined ? null : `models/${model.sha256}.${model.format}`,
    originalFileName: item.originalFileName,
    downloadUrl,
    quantity: item.quantity,
    price: toMoney(minorUnits(item.priceMinor), currency),
    materialId: item.materialId,
    finishingIds: item.finishingIds,
    printingQualityId: item.printingQualityId,
    printingTime: item.printMinutes,
    weight: toWeight(item.weightHundredthsOfGram),
    productId: item.productId,
    productTitle: item.productTitle,
    costBreakdown: item.costBreakdown === null ? null : toCostBreakdown(item.costBreakdown, currency),
    modelId: model === undefined ? null : modelIdOf(asStudioId(model.studioId), model.sha256),
    fitsBuildVolume: item.fitsBuildVolume,
    warnings: toWarnings(item.warnings, language),
  };
}
