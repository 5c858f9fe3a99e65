// `Idempotency-Key`: performs a request once, however often the client repeats it.

import { z } from "@hono/zod-openapi";
import { Invalid, isDomainError } from "../domain/errors.ts";
import type { ApiContext } from "../http/context.ts";
import { sha256Hex } from "../platform/sha256.ts";
import { abandon, claimKey, keepResponse, release } from "./claims.store.ts";
import type { KeptResponse } from "./idempotency.schema.ts";

const MAX_KEY_LENGTH = 255;

export const idempotencyHeader = z.object({
  "idempotency-key": z
    .string()
    .optional()
    .openapi({ description: "1 to 255 characters. The same request with the same key takes place once in 24 hours" }),
});

export interface RepeatableWork<Answer extends Response> {
  /** Fields and file hashes: all that makes two requests the same, but for method and path. */
  readonly payload: unknown;
  /** Does the work. What it writes must keep `requestKey` under a unique index. */
  readonly perform: (requestKey: string) => Promise<Answer>;
  /** The response to work that was written under `requestKey` before, or undefined where none was. */
  readonly recover: (requestKey: string) => Promise<Answer | undefined>;
}

/**
 * Does the work once per key of the request's Idempotency-Key header, or simply does it where there is none. The first
 * 2xx but 202 is replayed for 24 hours; any other response frees the key.
 *
 * @throws Invalid for a key of no or too many characters; RequestInProgress while the first request runs;
 *   RequestKeyReused where the key was used for another request
 */
export async function performOnce<Answer extends Response>(
  context: ApiContext,
  work: RepeatableWork<Answer>,
): Promise<Answer> {
  const key = context.req.header("Idempotency-Key")?.trim();
  if (key === undefined) return work.perform(crypto.randomUUID());
  if (key.length < 1 || key.length > MAX_KEY_LENGTH) {
    throw new Invalid({ "Idempotency-Key": [`must have 1 to ${MAX_KEY_LENGTH} characters`] });
  }
  const { db } = context.var.tenant;
  const fingerprint = await sha256Hex(JSON.stringify([context.req.method, context.req.path, work.payload]));
  const claimed = await claimKey(db, key, fingerprint);
  // The fingerprint says that the same operation made this response.
  if (claimed.outcome === "answered") return replay(claimed.response) as Answer;

  const { claim, isTakenOver } = claimed;
  try {
    const before = isTakenOver ? await work.recover(claim.requestKey) : undefined;
    const answer = before ?? (await work.perform(claim.requestKey));
    if (answer.ok && answer.status !== 202) await keepResponse(db, claim, await toKept(answer));
    else await release(db, claim);
    return answer;
  } catch (error) {
    await (isDomainError(error) ? release(db, claim) : abandon(db, claim));
    throw error;
  }
}

async function toKept(answer: Response): Promise<KeptResponse> {
  return { status: answer.status, location: answer.headers.get("Location"), body: await answer.clone().text() };
}

function replay({ status, location, body }: KeptResponse): Response {
  const headers = new Headers({ "Content-Type": "application/json", "Idempotency-Replayed": "true" });
  if (location !== null) headers.set("Location", location);
  return new Response(body, { status, headers });
}
