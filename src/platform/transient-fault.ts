// Transient faults of the platform: recognising an error that a repeated call may avoid, and repeating the call.
//
// A Durable Object's error has the properties `retryable` and `overloaded`. D1's error has only its message.

import { Overloaded } from "../domain/errors.ts";

/**
 * D1's messages for faults after which the same query may succeed (Cloudflare's documentation: D1, error list). The last is the
 * local D1's, while another process has its file.
 */
const D1_TRANSIENT =
  /Network connection lost|caused object to be reset|reset because its code was updated|Cannot resolve D1 DB due to transient issue|exceeded timeout which caused object to be reset|database is locked/;
const D1_OVERLOADED = /D1 DB is overloaded|Too many requests queued|Requests queued for too long/;

const FIRST_PAUSE_MILLISECONDS = 50;
const MAX_TRIES = 3;

/** Whether the same call may succeed at once, as after a new version's deployment. */
export function isTransient(error: unknown): boolean {
  return withCauses(error).some((one) => flagOf(one, "retryable") || D1_TRANSIENT.test(String(one)));
}

/** Whether asking again at once would only add to the load. */
export function isOverload(error: unknown): boolean {
  return withCauses(error).some((one) => flagOf(one, "overloaded") || D1_OVERLOADED.test(String(one)));
}

/**
 * Makes the call, and up to two more times after a transient fault. `call` must be safe to repeat although its first attempt
 * took place, and must get a new stub of a Durable Object each time: a stub stays broken after a failed call.
 *
 * @throws Overloaded if the platform is overloaded, or the last attempt met a transient fault too; else the call's error. A
 *   write may have taken place in each case
 */
export async function retryTransient<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (isOverload(error)) throw new Overloaded(error);
      if (!isTransient(error)) throw error;
      if (tries >= MAX_TRIES) throw new Overloaded(error);
      // Jitter: many requests met the fault at the same moment.
      const pause = FIRST_PAUSE_MILLISECONDS * 2 ** (tries - 1) * (0.5 + Math.random());
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** drizzle wraps D1's error. */
function withCauses(error: unknown): unknown[] {
  return error instanceof Error && error.cause !== undefined ? [error, ...withCauses(error.cause)] : [error];
}

function flagOf(error: unknown, flag: "retryable" | "overloaded"): boolean {
  return typeof error === "object" && error !== null && flag in error && Reflect.get(error, flag) === true;
}
