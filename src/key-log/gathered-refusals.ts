// Gathered refusals: many requests that the gate refuses one after the other become a few entries, each with their number.
//
// The first is written at once. Those after it are counted in the isolate's memory and written as one.

import { BoundedMap } from "../platform/bounded-map.ts";
import type { AskedRequest } from "./asked-request.ts";

/** The platform ends work that lasts longer than 30 seconds after the response. */
export const GATHERED_MILLISECONDS = 20_000;

interface Refusals {
  /** The time of the last entry, or that of the first request which waits for the next one. */
  readonly at: number;
  /** The last request that waits, with the number of all; undefined if none does. */
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
  if (known === undefined || isOver(known, request.at)) {
    refusals.set(name, { at: request.at, waiting: undefined });
    return write(request);
  }
  if (known.waiting !== undefined) {
    known.waiting = { ...request, times: known.waiting.times + request.times };
    return;
  }
  const gathering = { at: request.at, waiting: request };
  refusals.set(name, gathering);
  await new Promise((resolve) => setTimeout(resolve, GATHERED_MILLISECONDS));
  refusals.set(name, { at: Date.now(), waiting: undefined });
  await write(gathering.waiting);
}

/** The platform may end the request that waits to write: those that it gathered are lost, and the next one begins anew. */
function isOver({ at, waiting }: Refusals, now: number): boolean {
  return now - at >= (waiting === undefined ? 1 : 2) * GATHERED_MILLISECONDS;
}
