// Retries of calls to Durable Objects: after a fault of the platform the same call goes to a new stub.

const MAX_TRIES = 3;
const FIRST_PAUSE_MILLISECONDS = 50;

/**
 * Makes the call, and up to two more times if the platform says that it may be repeated, as during a deployment. `call`
 * must be safe to repeat although its first attempt took place.
 *
 * @param stub gets a new stub: a stub stays broken after a failed call
 * @throws the error of the last attempt
 */
export async function withFreshStub<Stub, Answer>(
  stub: () => Stub,
  call: (stub: Stub) => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await call(stub());
    } catch (error) {
      if (tries >= MAX_TRIES || !isFlagged(error, "retryable") || isFlagged(error, "overloaded")) throw error;
      // Jitter: many calls met the fault at the same moment.
      await scheduler.wait(FIRST_PAUSE_MILLISECONDS * 2 ** (tries - 1) * (0.5 + Math.random()));
    }
  }
}

/** The platform flags its own errors (Cloudflare's documentation: Durable Objects, error handling). */
function isFlagged(error: unknown, flag: "retryable" | "overloaded"): boolean {
  return error instanceof Error && Reflect.get(error, flag) === true;
}
