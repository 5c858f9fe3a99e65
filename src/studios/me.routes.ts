// GET /me: the studio of the key, its pricing settings and what is left of its hour.

import { createRoute, z } from "@hono/zod-openapi";
import { pricingSettingsOf } from "../db/studio-record.ts";
import { currencyOf } from "../domain/currency.ts";
import { formatDecimal } from "../domain/decimal.ts";
import { formatMinorUnits } from "../domain/money.ts";
import { PLANS } from "../domain/plan.ts";
import { errorResponses, jsonResponse } from "../http/contract.ts";
import { success } from "../http/envelope.ts";
import { currencySchema } from "../http/money.schema.ts";
import { apiRouter } from "../http/router.ts";
import { readStudioAndKey } from "./studio.store.ts";

const amountSchema = (description: string) =>
  z.string().openapi({ description: `${description}, in \`currency\``, example: "120.00" });

const meSchema = z
  .object({
    studioId: z.int(),
    studioTitle: z.string(),
    slug: z.string(),
    apiKeyName: z.string(),
    plan: z.enum(PLANS),
    currency: currencySchema,
    pricing: z.object({
      markupPercentage: z.string().openapi({ example: "15.00" }),
      minimumPrice: amountSchema("The least that an item costs with all its copies"),
      hourlyRate: amountSchema("For an hour of printing"),
      setupCost: amountSchema("Charged once an item"),
    }),
    rateLimit: z.object({ limit: z.int(), remaining: z.int() }),
  })
  .openapi("Me");

const getMe = createRoute({
  method: "get",
  path: "/me",
  operationId: "getMe",
  tags: ["Studio"],
  summary: "The studio and the key of this request",
  responses: { 200: jsonResponse(meSchema, "The studio"), ...errorResponses() },
});

export const meRoutes = apiRouter().openapi(getMe, async (context) => {
  const [{ studio, keyName }, { plan, limit, remaining }] = await Promise.all([
    readStudioAndKey(context.var.tenant.db, context.var.keyHash),
    context.var.admitted,
  ]);
  const currency = currencyOf(studio.currencyId);
  const pricing = pricingSettingsOf(studio);
  return context.json(
    success({
      studioId: studio.id,
      studioTitle: studio.title,
      slug: studio.slug,
      apiKeyName: keyName,
      plan,
      currency,
      pricing: {
        markupPercentage: formatDecimal(pricing.markupBasisPoints, 2),
        minimumPrice: formatMinorUnits(pricing.minimumPrice),
        hourlyRate: formatMinorUnits(pricing.hourlyRate),
        setupCost: formatMinorUnits(pricing.setupCost),
      },
      rateLimit: { limit, remaining },
    }),
    200,
  );
});
