// GET /me: the studio of the key, its pricing settings and the rest of its hourly limit.

import { createRoute, z } from "@hono/zod-openapi";
import { pricingSettingsOf, type Studio } from "../db/studio-record.ts";
import { KEY_KINDS, KEY_PERMISSIONS } from "../domain/api-key.ts";
import { currencyOf } from "../domain/currency.ts";
import { formatDecimal } from "../domain/decimal.ts";
import { formatMinorUnits } from "../domain/money.ts";
import { PLANS } from "../domain/plan.ts";
import { errorResponses, jsonResponse } from "../http/contract/contract.ts";
import { success } from "../http/contract/envelope.ts";
import { currencySchema } from "../http/contract/money.schema.ts";
import { apiRouter } from "../http/router.ts";
import { readStudioAndKey } from "./studio.store.ts";

const amountSchema = (description: string) =>
  z.string().openapi({ description: `${description}, in \`currency\`: a decimal with two fraction digits` });

const meSchema = z
  .object({
    studioId: z.int(),
    studioTitle: z.string(),
    slug: z.string().openapi({ description: "The studio in the address of its order page" }),
    apiKeyName: z.string().openapi({ description: "What the studio called the key of this request" }),
    apiKeyKind: z.enum(KEY_KINDS).openapi({
      description: "`test`: its orders are test orders, and it changes nothing of the studio's",
    }),
    apiKeyPermission: z.enum(KEY_PERMISSIONS).openapi({
      description:
        "The operations that the key opens: `all`; `quotes`, prices and nothing of orders and printers; `read`, all that changes nothing",
    }),
    apiKeyExpiresAt: z.iso
      .datetime()
      .nullable()
      .openapi({ description: "The key is refused from then on. Null: it has no end" }),
    plan: z.enum(PLANS),
    currency: currencySchema,
    pricing: z.object({
      markupPercentage: z.string().openapi({ description: "Percent of what material, time and finishings cost" }),
      minimumPrice: amountSchema("The least that an item costs with all its copies"),
      hourlyRate: amountSchema("For an hour of printing"),
      setupCost: amountSchema("Charged once an item"),
    }),
    priorities: z
      .array(
        z.object({
          slug: z.string().openapi({ description: "The `priority` of a quote, of prices and of an order" }),
          name: z.string(),
          surchargePercentage: z
            .string()
            .openapi({ description: "Percent of the copies' price after the discount by quantity" }),
          workingDays: z.int().openapi({ description: "The working days until the order is ready that it promises" }),
        }),
      )
      .optional()
      .openapi({ description: "Absent where the studio has none" }),
    quantityTiers: z
      .array(
        z.object({
          fromQuantity: z.int().openapi({ description: "Copies of one item" }),
          discountPercentage: z.string().openapi({ description: "Percent of the copies' price" }),
        }),
      )
      .optional()
      .openapi({ description: "Discounts by quantity, the smallest quantity first; absent where the studio has none" }),
    rateLimit: z.object({
      limit: z.int().openapi({ description: "Requests an hour, over all keys of the studio" }),
      remaining: z.int().openapi({ description: "How many are left now" }),
    }),
  })
  .openapi("Me");

const getMe = createRoute({
  method: "get",
  path: "/me",
  operationId: "getMe",
  tags: ["Studio"],
  summary: "The studio and the key of this request",
  description: "Whose key it is, what the studio charges, and what is left of its hour. A good first call.",
  responses: { 200: jsonResponse(meSchema, "The studio"), ...errorResponses() },
});

export const meRoutes = apiRouter().openapi(getMe, async (context) => {
  const [{ studio, keyName }, { plan, key, limit, remaining }] = await Promise.all([
    readStudioAndKey(context.var.tenant.db, context.var.keyHash),
    context.var.admitted,
  ]);
  const currency = currencyOf(studio.currencyId);
  const pricing = pricingSettingsOf(studio, "studio");
  return context.json(
    success({
      studioId: studio.id,
      studioTitle: studio.title,
      slug: studio.slug,
      apiKeyName: keyName,
      apiKeyKind: key.kind,
      apiKeyPermission: key.permission,
      apiKeyExpiresAt: key.expiresAt === null ? null : new Date(key.expiresAt).toISOString(),
      plan,
      currency,
      pricing: {
        markupPercentage: formatDecimal(pricing.markupBasisPoints, 2),
        minimumPrice: formatMinorUnits(pricing.minimumPrice),
        hourlyRate: formatMinorUnits(pricing.hourlyRate),
        setupCost: formatMinorUnits(pricing.setupCost),
      },
      ...prioritiesOf(studio),
      ...tiersOf(studio),
      rateLimit: { limit, remaining },
    }),
    200,
  );
});

function prioritiesOf({ priorities }: Pick<Studio, "priorities">) {
  if (priorities === null) return {};
  return {
    priorities: priorities.map(({ slug, name, surchargeBasisPoints, workingDays }) => ({
      slug,
      name,
      surchargePercentage: formatDecimal(surchargeBasisPoints, 2),
      workingDays,
    })),
  };
}

function tiersOf({ quantityTiers }: Pick<Studio, "quantityTiers">) {
  if (quantityTiers === null) return {};
  return {
    quantityTiers: quantityTiers.map(({ fromQuantity, discountBasisPoints }) => ({
      fromQuantity,
      discountPercentage: formatDecimal(discountBasisPoints, 2),
    })),
  };
}
