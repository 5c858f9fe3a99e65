// Turns whatever was thrown into the response the wire decisions give it. An error nobody foresaw is logged with the
// request's id and answered with a 500 that tells nothing of the inside.

import { HTTPException } from "hono/http-exception";
import type { ApiContext } from "./context.ts";
import { failure } from "./envelope.ts";
import { ApiError, RateLimitExceeded, unsupportedMediaType, validationFailed } from "./errors.ts";
import { setRateLimitHeaders } from "./rate-limit-headers.ts";

/** The only field of a 429's body (specification: Errors). */
const RATE_LIMIT_MESSAGE = "API rate limit exceeded for this studio's plan";

export function respondToError(error: Error, context: ApiContext): Response {
  if (error instanceof RateLimitExceeded) {
    const response = context.json({ error: RATE_LIMIT_MESSAGE }, 429);
    setRateLimitHeaders(response.headers, error.use);
    return response;
  }
  const known = knownError(error);
  if (known !== undefined) return context.json(failure(known), known.status, known.headers);
  console.error(JSON.stringify({ requestId: context.var.requestId, error: error.stack ?? String(error) }));
  return context.json(failure(new ApiError(500, "errors.internal")), 500);
}

function knownError(error: Error): ApiError | undefined {
  if (error instanceof ApiError) return error;
  // Hono refuses a JSON body that does not parse, or is not JSON at all, before any validation of ours.
  if (error instanceof HTTPException && error.status === 415) return unsupportedMediaType("application/json");
  if (error instanceof HTTPException && error.status === 400) return validationFailed({ body: ["is not valid JSON"] });
  return undefined;
}
