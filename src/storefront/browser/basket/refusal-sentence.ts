// What the customer reads of a request that brought no answer.

import type { Trouble } from "../service/prices.ts";
import type { Refusal } from "../service/refusal.ts";
import type { PageTools } from "./page-tools.ts";

/** @param retryAt when it is tried again by itself; null where only the customer does */
export function troubleOf(parts: PageTools["parts"], refusal: Refusal, retryAt: number | null): Trouble {
  return { reason: refusal.reason, message: refusalSentence(parts, refusal), retryAt };
}

/** The server's own sentence, and where there is none, what is known without one. */
export function refusalSentence({ trouble }: PageTools["parts"], { reason, message }: Refusal): string {
  if (message !== "") return message;
  switch (reason) {
    case "offline":
      return trouble.offline;
    case "unavailable":
      return trouble.unavailable;
    case "limit":
      return trouble.limit;
    case "check":
      return trouble.check;
    case "invalid":
    case "closed":
    case "not_found":
    case "too_large":
    case "failed":
      return trouble.failed;
  }
}
