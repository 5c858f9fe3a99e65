// What a user can do something about. A script says it in one line and ends; anything else is a fault of ours and keeps
// its stack.

export class UserError extends Error {}

/** The one line about an error, or its whole stack where nobody expected it. */
export function describeError(error: unknown): string {
  if (error instanceof UserError) return error.message;
  if (!(error instanceof Error)) return String(error);
  // drizzle wraps what went wrong below it.
  return error.cause instanceof UserError ? error.cause.message : (error.stack ?? error.message);
}
