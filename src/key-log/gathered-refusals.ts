// Gathered refusals: many requests that the gate refuses one after the other become a few entries, each with their number.
//
// The first is written at once. Those after it are counted in the isolate's memory and written as one.

import { BoundedMap } from "../platform/bounded-map.ts";
import type { AskedRequest } from "./asked-request.ts";

/** The platform ends work that lasts longer than 30 seconds after the response. */
export const GATHERED_MILLISECONDS = 20_000;

interface Refusals {
  writtenAt: number;
  /** The last one, with the number of those that wait to be written. */
  waiting: AskedRequest | undefined;
}

/** By key, status and code. */
const refusals = new BoundedMap<string, Refusals>(1000);

/**
 * Writes an entry for the refused request, now or with those that follow.
 *
 * @param write called once for all requests of a time
 */
export async function gatherRefused(
  request: AskedRequest,
  write: (request: AskedRequest) => Promise<void>,
): Promise<void> {
  const name = [request.keyId, request.status, request.errorCode].join(" ");
  const known = refusals.get(name);
  if (known === undefined || (known.waiting === undefined && request.at - known.writtenAt >= GATHERED_MILLISECONDS)) {
    refusals.set(name, { writtenAt: request.at, waiting: undefined });
    return write(request);
  }
  if (known.waiting !== undefined) {
    known.waiting = { ...request, times: known.waiting.times + request.times };
    return;
  }
  known.waiting = request;
  await new Promise((resolve) => setTimeout(resolve, GATHERED_MILLISECONDS));
  const { waiting } = known;
  known.waiting = undefined;
  known.writtenAt = Date.now();
  await write(waiting);
}
