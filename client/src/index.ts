// Public surface of the package.

export type { CallOptions, KeyedCallOptions } from "./connection.ts";
export * from "./errors.ts";
export type { ModelChoice, ModelFile } from "./model-file.ts";
export type { PriceChoice } from "./models.ts";
export type { OrderProgress, OrderStatus } from "./order-progress.ts";
export type { OrderInput, OrderItemInput, OrderOptions } from "./orders.ts";
export type { PrintChoice, QuoteChoice, QuoteInput } from "./quotes.ts";
export type { RateLimit } from "./rate-limit.ts";
export type { SlicingJobInput } from "./slicing-jobs.ts";
export type { Answered, AnsweredWithResponse, StudioCall } from "./studio-call.ts";
export { StudioClient, type StudioClientOptions } from "./studio-client.ts";
export type * from "./types.ts";
export type { Progress, WaitOptions } from "./waiting.ts";
