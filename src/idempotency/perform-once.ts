// `Idempotency-Key`: performs a request once, however often the client repeats it.

import type { NamedResults, NamedStatements, StudioDb } from "../db/studio-db.ts";
import { Faults, isDomainError } from "../domain/errors.ts";
import type { ApiContext, RequestKey } from "../http/context.ts";
import { headerParameter } from "../http/contract/parameters.ts";
import type { RunToEnd } from "../platform/ports.ts";
import { sha256Hex } from "../platform/sha256.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import {
  abandon,
  type Claim,
  claimFor,
  claimKey,
  inProgress,
  keepResponse,
  keyReused,
  RENEW_EVERY_MILLISECONDS,
  release,
  renew,
} from "./claims.store.ts";
import type { KeptResponse } from "./idempotency.schema.ts";

const MAX_KEY_LENGTH = 255;
const REPLAYED_HEADER = "Idempotency-Replayed";

export const IDEMPOTENCY_HEADER = headerParameter("idempotency-key", {
  type: "string",
  minLength: 1,
  maxLength: MAX_KEY_LENGTH,
  description: "Makes the request safe to send again: with the same key it takes place once in 24 hours",
});

export interface RepeatableWork<Answer extends Response, Reads extends NamedStatements> {
  /** Fields and file hashes: with method and path, everything that makes two requests the same. */
  readonly payload: unknown;
  /** Reads that the work needs first; they share the claim's round trip, and must be safe to repeat. */
  readonly reads: Reads;
  /** Does the work. The rows it writes must keep `requestKey` under a unique index. */
  readonly perform: (requestKey: string, read: NamedResults<Reads>) => Promise<Answer>;
  /** The response to work that was written under `requestKey` before, or undefined if none was. */
  readonly recover: (requestKey: string) => Promise<Answer | undefined>;
  /** Renews parts of a stored response that expire sooner, such as signed links. */
  readonly freshen?: (body: string, requestKey: string) => Promise<string>;
}

/**
 * Does the work once per key of the request's Idempotency-Key header; without the header, simply does it. The first 2xx but 202
 * is replayed for 24 hours; any other response frees the key. A keyed request goes on to its end although its client hangs up.
 *
 * @throws Invalid for a key of no or too many characters; RequestInProgress while the first request runs;
 *   RequestKeyReused if the key was used for another request
 */
export async function performOnce<Answer extends Response, Reads extends NamedStatements>(
  context: ApiContext,
  work: RepeatableWork<Answer, Reads>,
): Promise<Answer> {
  const { db, runToEnd } = context.var.tenant;
  const key = keyOf(context);
  if (key === undefined)
    return work.perform(crypto.randomUUID(), await retryTransient(() => db.batchNamed(work.reads)));
  const faults = new Faults();
  addKeyFaults(context, faults);
  faults.throwIfAny();
  const { key: apiKey } = await context.var.admitted;
  const fingerprint = await sha256Hex(JSON.stringify([context.req.method, context.req.path, work.payload]));
  const answering = performKeyed(context, claimedName(key, apiKey), fingerprint, work);
  runToEnd(answering);
  return answering;
}

function keyOf(context: ApiContext): string | undefined {
  return context.req.header("Idempotency-Key")?.trim();
}

/** The name under which a key is claimed. The sandbox's names have a line break, as no header has: none is a live key's. */
function claimedName(key: string, { kind }: RequestKey): string {
  return kind === "test" ? `test\n${key}` : key;
}

/** Adds the faults of a refused request's key to `faults`. */
export function addKeyFaults(context: ApiContext, faults: Faults): void {
  const length = keyOf(context)?.length;
  if (length === undefined || (length >= 1 && length <= MAX_KEY_LENGTH)) return;
  faults.add("Idempotency-Key", {
    en: `must have 1 to ${MAX_KEY_LENGTH} characters`,
    uk: `має містити від 1 до ${MAX_KEY_LENGTH} символів`,
  });
}

async function performKeyed<Answer extends Response, Reads extends NamedStatements>(
  context: ApiContext,
  key: string,
  fingerprint: string,
  work: RepeatableWork<Answer, Reads>,
): Promise<Answer> {
  const { db, runToEnd } = context.var.tenant;
  const { claimed, read } = await claimKey(db, key, fingerprint, work.reads);
  switch (claimed.outcome) {
    case "answered": {
      const { response, requestKey } = claimed;
      const body = (await work.freshen?.(response.body, requestKey)) ?? response.body;
      // The fingerprint guarantees that the same operation made this response.
      return replay({ ...response, body }) as Answer;
    }
    case "running": {
      const written = await work.recover(claimed.requestKey);
      if (written === undefined) throw inProgress();
      return asReplay(written);
    }
    case "taken_over": {
      const { claim } = claimed;
      const written = await work.recover(claim.requestKey);
      if (written !== undefined) {
        const answer = await keep(db, runToEnd, claim, written);
        if (claim.fingerprint !== fingerprint) throw keyReused();
        return asReplay(answer);
      }
      const own = claim.fingerprint === fingerprint ? claim : await claimFor(db, claim, fingerprint);
      return performClaimed(db, runToEnd, own, () => work.perform(own.requestKey, read));
    }
    case "claimed":
      return performClaimed(db, runToEnd, claimed.claim, () => work.perform(claimed.claim.requestKey, read));
    default:
      return claimed satisfies never;
  }
}

/** Does the work under its claim, and renews the claim meanwhile: a lost isolate loses its claim too. */
async function performClaimed<Answer extends Response>(
  db: StudioDb,
  runToEnd: RunToEnd,
  claim: Claim,
  perform: () => Promise<Answer>,
): Promise<Answer> {
  const renewing = setInterval(() => runToEnd(renew(db, claim)), RENEW_EVERY_MILLISECONDS);
  try {
    const answer = await perform();
    // Kept after the answer is on its way: a repetition that comes sooner finds the written rows (`recover`).
    if (answer.ok && answer.status !== 202) return await keep(db, runToEnd, claim, answer);
    await release(db, claim);
    return answer;
  } catch (error) {
    await (wroteNothing(error) ? release(db, claim) : abandon(db, claim));
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

/** Refusals are thrown before the write; only an overload may come in the middle of it. */
function wroteNothing(error: unknown): boolean {
  return isDomainError(error) && error.kind !== "overloaded";
}

/** Keeps the answer, and returns it. Its text is read once for both: two readers of one stream would slow each other. */
async function keep<Answer extends Response>(
  db: StudioDb,
  runToEnd: RunToEnd,
  claim: Claim,
  answer: Answer,
): Promise<Answer> {
  const { status, headers } = answer;
  const body = await answer.text();
  runToEnd(keepResponse(db, claim, { status, location: headers.get("Location"), body }));
  // The same answer: its type tells only of its status and text.
  return new Response(body, { status, headers }) as Answer;
}

function asReplay<Answer extends Response>(answer: Answer): Answer {
  answer.headers.set(REPLAYED_HEADER, "true");
  return answer;
}

function replay({ status, location, body }: KeptResponse): Response {
  const headers = new Headers({ "Content-Type": "application/json", [REPLAYED_HEADER]: "true" });
  if (location !== null) headers.set("Location", location);
  return new Response(body, { status, headers });
}
