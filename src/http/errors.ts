// Every way a request can fail, as errors to throw where the failure is known. `error.response.ts` turns them into
// responses, in one place.

import type { HourlyUse } from "./rate-limit-headers.ts";

/** Messages by field: the field's own name, a path inside `items`, a file field, or `body`. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 500 | 503;

/** An error whose answer is known. */
export class ApiError extends Error {
  readonly status: ErrorStatus;
  readonly errorCode: string;
  readonly errors: FieldErrors | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ErrorStatus,
    errorCode: string,
    errors: FieldErrors | null = null,
    headers: Record<string, string> = {},
  ) {
    super(errors === null ? errorCode : `${errorCode}: ${JSON.stringify(errors)}`);
    this.status = status;
    this.errorCode = errorCode;
    this.errors = errors;
    this.headers = headers;
  }
}

/** 429, whose body has a shape of its own (specification: Errors). */
export class RateLimitExceeded extends Error {
  readonly use: HourlyUse;

  constructor(use: HourlyUse) {
    super("hourly limit reached");
    this.use = use;
  }
}

export const validationFailed = (errors: FieldErrors) => new ApiError(400, "errors.validationFailed", errors);

export const unauthorized = () =>
  new ApiError(401, "errors.unauthorized", null, { "WWW-Authenticate": 'Bearer realm="studio-integration-api"' });

export const planAccessRequired = () => new ApiError(403, "errors.planAccessRequired");

/** @param what names what was looked for, by field: so that a request with several ids tells which one names nothing */
export const notFound = (what: FieldErrors | null = null) => new ApiError(404, "errors.notFound", what);

export const methodNotAllowed = (allowed: readonly string[]) =>
  new ApiError(405, "errors.methodNotAllowed", null, { Allow: allowed.join(", ") });

export const idempotencyInProgress = () =>
  new ApiError(409, "errors.idempotencyInProgress", {
    "Idempotency-Key": ["a request with this key is still running; send it again in a moment"],
  });

export const idempotencyKeyReused = () =>
  new ApiError(422, "errors.idempotencyKeyReused", {
    "Idempotency-Key": ["this key was used for another request; a new request needs a new key"],
  });

export const payloadTooLarge = (errors: FieldErrors) => new ApiError(413, "errors.payloadTooLarge", errors);

/** @param expected the media type the operation takes */
export const unsupportedMediaType = (expected: string) =>
  new ApiError(415, "errors.unsupportedMediaType", { body: [`must be sent as ${expected}`] });

export const slicerUnavailable = () => new ApiError(503, "errors.slicerUnavailable");
