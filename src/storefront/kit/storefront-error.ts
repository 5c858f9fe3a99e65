// Storefront error: a refusal by this door's own rules, beside the domain's errors that every door knows.

import type { Sentence } from "../../domain/sentence.ts";
import type { Refused } from "../wire.ts";

/** A refusal's sentence: in the visitor's language if it was known when the error was made, else in all. */
export type SentenceForVisitor = string | Sentence;

interface Refusal {
  readonly status: 400 | 403 | 404 | 409 | 413 | 429 | 503;
  readonly reason: Refused["reason"];
  /** A sentence for the visitor. */
  readonly message: SentenceForVisitor;
  /** Faults by the name of the sent field. */
  readonly faults?: Readonly<Record<string, readonly SentenceForVisitor[]>>;
  readonly retryAfterSeconds?: number;
}

/** For work that runs to its end although the client hangs up: a refusal is an answer, not a fault for the log. */
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
