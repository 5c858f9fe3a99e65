// Unexpected errors: the meaning of each for the caller, and whether it is worth a line.

import { type DomainError, Overloaded } from "../domain/errors.ts";
import { logError } from "../platform/error-log.ts";
import type { PlatformCalls } from "../platform/platform-calls.ts";
import { isOverload, isTransient } from "../platform/transient-fault.ts";

/** Every door's values of a failed request. */
export interface FailedRequest {
  readonly requestId: string;
  readonly platformCalls: PlatformCalls | undefined;
}

/**
 * Logs the error, unless it only says that the client has gone. Both doors ask this, so that a deployment or a loaded platform
 * is 503 and never 500.
 */
export function unexpectedError(
  error: Error,
  { requestId, platformCalls }: FailedRequest,
): Overloaded | "client has gone" | "unknown" {
  if (isClientGone(error, platformCalls)) return "client has gone";
  logError({ requestId }, error);
  return isTransient(error) || isOverload(error) ? new Overloaded(error) : "unknown";
}

/** Logs the platform's answer if a refusal is its fault: an overload without its cause could not be looked into. */
export function logCause({ cause }: DomainError, { requestId }: FailedRequest): void {
  if (cause !== undefined) logError({ requestId }, cause);
}

/** workerd's error for a body after its client closed the connection. Not every such request says `aborted`. */
const BODY_LOST = /^(?:Network connection lost|Can't read from request stream because client disconnected)\.?$/;

/** A binding that loses its connection says the same as a lost body, so an error of the platform's is never a client's. */
function isClientGone(error: Error, platformCalls: PlatformCalls | undefined): boolean {
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    if (platformCalls?.failures.has(one)) return false;
    if (BODY_LOST.test(one.message)) return platformCalls !== undefined;
  }
  return false;
}
