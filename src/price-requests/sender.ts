// Sender of a price request: the hash of its network, kept for a while, to clear a flood by.

import type { StudioId } from "../domain/ids.ts";
import type { Networks } from "../domain/visitor.ts";
import { sign } from "../platform/signature.ts";

const DAY_MILLISECONDS = 86_400_000;
const KEPT_MILLISECONDS = 30 * DAY_MILLISECONDS;

const BATCH = 500;
const MAX_BATCHES = 20;

/**
 * A hash that only this service can make, the same for all that one home or office sends to a studio, and another at every studio:
 * it leads back to no address.
 */
export function senderHashOf(secret: string, studioId: StudioId, { site, subnet }: Networks): Promise<string> {
  return sign(secret, "request-sender", `${studioId} ${site ?? subnet}`);
}

/** The part of all studios' requests that forgetting needs. */
export interface KeptSenders {
  /** Forgets the senders of at most `limit` requests that were sent before `before`. Answers how many. */
  forgetSenders(before: number, limit: number): Promise<number>;
}

/** For the scheduled handler: a run does a bounded number of batches, the next one the rest. Answers how many were forgotten. */
export async function forgetSenders(kept: KeptSenders): Promise<number> {
  const before = Date.now() - KEPT_MILLISECONDS;
  let forgotten = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const count = await kept.forgetSenders(before, BATCH);
    forgotten += count;
    if (count < BATCH) break;
  }
  return forgotten;
}
