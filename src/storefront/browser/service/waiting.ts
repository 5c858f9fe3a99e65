// Waiting between two requests: how long, and what ends it early.

import type { Refusal } from "./refusal.ts";

const MAX_PAUSE_SECONDS = 30;

/** How long to wait after that many failures in a row, where the server does not say. */
export function secondsUntilRetry({ retryAfterSeconds }: Refusal, failures: number): number {
  return retryAfterSeconds ?? Math.min(MAX_PAUSE_SECONDS, 2 ** failures);
}

/** Ends early where what it waits for is not wanted any more, or the connection is back. */
export function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, 1000 * seconds);
    addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}
