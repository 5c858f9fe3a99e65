// HTTP errors: those that only this door knows, and the status and code of every domain error.

import type { KeyPermission } from "../domain/api-key.ts";
import type { DomainError, FieldFaults } from "../domain/errors.ts";
import type { HourlyUse } from "../domain/plan.ts";

/**
 * Every code by status: the use of a code that is missing here does not compile. The published contract lists them
 * (contract.ts), all but `errors.changedMeanwhile`, which only the panel's functions can lead to.
 */
export const ERROR_CODES = {
  400: ["errors.validationFailed"],
  401: ["errors.authorizationMissing", "errors.authorizationMalformed", "errors.unauthorized"],
  403: ["errors.planAccessRequired", "errors.keyRestricted", "errors.httpsRequired"],
  404: ["errors.notFound", "errors.pathUnknown"],
  405: ["errors.methodNotAllowed"],
  409: ["errors.idempotencyInProgress", "errors.changedMeanwhile"],
  413: ["errors.payloadTooLarge"],
  415: ["errors.unsupportedMediaType"],
  422: ["errors.idempotencyKeyReused"],
  500: ["errors.internal"],
  503: ["errors.slicerUnavailable", "errors.overloaded"],
} as const;

export type ErrorStatus = keyof typeof ERROR_CODES;

export type ErrorCode = (typeof ERROR_CODES)[ErrorStatus][number];

/** A status with one of its codes. */
type StatusAndCode = {
  [Status in ErrorStatus]: { readonly status: Status; readonly errorCode: (typeof ERROR_CODES)[Status][number] };
}[ErrorStatus];

/** The fields of an error response. */
export type ErrorResponse = StatusAndCode & {
  readonly errors: FieldFaults | null;
  readonly headers?: Record<string, string>;
};

/** An error of HTTP itself: authentication, an unknown path, a wrong method. */
export class HttpError extends Error {
  readonly response: ErrorResponse;

  constructor(response: ErrorResponse) {
    super(response.errorCode);
    this.response = response;
  }
}

/** 429, whose body has a shape of its own (specification 4.5). */
export class RateLimitExceeded extends Error {
  readonly use: HourlyUse;

  constructor(use: HourlyUse) {
    super("hourly limit reached");
    this.use = use;
  }
}

/** The reasons of 401: the code that names each, and the answer of RFC 6750, 3. */
const AUTHENTICATION_FAULTS = {
  // A request without credentials is told no error code (RFC 6750, 3.1). The same sentence advises against a description too, for
  // clients that did not know of keys; a developer who reads this one needs it.
  missing: {
    errorCode: "errors.authorizationMissing",
    error: "",
    description: "There is no API key: send it in the header Authorization, as Bearer, a space, and the key",
  },
  malformed: {
    errorCode: "errors.authorizationMalformed",
    error: 'error="invalid_request", ',
    description: "Authorization must be Bearer, a space, and a key: pk_live_ and 64 letters or digits",
  },
  refused: {
    errorCode: "errors.unauthorized",
    error: 'error="invalid_token", ',
    description: "No studio has this key, or it was revoked",
  },
  expired: {
    errorCode: "errors.unauthorized",
    error: 'error="invalid_token", ',
    description: "The key has expired",
  },
} as const;

type AuthenticationFault = keyof typeof AUTHENTICATION_FAULTS;

/**
 * 401. `refused` is an unknown key, or a revoked one; only the holder of an `expired` one is told so.
 *
 * @param description a more exact one, in characters that RFC 6750, 3 allows
 */
export const unauthorized = (
  fault: AuthenticationFault,
  description: string = AUTHENTICATION_FAULTS[fault].description,
) => {
  const { errorCode, error } = AUTHENTICATION_FAULTS[fault];
  const challenge = `Bearer realm="studio-integration-api", ${error}error_description="${description}"`;
  return new HttpError({ status: 401, errorCode, errors: null, headers: { "WWW-Authenticate": challenge } });
};

/**
 * 404 of a path that no operation has.
 *
 * @param nearest the path that was probably meant
 */
export const pathUnknown = (nearest?: string) => {
  const headers = nearest === undefined ? {} : { "X-Nearest-Path": nearest };
  return new HttpError({ status: 404, errorCode: "errors.pathUnknown", errors: null, headers });
};

export const planAccessRequired = () =>
  new HttpError({ status: 403, errorCode: "errors.planAccessRequired", errors: null });

/** 403 of an operation that the key's permission does not open. */
export const keyRestricted = (permission: KeyPermission) =>
  closedTo(`The key's permission is ${permission}, which does not open this operation`);

/** 403 of a test key that would change the studio's printers. */
export const closedToTestKeys = () => closedTo("A test key changes no printers");

/** @param description of RFC 6750, 3.1 */
function closedTo(description: string): HttpError {
  const challenge = `error="insufficient_scope", error_description="${description}"`;
  const headers = { "WWW-Authenticate": `Bearer realm="studio-integration-api", ${challenge}` };
  return new HttpError({ status: 403, errorCode: "errors.keyRestricted", errors: null, headers });
}

export const methodNotAllowed = (allowed: readonly string[]) =>
  new HttpError({
    status: 405,
    errorCode: "errors.methodNotAllowed",
    errors: null,
    headers: { Allow: allowed.join(", ") },
  });

export const internalError: ErrorResponse = { status: 500, errorCode: "errors.internal", errors: null };

/** A deployment, or a place in a queue, takes about this long. */
export const OVERLOADED_RETRY_AFTER_SECONDS = "2";

/** Adding a kind of domain error does not compile until it has a line here. */
const OF_KIND: Record<DomainError["kind"], StatusAndCode & Pick<ErrorResponse, "headers">> = {
  invalid: { status: 400, errorCode: "errors.validationFailed" },
  not_found: { status: 404, errorCode: "errors.notFound" },
  request_in_progress: { status: 409, errorCode: "errors.idempotencyInProgress" },
  changed_meanwhile: { status: 409, errorCode: "errors.changedMeanwhile" },
  // No operation of the API orders products: only pages answer it.
  sold_out: { status: 409, errorCode: "errors.changedMeanwhile" },
  too_large: { status: 413, errorCode: "errors.payloadTooLarge" },
  request_key_reused: { status: 422, errorCode: "errors.idempotencyKeyReused" },
  slicer_unavailable: { status: 503, errorCode: "errors.slicerUnavailable" },
  overloaded: {
    status: 503,
    errorCode: "errors.overloaded",
    headers: { "Retry-After": OVERLOADED_RETRY_AFTER_SECONDS },
  },
};

/** The domain's Overloaded, with its duration. */
export const overloadedFor = (seconds: number) =>
  new HttpError({ ...OF_KIND.overloaded, errors: null, headers: { "Retry-After": String(seconds) } });

export function errorResponseOf({ kind, faults }: DomainError): ErrorResponse {
  return { ...OF_KIND[kind], errors: faults };
}

/** @param expected the media type that the operation takes */
export const unsupportedMediaType = (expected: string) =>
  new HttpError({
    status: 415,
    errorCode: "errors.unsupportedMediaType",
    errors: { body: [{ en: `must be sent as ${expected}`, uk: `слід надсилати як ${expected}` }] },
  });
