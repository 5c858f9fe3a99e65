// Errors: a class for each refusing status of the service, and for calls that end without an answer.

import { type RateLimit, readRateLimit } from "./rate-limit.ts";
import type { Order, SliceFailureCode, SlicingJob } from "./types.ts";

/** Sentences by field. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Codes of slicing failures, by the same fields: each code stands at its sentence's place. */
export type FieldCodes = Readonly<Record<string, readonly SliceFailureCode[]>>;

/** Base class of every error of this package. Its message never holds the API key. */
export class StudioError extends Error {
  override readonly name: string = "StudioError";
  /** The Idempotency-Key that was sent: calling again with it cannot order twice. */
  idempotencyKey: string | undefined;

  constructor(message: string, options?: ErrorOptions) {
    super(withoutKey(message), options);
  }
}

/** A text of the service with every key masked: a faulty service, or a proxy, may repeat the request. */
export function withoutKey(text: string): string {
  return text.replace(/pk_live_[A-Za-z0-9]{64}/g, "pk_live_…");
}

/** The content of an unsuccessful answer. */
export interface Refusal {
  /** Method and path. */
  readonly request: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly errors: FieldErrors | null;
  readonly codes?: FieldCodes | undefined;
  readonly headers: Headers;
  /** The fault of an answer outside the contract. */
  readonly reason?: string;
}

/** The service refused the request, or failed at it. */
export class StudioApiError extends StudioError {
  override readonly name: string = "StudioApiError";
  /** The HTTP status. */
  readonly status: number;
  /** The machine-readable code, such as `errors.notFound`; null if the answer carried none. */
  readonly errorCode: string | null;
  /** Faults by field; null if no field is at fault. */
  readonly errors: FieldErrors | null;
  /** Names the request in the service's log. */
  readonly requestId: string | null;
  readonly rateLimit: RateLimit | undefined;
  readonly headers: Headers;

  constructor(refusal: Refusal) {
    super(sentenceOf(refusal));
    this.status = refusal.status;
    this.errorCode = refusal.errorCode;
    this.errors = refusal.errors;
    this.headers = refusal.headers;
    this.requestId = refusal.headers.get("X-Request-Id");
    this.rateLimit = readRateLimit(refusal.headers);
  }
}

/** 400: a field is missing or wrong. `errors` names every one, with sentences that can be shown. */
export class ValidationError extends StudioApiError {
  override readonly name = "ValidationError";
  override readonly errors: FieldErrors;
  /** Codes of slicing failures, for programs; none if every model can be sliced. Unknown codes were added later. */
  readonly codes: FieldCodes;

  constructor(refusal: Refusal) {
    super(refusal);
    this.errors = refusal.errors ?? {};
    this.codes = refusal.codes ?? {};
  }
}

/** 401: the key is missing, malformed, unknown or revoked. */
export class AuthenticationError extends StudioApiError {
  override readonly name = "AuthenticationError";
}

/** 403: the studio's plan has no API access, the key's permission does not open the operation, or the request did not come by HTTPS. */
export class AccessError extends StudioApiError {
  override readonly name = "AccessError";
}

/** 404: there is no such id in this studio, or no such path. */
export class NotFoundError extends StudioApiError {
  override readonly name = "NotFoundError";
}

/** 405: the path does not know the method. */
export class MethodNotAllowedError extends StudioApiError {
  override readonly name = "MethodNotAllowedError";
}

/** 409: a request with this Idempotency-Key is still running. */
export class ConflictError extends StudioApiError {
  override readonly name = "ConflictError";
}

/** 413: a file or the request is too large. */
export class PayloadTooLargeError extends StudioApiError {
  override readonly name = "PayloadTooLargeError";
}

/** 415: the body is of another media type than the operation takes. */
export class UnsupportedMediaTypeError extends StudioApiError {
  override readonly name = "UnsupportedMediaTypeError";
}

/** 422: the Idempotency-Key was used for another request. */
export class IdempotencyKeyReusedError extends StudioApiError {
  override readonly name = "IdempotencyKeyReusedError";
}

/** 429: the studio's hour is used up. It is never repeated by itself: the window is an hour. */
export class RateLimitError extends StudioApiError {
  override readonly name = "RateLimitError";
  /** Seconds until one more request is free; undefined if the answer did not say. */
  readonly secondsUntilFree: number | undefined;

  constructor(refusal: Refusal) {
    super(refusal);
    this.secondsUntilFree = this.rateLimit?.secondsUntilFree;
  }
}

/** 500: a fault of the service. Report it with the request id. */
export class ServerError extends StudioApiError {
  override readonly name = "ServerError";
}

/** 503: the slicer cannot be reached, or the service is loaded. The same call may succeed later. */
export class UnavailableError extends StudioApiError {
  override readonly name = "UnavailableError";
}

/** No answer came: the network, the address, or a browser that may not read it. `cause` has the reason. */
export class ConnectionError extends StudioError {
  override readonly name = "ConnectionError";
}

/** The call took longer than its `timeoutSeconds`. */
export class TimeoutError extends StudioError {
  override readonly name = "TimeoutError";
  /** The slicing job of the ended wait: `slicingJobs.wait()` continues it. */
  readonly jobId: string | undefined;

  constructor(seconds: number, jobId: string | undefined) {
    const job = jobId === undefined ? "" : `; slicing job ${jobId} goes on, and calling again later finds its result`;
    super(`The call took longer than ${seconds} seconds${job}`);
    this.jobId = jobId;
  }
}

/** A slicing job ended without a result. `job.items` has each file's reason. */
export class SlicingFailedError extends StudioError {
  override readonly name = "SlicingFailedError";
  readonly job: SlicingJob;

  constructor(job: SlicingJob) {
    const files = job.items.filter(({ errorMessage }) => errorMessage !== null);
    const reasons = files.map(({ originalFileName, errorMessage }) => `${originalFileName}: ${errorMessage}`);
    super(`Slicing job ${job.jobId} failed: ${reasons.join("; ") || job.errorMessage}`);
    this.job = job;
  }
}

/** An order that was waited for is cancelled. */
export class OrderCancelledError extends StudioError {
  override readonly name = "OrderCancelledError";
  readonly order: Order;

  constructor(order: Order) {
    super(`Order ${order.id} is cancelled`);
    this.order = order;
  }
}

const OF_STATUS: Readonly<Record<number, new (refusal: Refusal) => StudioApiError>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: AccessError,
  404: NotFoundError,
  405: MethodNotAllowedError,
  409: ConflictError,
  413: PayloadTooLargeError,
  415: UnsupportedMediaTypeError,
  422: IdempotencyKeyReusedError,
  429: RateLimitError,
  500: ServerError,
  502: UnavailableError,
  503: UnavailableError,
  504: UnavailableError,
};

export function errorOf(refusal: Refusal): StudioApiError {
  return new (OF_STATUS[refusal.status] ?? StudioApiError)(refusal);
}

/** Advice for errors that neither the fields nor the code explain. */
const ADVICE: Readonly<Record<string, string>> = {
  "errors.unauthorized": "no studio has this API key, or it was revoked",
  "errors.planAccessRequired": "the studio's plan has no API access: Pro and Enterprise have it",
  "errors.httpsRequired": "baseUrl must begin with https",
  "errors.pathUnknown": "check baseUrl, which ends with /api/v1",
  "errors.internal": "report it with the request id",
};

function sentenceOf({ request, status, errorCode, errors, headers, reason: given }: Refusal): string {
  const fields = Object.entries(errors ?? {}).map(([field, sentences]) => `${field}: ${sentences.join(", ")}`);
  const reason = given ?? (fields.join("; ") || adviceOn(status, errorCode, headers));
  const requestId = headers.get("X-Request-Id");
  return [
    `${request} answered ${status}`,
    errorCode === null ? "" : ` ${errorCode}`,
    reason === undefined ? "" : `: ${reason}`,
    requestId === null ? "" : ` (request ${requestId})`,
  ].join("");
}

function adviceOn(status: number, errorCode: string | null, headers: Headers): string | undefined {
  if (status === 429) {
    const { secondsUntilFree } = readRateLimit(headers) ?? {};
    const free = secondsUntilFree === undefined ? "" : `, one more request is free in ${secondsUntilFree} seconds`;
    return `the studio's hour is used up${free}`;
  }
  // A browser reports a redirect as status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    return `redirects to ${headers.get("Location") ?? "another address"}, which is not followed: check baseUrl`;
  }
  const [, description] = /error_description="([^"]*)"/.exec(headers.get("WWW-Authenticate") ?? "") ?? [];
  if (description !== undefined) return description;
  if (errorCode === null) return "not an answer of the API: check baseUrl, which ends with /api/v1";
  return Object.hasOwn(ADVICE, errorCode) ? ADVICE[errorCode] : undefined;
}
