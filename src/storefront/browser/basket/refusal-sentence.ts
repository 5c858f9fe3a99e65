// Sentences about requests without an answer.

import type { Trouble } from "../service/prices.ts";
import type { Refusal } from "../service/refusal.ts";
import type { PageTools } from "./page-tools.ts";

/** @param retryAt moment of the automatic retry; null if only the customer can retry */
export function troubleOf(parts: PageTools["parts"], refusal: Refusal, retryAt: number | null): Trouble {
  return { reason: refusal.reason, message: refusalSentence(parts, refusal), retryAt };
}

/** The server's own sentence; without one, a sentence by the reason. */
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
    case "sold_out":
    case "closed":
    case "not_found":
    case "too_large":
    case "failed":
      return trouble.failed;
  }
}
