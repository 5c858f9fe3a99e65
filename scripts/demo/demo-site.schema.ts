// The demo site's view of the API's answers: only the fields that it shows or checks.

import { z } from "zod";

const moneySchema = z.object({ amount: z.string(), currency: z.object({ code: z.string(), symbol: z.string() }) });
export type Money = z.infer<typeof moneySchema>;

const technologySchema = z.object({ id: z.number(), slug: z.string() });

export const meSchema = z.object({
  studioTitle: z.string(),
  slug: z.string(),
  plan: z.string(),
  rateLimit: z.object({ limit: z.number(), remaining: z.number() }),
});

export const materialsSchema = z.array(
  z.object({
    id: z.number(),
    name: z.string(),
    color: z.string().nullable(),
    technology: technologySchema,
    costPerKg: moneySchema,
    status: z.enum(["active", "inactive"]),
  }),
);

export const qualitiesSchema = z.array(
  z.object({
    id: z.number(),
    name: z.string(),
    technology: technologySchema,
    layerHeight: z.string(),
    isDefault: z.boolean(),
    isActive: z.boolean(),
  }),
);

export const finishingsSchema = z.array(
  z.object({ id: z.number(), name: z.string(), technology: technologySchema.nullable() }),
);

const breakdownSchema = z.object({
  materialCost: moneySchema,
  timeCost: moneySchema,
  postProcessingCost: moneySchema,
  markupAmount: moneySchema,
  setupCost: moneySchema,
  startUpCost: moneySchema,
  minimumPriceAdjustment: moneySchema,
  markupPercentage: z.string(),
});
export type Breakdown = z.infer<typeof breakdownSchema>;

export const shownQuoteSchema = z.object({
  totalPrice: moneySchema,
  quantity: z.number(),
  printingTime: z.number(),
  weight: z.string(),
  modelMetrics: z.object({
    volumeCm3: z.number(),
    dimensions: z.object({ x: z.number(), y: z.number(), z: z.number() }),
  }),
  fitsBuildVolume: z.boolean().nullable(),
  breakdown: breakdownSchema,
});
export type ShownQuote = z.infer<typeof shownQuoteSchema>;

export const deliveryMethodsSchema = z.object({
  deliveryMethods: z.array(z.object({ id: z.number(), slug: z.string() })),
});

export const shownOrderSchema = z.object({
  id: z.number(),
  number: z.number(),
  status: z.string(),
  totalPrice: moneySchema,
  customer: z.object({ firstName: z.string(), lastName: z.string(), phoneNumber: z.string() }),
  items: z.array(
    z.object({
      originalFileName: z.string().nullable(),
      downloadUrl: z.url().nullable(),
      quantity: z.number(),
      price: moneySchema,
      costBreakdown: breakdownSchema.nullable(),
    }),
  ),
});
export type ShownOrder = z.infer<typeof shownOrderSchema>;

export const shownPrinterSchema = z.object({ id: z.number(), name: z.string(), status: z.string() });

export const acceptedSchema = z.object({ jobId: z.string(), status: z.string(), statusUrl: z.url() });

export const jobSchema = z.object({
  status: z.enum(["pending", "processing", "done", "failed"]),
  progress: z.number(),
  errorMessage: z.string().nullable(),
});

export const envelopeSchema = z.object({
  data: z.unknown(),
  errors: z.record(z.string(), z.array(z.string())).nullable(),
  errorCode: z.string().nullable(),
});
