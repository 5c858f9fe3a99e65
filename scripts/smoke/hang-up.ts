// A client that hangs up: sends a request, or a part of it, and does not wait for the answer.

import { once } from "node:events";
import * as http from "node:http";
import * as https from "node:https";
import { setTimeout as delay } from "node:timers/promises";
import { UserError } from "../user-error.ts";

/** Time for the sent bytes to arrive, so that the server has begun before the connection closes. */
const HOLD_MILLISECONDS = 150;

const MAX_SENDING_MILLISECONDS = 60_000;

/**
 * @param sentBytes of the body; all of it: it hangs up after sending
 * @throws UserError if it cannot even connect
 */
export async function sendAndHangUp(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
  sentBytes = body.length,
): Promise<void> {
  const { request: open } = url.startsWith("https:") ? https : http;
  const request = open(url, {
    method: "POST",
    headers: { ...headers, "Content-Length": String(body.length) },
    agent: false,
    signal: AbortSignal.timeout(MAX_SENDING_MILLISECONDS),
  });
  request.on("response", (response) => response.on("error", () => {}).resume());
  const failed = once(request, "error").then(([error]) => Promise.reject(error));
  const written = new Promise<void>((resolve) => {
    request.write(body.subarray(0, sentBytes), (error) => {
      if (error == null) resolve();
    });
  });
  try {
    await Promise.race([written, failed]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new UserError(`POST ${new URL(url).pathname} got no connection: ${reason}`);
  }
  failed.catch(() => {});
  // The answer to a cut-off request is of no interest.
  request.on("error", () => {});
  await delay(HOLD_MILLISECONDS);
  request.destroy();
}
