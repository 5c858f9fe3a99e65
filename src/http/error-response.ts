// Error handler: turns a thrown error into a response. An unknown error becomes an opaque 500.

import { HTTPException } from "hono/http-exception";
import { Invalid, isDomainError } from "../domain/errors.ts";
import type { ApiContext } from "./context.ts";
import { failure } from "./contract/envelope.ts";
import {
  type ErrorResponse,
  errorResponseOf,
  HttpError,
  internalError,
  RateLimitExceeded,
  unsupportedMediaType,
} from "./errors.ts";
import { HOUR_USED_UP, helpLink } from "./help-link.ts";
import { languageAsked } from "./language.ts";
import { CLIENT_CLOSED } from "./middleware/request-log.middleware.ts";
import { setRateLimitHeaders } from "./rate-limit-headers.ts";
import { logCause, unexpectedError } from "./unexpected-error.ts";

/** The only field of a 429's body (specification 4.5). */
const RATE_LIMIT_MESSAGE = "API rate limit exceeded for this studio's plan";

export function respondToError(error: Error, context: ApiContext): Response {
  // A read that failed while the gate refused it has another error.
  context.set("errorCode", undefined);
  context.set("faultyFields", undefined);
  if (error instanceof RateLimitExceeded) {
    const response = context.json({ error: RATE_LIMIT_MESSAGE }, 429, {
      Link: helpLink(HOUR_USED_UP, context.req.url),
    });
    setRateLimitHeaders(response.headers, error.use);
    return response;
  }
  if (isDomainError(error)) logCause(error, context.var);
  const known = knownError(error) ?? unexpectedError(error, context.var);
  if (known === "client has gone") return new Response(null, { status: CLIENT_CLOSED });
  const { status, headers, ...body } =
    known === "unknown" ? internalError : isDomainError(known) ? errorResponseOf(known) : known;
  context.set("errorCode", body.errorCode);
  context.set("faultyFields", Object.keys(body.errors ?? {}));
  const withHelp = { ...headers, Link: helpLink(body.errorCode, context.req.url) };
  return context.json(failure(body, languageAsked(context, "en")), status, withHelp);
}

function knownError(error: Error): ErrorResponse | undefined {
  if (error instanceof HttpError) return error.response;
  if (isDomainError(error)) return errorResponseOf(error);
  // Hono refuses a JSON body that does not parse, or is not JSON at all, before any validation of ours.
  if (error instanceof HTTPException && error.status === 415) return unsupportedMediaType("application/json").response;
  if (error instanceof HTTPException && error.status === 400) {
    return errorResponseOf(new Invalid({ body: [{ en: "is not valid JSON", uk: "не є правильним JSON" }] }));
  }
  return undefined;
}
