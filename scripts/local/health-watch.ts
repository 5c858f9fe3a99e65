// Health watch: asks a server again and again, since a process that lives is not yet one that answers.

import { setTimeout as delay } from "node:timers/promises";

const PAUSE_MILLISECONDS = 1000;
/** Longer than the longest answer of a machine whose every processor slices. */
const PATIENCE_MILLISECONDS = 5000;
const FAILURES_IN_A_ROW = 3;

/**
 * Settles once the server has failed to answer three times in a row, or never if `signal` is aborted before.
 *
 * @param url anything that it answers without work. Every status below 500 is an answer.
 */
export async function untilSilent(url: URL, signal: AbortSignal): Promise<void> {
  for (let failures = 0; failures < FAILURES_IN_A_ROW; ) {
    await delay(PAUSE_MILLISECONDS, undefined, { ref: false });
    failures = (await isAnswering(url)) ? 0 : failures + 1;
    if (signal.aborted) return new Promise(() => {});
  }
}

async function isAnswering(url: URL): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) });
    await response.arrayBuffer();
    return response.status < 500;
  } catch {
    return false;
  }
}
