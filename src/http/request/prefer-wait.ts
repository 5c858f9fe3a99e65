// `Prefer: wait=N` (RFC 7240): how long a response may be held for slicing to finish.

import { headerParameter } from "../contract/parameters.ts";
import { DEFAULT_HOLD_SECONDS } from "../job-pace.ts";

const MAX_SECONDS = 30;

/** @param otherwise the operation's wait without the header, for its description */
export function preferHeaderOf(otherwise: string) {
  return headerParameter("Prefer", {
    type: "string",
    description: `wait=N: hold the answer up to N seconds for slicing to finish, ${MAX_SECONDS} at most. Not sent: ${otherwise}.`,
  });
}

export const PREFER_HEADER = preferHeaderOf(`${DEFAULT_HOLD_SECONDS} seconds`);

/**
 * Milliseconds to wait. A preference that cannot be read is ignored (RFC 7240, 2).
 *
 * @param otherwiseSeconds the wait without the header
 */
export function preferredWait(prefer: string | undefined, otherwiseSeconds: number = DEFAULT_HOLD_SECONDS): number {
  const asked = prefer?.match(/(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?\s*(?:[,;]|$)/i)?.[1];
  const seconds = asked === undefined ? otherwiseSeconds : Math.min(Number(asked), MAX_SECONDS);
  return seconds * 1000;
}
