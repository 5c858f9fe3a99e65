// Door refusal: why this door itself refuses a request, beside the domain's errors that every door knows.

import type { Sentence } from "../../domain/sentence.ts";
import type { Refused } from "../wire.ts";

/** What a refusal says: in one language where the visitor's was known when it was made, else in all. */
export type Said = string | Sentence;

interface Refusal {
  readonly status: 400 | 403 | 404 | 409 | 413 | 429 | 503;
  readonly reason: Refused["reason"];
  /** A sentence for the visitor. */
  readonly message: Said;
  /** What is wrong, by the field that was sent. */
  readonly faults?: Readonly<Record<string, readonly Said[]>>;
  readonly retryAfterSeconds?: number;
}

/** For work that goes on to its end whoever waits for it: a refusal is an answer, and no fault that the log must name. */
export async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof StorefrontError)) throw error;
  });
}

export class StorefrontError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`${refusal.status} ${refusal.reason}`);
    this.name = new.target.name;
    this.refusal = refusal;
  }
}
