// Pause between two requests: its length, and its early end.

import type { Refusal } from "./refusal.ts";

const MAX_PAUSE_SECONDS = 30;

/** The server's own pause; without one, a pause that grows with the failures in a row. */
export function secondsUntilRetry({ retryAfterSeconds }: Refusal, failures: number): number {
  return retryAfterSeconds ?? Math.min(MAX_PAUSE_SECONDS, 2 ** failures);
}

/** Ends early on abort, or once the connection is back. */
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
