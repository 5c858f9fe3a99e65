// Help links: the place in the guide to errors that explains a refusal (RFC 8288, relation "help").

import { BASE_PATH } from "./base-path.ts";
import type { ErrorCode } from "./errors.ts";

/** A 429 has no code (specification 4.5): the guide explains it under its status. */
export const HOUR_USED_UP = "429";

/**
 * The value of a refusal's `Link`.
 *
 * @param requestUrl an address on this service, for its origin
 */
export function helpLink(explained: ErrorCode | typeof HOUR_USED_UP, requestUrl: string): string {
  return `<${new URL(`${BASE_PATH}/docs/errors#${explained}`, requestUrl).href}>; rel="help"`;
}
