// Public surface of the package.

export type { CallOptions, KeyedCallOptions } from "./connection.ts";
export * from "./errors.ts";
export type { ModelChoice, ModelFile } from "./model-file.ts";
export type { PriceChoice } from "./models.ts";
export type { OrderInput, OrderItemInput, OrderOptions } from "./orders.ts";
export type { PrintChoice, QuoteInput } from "./quotes.ts";
export type { RateLimit } from "./rate-limit.ts";
export type { SlicingJobInput } from "./slicing-jobs.ts";
export { StudioClient, type StudioClientOptions } from "./studio-client.ts";
export type * from "./types.ts";
export type {
  AcceptedJob,
  DeliveryMethod,
  DeliverySettings,
  Model,
  ModelPrice,
  ModelPrices,
  Operations,
} from "./upcoming.ts";
export type { Progress, WaitOptions } from "./waiting.ts";
