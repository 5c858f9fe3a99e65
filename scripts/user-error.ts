// Errors that the user can fix: printed as one line. Any other error is a bug and keeps its stack.

export class UserError extends Error {}

/** The printed text of an error: the message of a `UserError`, the stack of any other. */
export function describeError(error: unknown): string {
  if (error instanceof UserError) return error.message;
  if (!(error instanceof Error)) return String(error);
  // drizzle wraps an error of its driver, which for the operator's command is our own code.
  return error.cause instanceof UserError ? error.cause.message : (error.stack ?? error.message);
}
