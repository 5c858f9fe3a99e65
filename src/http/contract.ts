// OpenAPI pieces that most operations share: responses, headers, status descriptions.

import { z } from "@hono/zod-openapi";
import { failureSchema, successSchema } from "./envelope.ts";
import type { ErrorStatus } from "./errors.ts";

const rateLimitExceededSchema = z.object({ error: z.string() }).openapi("RateLimitExceeded");

const STATUS_DESCRIPTIONS: Record<ErrorStatus, string> = {
  400: "A field is missing or wrong; `errors` names every one",
  401: "No valid API key",
  403: "The studio's plan has no API access",
  404: "Does not exist, or belongs to another studio",
  405: "The path exists, the method does not",
  409: "A request with this Idempotency-Key is still running",
  413: "A file or the request is too large",
  415: "The body is of another media type than the operation takes",
  422: "The Idempotency-Key was used for another request",
  500: "An error of the service",
  503: "The slicer cannot be reached, or the service is loaded; the same request may succeed later",
};

const text = (description: string) => ({ description, schema: { type: "string" as const } });

const RATE_LIMIT_HEADERS = {
  "RateLimit-Policy": text("The studio's limit: q requests in w seconds"),
  RateLimit: text("r requests are left; one more is free in t seconds"),
};

const HEADERS = {
  ...RATE_LIMIT_HEADERS,
  "X-Request-Id": text(
    "Names the request in the service's log: yours, if you send a UUID or 16 to 64 hexadecimal digits",
  ),
};

/** Headers of some responses only. */
export const LOCATION = { Location: text("What the request made") };
export const JOB_HEADERS = {
  Location: text("The slicing job"),
  "Retry-After": text("Seconds after which to ask again, while slicing runs"),
};
export const REPLAYED = { "Idempotency-Replayed": text("true where the answer is that of an earlier request") };

/** A JSON response in the envelope. */
export function jsonResponse<Data extends z.ZodType>(data: Data, description: string, headers = {}) {
  return {
    description,
    headers: { ...HEADERS, ...headers },
    content: { "application/json": { schema: successSchema(data) } },
  };
}

/**
 * The error responses of an operation: those of every operation, and those named. Handlers throw errors and never return
 * them, so they are hidden from the type of what a handler may return.
 */
export function errorResponses(...own: readonly ErrorStatus[]): Record<never, never> {
  const statuses: ErrorStatus[] = [401, 403, ...own, 500, 503];
  const failed = { "application/json": { schema: failureSchema } };
  return {
    ...Object.fromEntries(
      statuses.map((status) => [status, { description: STATUS_DESCRIPTIONS[status], content: failed }]),
    ),
    429: {
      description: "The studio's hourly limit is reached",
      headers: RATE_LIMIT_HEADERS,
      content: { "application/json": { schema: rateLimitExceededSchema } },
    },
  };
}

export const ifNoneMatchHeader = z.object({
  "if-none-match": z
    .string()
    .optional()
    .openapi({ description: "The `ETag` of the answer that you have: 304 where it still holds" }),
});

/** The answers of an operation whose 200 carries a tag (revalidation.middleware.ts). */
export function revalidatedResponses<Data extends z.ZodType>(
  data: Data,
  description: string,
  ...errors: readonly ErrorStatus[]
) {
  const tagged = {
    ETag: text("Names this answer. It changes with anything in it"),
    "Cache-Control": text("private, no-cache: keep it, and ask with If-None-Match whether it still holds"),
  };
  return {
    200: jsonResponse(data, description, tagged),
    304: {
      description: "What you have still holds. There is no body; it counts like any answer",
      headers: { ...HEADERS, ...tagged },
    },
    ...errorResponses(...errors),
  };
}
